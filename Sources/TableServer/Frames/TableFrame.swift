internal import MicroHTTP
import TableModel
import TableRendering

/// A page's nib with everything filled in that is the same for every page of one query; what remains are these slots.
struct TableFrame: Sendable {
  /// What is filled in for each request.
  enum Slot: String, Sendable {
    case count, caption, header, rows, footer, previous, next, timing
  }

  let nib: Nib
  let slots: [Slot?]
  /// What the line at the foot of the page says behind the time.
  let engine: String
  /// The address of the query's first page, ready for one more argument.
  let addressPrefix: String
  /// Where an exact count is asked for, and where one that is under way is left alone.
  let countAll: String, stopCounting: String
  /// The reusable cells of the rows.
  let pool: RenderingPool
  let headers: [Header]

  init(_ nib: Nib, _ grid: GridFrame, engine: String, pool: RenderingPool) {
    self.nib = nib
    self.engine = engine
    self.pool = pool
    headers = PageHeaders.html(alternate: grid.alternate)
    slots = nib.slotNames.map(Slot.init)
    let first = grid.link()
    addressPrefix = first + (first.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")
    countAll = grid.link { $0.query.count = .exact }
    stopCounting = grid.link { $0.query.count = .quick }
  }

  /// The address of a page of the same query. Tokens stand in addresses as they are.
  func address(_ position: PagePosition) -> String {
    switch position {
    case .first: String(addressPrefix.dropLast())
    case .after(let token): addressPrefix + "_next=" + token.text
    case .before(let token): addressPrefix + "_previous=" + token.text
    }
  }
}

/// What fills the slots of a frame. The rows are drawn into the page when their slot is reached, so nothing is copied.
struct TableFrameSource: NibSource {
  let slots: [TableFrame.Slot?]
  let count: HTML?
  let caption: String
  let previous: String?
  let next: String?
  let timing: String
  var header: ((inout ByteSink) -> Void)?
  let rows: (inout ByteSink) -> Void
  var footer: ((inout ByteSink) -> Void)?

  func isPresent(_ slot: Int) -> Bool {
    switch slots[slot] {
    case .previous: previous != nil
    case .next: next != nil
    case .count: count != nil
    case .header: header != nil
    case .footer: footer != nil
    case .caption, .rows, .timing: true
    case nil: false
    }
  }

  func write(_ slot: Int, _ context: NibContext, into html: inout ByteSink) {
    switch slots[slot] {
    case .count: if let count { html.html(count) }
    case .caption: html.text(caption)
    case .header: header?(&html)
    case .rows: rows(&html)
    case .footer: footer?(&html)
    case .previous: if let previous { html.address(previous) }
    case .next: if let next { html.address(next) }
    case .timing: html.text(timing)
    case nil: break
    }
  }
}
