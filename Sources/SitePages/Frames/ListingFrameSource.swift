import SiteTables
package import TableRendering

/// What fills the slots of the frame around a list of tables, written straight into the page.
package struct ListingFrameSource<List: NibView>: NibSource {
  let frame: ListingFrame
  /// How many there are, in words.
  let count: HTML
  /// Lines about them.
  let notices: HTML?
  let nib: ViewNib<List>
  let list: List
  /// What took as long as the page says.
  let work: String
  let flash, account: HTML?
  let receivedAt: ContinuousClock.Instant

  /// - Parameter nib: that of the list.
  package init(
    _ frame: ListingFrame, _ nib: ViewNib<List>, _ list: List, count: HTML, notices: HTML?, work: String, flash: HTML?,
    account: HTML?, receivedAt: ContinuousClock.Instant
  ) {
    self.frame = frame
    self.nib = nib
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
    case .listing: nib.write(list, into: &html)
    case .timing: TimingText.write(work, since: receivedAt, into: &html)
    case nil: return
    }
  }
}
