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

  init(_ value: NibValue, partials: [[NibNode]], into html: consuming ByteSink) {
    self.partials = partials
    self.html = html
    stack = [value]
  }

  consuming func finish() -> ByteSink { html }

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
    // A list within an attribute could put an address together from several values; only the first may open it.
    if context == .address, html.lastByte != 0x22, html.lastByte != 0x27 { return }
    value.content?.write(context, into: &html)
  }

  private mutating func section(_ value: NibValue, inverted: Bool, _ children: [NibNode]) {
    if inverted { return value.isFalse ? evaluate(children) : () }
    guard !value.isFalse else { return }
    let items = if case .list(let items) = value { items } else { [value] }
    for item in items {
      stack.append(item)
      evaluate(children)
      stack.removeLast()
    }
  }

  /// The first name is looked for from the top of the stack down, the others in what it names and nowhere else.
  private func find(_ path: NibPath) -> NibValue {
    guard let first = path.names.first else { return stack.last ?? .null }
    for frame in stack.reversed() {
      guard case .object(let values) = frame, var found = values[first] else { continue }
      for name in path.names.dropFirst() {
        guard case .object(let values) = found else { return .null }
        found = values[name] ?? .null
      }
      return found
    }
    return .null
  }
}
