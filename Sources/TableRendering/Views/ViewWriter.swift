/// Fills the steps of a nib from the views around them.
///
/// The pointers into the nib and to the views are those of the one call that draws: whoever makes the writer keeps what they point to until it
/// is finished, and a list keeps its views until the section that shows them ends. What is read behind them has the type that is read: see
/// `ViewOutlet`.
struct ViewWriter: ~Copyable {
  private let steps: UnsafeBufferPointer<ViewStep>
  private let paths: UnsafeBufferPointer<ViewPath>
  private let literals: UnsafeBufferPointer<UInt8>
  private let slots: [NibPath]
  private var html: ByteSink
  /// The views around the step that is being written, outermost first.
  private var views: [UnsafeRawPointer]
  /// What was written before the bytes in `html`, where late values leave slots; `nil` where they show nothing.
  private var nodes: [NibNode]?
  /// The last byte in front of those in `html`; `nil` behind a slot.
  private var before: UInt8?

  /// - Parameter leavesSlots: whether what is late is left open.
  init(
    _ steps: UnsafeBufferPointer<ViewStep>, _ paths: UnsafeBufferPointer<ViewPath>,
    _ literals: UnsafeBufferPointer<UInt8>, slots: [NibPath], leavesSlots: Bool, into html: consuming ByteSink
  ) {
    self.steps = steps
    self.paths = paths
    self.literals = literals
    self.slots = slots
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

  /// Fills the steps of a section, or of the nib, from a view, which is there until this returns.
  mutating func write(from first: Int, of view: UnsafeRawPointer) {
    views.append(view)
    write(from: first)
    views.removeLast()
  }

  private mutating func write(from first: Int) {
    guard let literals = literals.baseAddress else { return }
    var at = first
    while true {
      let step = steps[at]
      html.append(literal: literals + step.literal.lowerBound, count: step.literal.count)
      switch step.action {
      case .end: return
      case .value(let context):
        value(paths[step.path], context)
        at &+= 1
      case .section(let inverted, let next):
        section(paths[step.path], inverted: inverted, from: at &+ 1)
        at = next
      }
    }
  }

  private mutating func value(_ path: ViewPath, _ context: NibContext) {
    let place = views[path.depth] + path.offset
    // Where no slots are left, what is late has no content.
    if nodes != nil, path.type.isLate(at: place) { return leave(.value(slots[path.slot], context)) }
    // A list within an attribute could put an address together from several values; only the first may open it.
    if context == .address {
      let last = html.lastByte ?? before
      if last != 0x22, last != 0x27 { return }
    }
    switch path.kind {
    case .text:
      UnsafeMutablePointer(mutating: place.assumingMemoryBound(to: String.self)).pointee.write(context, into: &html)
    case .optionalText:
      UnsafeMutablePointer(mutating: place.assumingMemoryBound(to: String?.self)).pointee?.write(context, into: &html)
    case .markup: SlotContent.html(place.assumingMemoryBound(to: HTML.self).pointee).write(context, into: &html)
    case .flag, .view, .views, .other:
      let start = html.count
      path.type.content(at: place)?.write(context, into: &html)
      if path.type.isPassing { html.notePassing(from: start) }
    }
  }

  private mutating func section(_ path: ViewPath, inverted: Bool, from first: Int) {
    let place = views[path.depth] + path.offset
    if nodes != nil, path.type.isLate(at: place) {
      let outer = takeNodes()
      write(from: first)
      let inner = takeNodes()
      nodes = outer
      return leave(.section(slots[path.slot], inverted: inverted, inner))
    }
    let isShown =
      switch path.kind {
      case .text, .markup, .view: true
      case .optionalText: place.assumingMemoryBound(to: String?.self).pointee != nil
      case .flag: place.assumingMemoryBound(to: Bool.self).pointee
      case .views where !inverted: true
      case .views, .other: path.type.isShown(at: place)
      }
    guard isShown != inverted else { return }
    switch path.kind {
    case .view where !inverted: write(from: first, of: place)
    case .views where !inverted: path.type.forEachView(at: place) { write(from: first, of: $0) }
    default: write(from: first)
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

extension String {
  /// Writes a text from where it lies: a copy would be counted by one reference more, and again by one less, for each value of a page.
  ///
  /// Nothing is changed, so that it may lie in what others read: `withUTF8` makes contiguous what isn't, and is asked of what is.
  @inline(__always) fileprivate mutating func write(_ context: NibContext, into html: inout ByteSink) {
    guard isContiguousUTF8 else { return SlotContent.text(self).write(context, into: &html) }
    withUTF8 { if context == .address { html.address($0) } else { html.text($0) } }
  }
}
