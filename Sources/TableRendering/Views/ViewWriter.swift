/// Fills the nodes of a nib from the views around them.
struct ViewWriter: ~Copyable {
  private var html: ByteSink
  /// The views around the node that is being written, outermost first; the last shows the nodes.
  private var views: [UnsafeRawPointer]
  /// What was written before the bytes in `html`, where late values leave slots; `nil` where they show nothing.
  private var nodes: [NibNode]?
  /// The last byte in front of those in `html`; `nil` behind a slot.
  private var before: UInt8?

  /// - Parameter leavesSlots: whether what is late is left open.
  init(leavesSlots: Bool, into html: consuming ByteSink) {
    self.html = html
    views = []
    // Few views hold others that hold others.
    views.reserveCapacity(4)
    nodes = leavesSlots ? [] : nil
  }

  consuming func finish() -> ByteSink { html }

  /// What was written, with slots between the literals.
  mutating func takeNodes() -> [NibNode] {
    flush()
    defer { nodes = [] }
    return nodes ?? []
  }

  /// Fills nodes from a view, which is there until this returns.
  mutating func write(_ children: [ViewNode], of view: UnsafeRawPointer) {
    views.append(view)
    write(children)
    views.removeLast()
  }

  private mutating func write(_ children: [ViewNode]) {
    for node in children {
      switch node {
      case .literal(let bytes): bytes.withUnsafeBufferPointer { html.append($0) }
      case .value(let path, let context):
        let view = views[path.depth]
        // Where no slots are left, what is late has no content.
        if nodes != nil, path.outlet.isLate(in: view) {
          leave(.value(path.slot, context))
        } else {
          let start = html.count
          write(path.outlet.content(in: view), context)
          if path.outlet.type.isPassing { html.notePassing(from: start) }
        }
      case .section(let path, let inverted, let children): section(path, inverted: inverted, children)
      }
    }
  }

  private mutating func write(_ content: SlotContent?, _ context: NibContext) {
    // A list within an attribute could put an address together from several values; only the first may open it.
    let last = html.lastByte ?? before
    if context == .address, last != 0x22, last != 0x27 { return }
    content?.write(context, into: &html)
  }

  private mutating func section(_ path: ViewPath, inverted: Bool, _ children: [ViewNode]) {
    let outlet = path.outlet, view = views[path.depth]
    if nodes != nil, outlet.isLate(in: view) {
      let outer = takeNodes()
      write(children)
      let inner = takeNodes()
      nodes = outer
      return leave(.section(path.slot, inverted: inverted, inner))
    }
    guard outlet.isShown(in: view) != inverted else { return }
    guard !inverted, outlet.type.view != nil else { return write(children) }
    outlet.forEachView(in: view) { write(children, of: $0) }
  }

  private mutating func leave(_ slot: NibNode) {
    flush()
    nodes?.append(slot)
    before = nil
  }

  private mutating func flush() {
    guard nodes != nil, html.count > 0 else { return }
    nodes?.append(.literal(html.withBytes { Array($0) }))
    before = html.lastByte
    html.removeAll()
  }
}
