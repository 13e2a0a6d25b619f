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
  init(_ view: UnsafeRawPointer, leavesSlots: Bool, into html: consuming ByteSink) {
    self.html = html
    views = [view]
    nodes = leavesSlots ? [] : nil
  }

  consuming func finish() -> ByteSink { html }

  /// What was written, with slots between the literals.
  mutating func takeNodes() -> [NibNode] {
    flush()
    defer { nodes = [] }
    return nodes ?? []
  }

  mutating func write(_ children: [ViewNode]) {
    for node in children {
      switch node {
      case .literal(let bytes): bytes.withUnsafeBufferPointer { html.append($0) }
      case .value(let path, let context):
        let value = path.outlet.value(in: views[path.depth])
        if value.isLate { leave(.value(path.slot, context)) } else { write(value.content, context) }
      case .section(let path, let inverted, let children):
        section(path.outlet.value(in: views[path.depth]), path, inverted: inverted, children)
      }
    }
  }

  private mutating func write(_ content: SlotContent?, _ context: NibContext) {
    // A list within an attribute could put an address together from several values; only the first may open it.
    let last = html.lastByte ?? before
    if context == .address, last != 0x22, last != 0x27 { return }
    content?.write(context, into: &html)
  }

  private mutating func section(_ value: any NibOutlet, _ path: ViewPath, inverted: Bool, _ children: [ViewNode]) {
    if value.isLate, nodes != nil {
      let outer = takeNodes()
      write(children)
      let inner = takeNodes()
      nodes = outer
      return leave(.section(path.slot, inverted: inverted, inner))
    }
    guard value.isShown != inverted else { return }
    guard !inverted, path.outlet.type.view != nil else { return write(children) }
    value.forEachView { view in
      views.append(view)
      write(children)
      views.removeLast()
    }
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
