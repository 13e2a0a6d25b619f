package import SiteTables
package import TableModel
import TableRendering

/// `count.html`: the page with the number of rows of one table.
package struct CountView: NibView {
  package let frame: FrameView
  package let heading: String
  /// What the rows are narrowed by.
  package let summary: String?
  package let lateCount: LateCountView
  package let tableAddress, timing: String

  package init(
    frame: FrameView, heading: String, summary: String?, lateCount: LateCountView, tableAddress: String,
    timing: String
  ) {
    self.frame = frame
    self.heading = heading
    self.summary = summary
    self.lateCount = lateCount
    self.tableAddress = tableAddress
    self.timing = timing
  }
}

/// `late-count.html`: a number of rows in a list of tables, which may not be known when the list is shown.
package struct LateCountView: NibView {
  let countID, table, rowCount: String
  let countAddress, late: String?

  /// - Parameters:
  ///   - isLate: whether a script asks for what isn't known yet.
  ///   - counted: the page that shows the number; that of all rows if `nil`.
  package init(
    _ count: TableCount, of table: String, in entry: SiteMap.DatabaseEntry, isLate: Bool, counted: String? = nil
  ) {
    let address = entry.address(ofTable: table)
    let isKnown = if case .exact = count { true } else { false }
    self.table = table
    countID = DOMID.section(indexTitle: "count " + address)
    rowCount = CountText.short(count) ?? "count"
    countAddress = isKnown ? nil : counted ?? address + "?_count=exact"
    late = isLate && !isKnown ? entry.countAddress(ofTable: table) : nil
  }
}
