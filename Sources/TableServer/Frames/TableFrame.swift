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

  init(_ nib: Nib, engine: String) {
    self.nib = nib
    self.engine = engine
    slots = nib.slotNames.map(Slot.init)
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
