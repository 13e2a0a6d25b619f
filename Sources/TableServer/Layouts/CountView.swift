import TableModel
import TableRendering

/// `count.html`: the page with the number of rows of one table.
struct CountView: NibView {
  let frame: FrameView
  let heading: String
  let lateCount: LateCountView
  let tableAddress, timing: String
}

/// `late-count.html`: a number of rows in a list of tables, which may not be known when the list is shown.
struct LateCountView: NibView {
  let countID, table, rowCount: String
  let countAddress, late: String?

  /// - Parameter isLate: whether a script asks for what isn't known yet.
  init(_ count: TableCount, of table: String, in entry: SiteMap.DatabaseEntry, isLate: Bool) {
    let address = entry.address(ofTable: table)
    let isKnown = if case .exact = count { true } else { false }
    self.table = table
    countID = DOMID.section(indexTitle: "count " + address)
    rowCount = CountText.short(count) ?? "count"
    countAddress = isKnown ? nil : address + "?_count=exact"
    late = isLate && !isKnown ? entry.countAddress(ofTable: table) : nil
  }
}
