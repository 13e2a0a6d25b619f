/// Walks the tree of a nib with a stack of values, as the Mustache specification tells it.
struct NibEvaluator: ~Copyable {
  private let partials: [[NibNode]]
  private var stack: [NibValue]
  /// Partials within partials, and partials in all; one that shows itself without end is cut here.
  private var depth = 0
  private var shown = 0
  private static let deepest = 64
  private static let most = 100_000
  private(set) var html: ByteSink
  /// What was found out before the bytes in `html`, where slots are kept.
  private var nodes: [NibNode] = []
  private let keepsSlots: Bool
  /// The last byte in front of those in `html`; `nil` behind a slot.
  private var before: UInt8?

  init(_ value: NibValue, partials: [[NibNode]], keepsSlots: Bool, into html: consuming ByteSink) {
    self.partials = partials
    self.keepsSlots = keepsSlots
    self.html = html
    stack = [value]
  }

  consuming func finish() -> ByteSink { html }

  /// What was written, in front of which, between which and behind which the slots stand.
  mutating func takeNodes() -> [NibNode] {
    flush()
    defer { nodes = [] }
    return nodes
  }

  mutating func evaluate(_ children: [NibNode]) {
    for node in children {
      switch node {
      case .literal(let bytes): bytes.withUnsafeBufferPointer { html.append($0) }
      case .value(let path, let context): write(find(path), context)
      case .section(let path, let inverted, let children): section(find(path), inverted: inverted, children)
      case .partial(let index):
        guard depth < Self.deepest, shown < Self.most else { continue }
        depth += 1
        shown += 1
        evaluate(partials[index])
        depth -= 1
      }
    }
  }

  private mutating func write(_ value: NibValue, _ context: NibContext) {
    switch value {
    case .slot(let name): add(name) { path in .value(path, context) }
    default:
      // A list within an attribute could put an address together from several values; only the first may open it.
      let last = html.lastByte ?? before
      if context == .address, last != 0x22, last != 0x27 { return }
      value.content?.write(context, into: &html)
    }
  }

  private mutating func section(_ value: NibValue, inverted: Bool, _ children: [NibNode]) {
    if case .slot(let name) = value {
      guard keepsSlots else { return }
      let outer = takeNodes()
      if !inverted { stack.append(value) }
      evaluate(children)
      if !inverted { stack.removeLast() }
      let inner = takeNodes()
      nodes = outer
      return add(name) { path in .section(path, inverted: inverted, inner) }
    }
    if inverted { return value.isFalse ? evaluate(children) : () }
    guard !value.isFalse else { return }
    let items = if case .list(let items) = value { items } else { [value] }
    for item in items {
      stack.append(item)
      evaluate(children)
      stack.removeLast()
    }
  }

  private mutating func add(_ name: String, _ node: (NibPath) -> NibNode) {
    guard keepsSlots, let path = NibPath(name) else { return }
    flush()
    nodes.append(node(path))
    before = nil
  }

  private mutating func flush() {
    guard keepsSlots, html.count > 0 else { return }
    nodes.append(.literal(html.withBytes { Array($0) }))
    before = html.lastByte
    html.removeAll()
  }

  /// The first name is looked for from the top of the stack down, the others in what it names and nowhere else.
  private func find(_ path: NibPath) -> NibValue {
    guard let first = path.names.first else { return stack.last ?? .null }
    for frame in stack.reversed() {
      guard case .object(let values) = frame, var found = values[first] else { continue }
      for name in path.names.dropFirst() {
        switch found {
        case .object(let values): found = values[name] ?? .null
        case .slot(let slot): found = .slot(slot + "." + name)
        default: return .null
        }
      }
      return found
    }
    return .null
  }
}
