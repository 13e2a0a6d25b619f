import SiteTables
package import TableRendering

/// What fills the slots of the frame around a list of tables, written straight into the page.
package struct ListingFrameSource: NibSource {
  let frame: ListingFrame
  /// How many there are, in words.
  let count: HTML
  /// Lines about them.
  let notices: HTML?
  let list: HTML
  /// What took as long as the page says.
  let work: String
  let flash, account: HTML?
  let receivedAt: ContinuousClock.Instant

  package init(
    _ frame: ListingFrame, _ list: HTML, count: HTML, notices: HTML?, work: String, flash: HTML?,
    account: HTML?, receivedAt: ContinuousClock.Instant
  ) {
    self.frame = frame
    self.list = list
    self.count = count
    self.notices = notices
    self.work = work
    self.flash = flash
    self.account = account
    self.receivedAt = receivedAt
  }

  /// Writes the page.
  package func write(into html: inout ByteSink) { frame.write(self, into: &html) }

  /// How large the page is likely to become.
  package var expectedBytes: Int { frame.expectedBytes }

  package func isPresent(_ slot: Int) -> Bool {
    switch frame.slots[slot] {
    case .account: account != nil
    case .flash: flash != nil
    case .notices: notices != nil
    case .count, .listing, .timing: true
    case nil: false
    }
  }

  package func write(_ slot: Int, _ context: NibContext, into html: inout ByteSink) {
    switch frame.slots[slot] {
    case .account: if let account { html.html(account) }
    case .flash: if let flash { html.html(flash) }
    case .count: html.html(count)
    case .notices: if let notices { html.html(notices) }
    case .listing: html.html(list)
    case .timing: TimingText.write(work, since: receivedAt, into: &html)
    case nil: return
    }
  }
}
