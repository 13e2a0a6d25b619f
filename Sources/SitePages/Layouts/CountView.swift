import SiteTables
package import TableModel
package import TableRendering

/// `count.html`: the page with the number of rows of one table.
package struct CountView: NibView {
  package let frame: FrameView
  package let heading: String
  /// What the rows are narrowed by.
  package let summary: String?
  package let lateCount: LateCountView
  /// The page itself, while rows are still being counted.
  package let late: String?
  package let count: HTML
  package let tableAddress, timing: String

  package init(
    frame: FrameView, heading: String, summary: String?, lateCount: LateCountView, late: String?, count: HTML,
    tableAddress: String, timing: String
  ) {
    self.frame = frame
    self.heading = heading
    self.summary = summary
    self.lateCount = lateCount
    self.late = late
    self.count = count
    self.tableAddress = tableAddress
    self.timing = timing
  }
}

/// `late-count.html`: a number of rows in a list of tables, which may not be known when the list is shown.
package struct LateCountView: NibView {
  let countID, table, rowCount: String
  let countAddress, late: String?

  /// - Parameters:
  ///   - address: the page with nothing but the count.
  ///   - isLate: whether a script asks for what isn't known yet.
  ///   - counted: the page of rows that shows the number.
  package init(_ count: TableCount, of table: String, at address: String, isLate: Bool, counted: String) {
    self.table = table
    countID = CountText.id(ofLate: address)
    rowCount = CountText.short(count) ?? "count"
    countAddress = count.isExact ? nil : counted
    late = isLate && !count.isExact ? address : nil
  }
}
