internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// Answers the number of rows of a table alone: lists of tables don't wait for it.
struct CountResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables

  func answer(_ name: String, in entry: SiteMap.DatabaseEntry, _ request: PageRequest) async throws -> PageAnswer {
    let mounted = try await tables.table(name, in: entry)
    let table = try await mounted.table.schema().table
    let count = try await mounted.table.exactCount()
    guard request.format == .html else {
      return PageAnswer(try Response(encoding: CountListing(database: entry.name, table: table, count, request)))
    }
    let frame = PageLayout(
      title: "Rows of \(table) · \(entry.heading)",
      crumbs: entry.crumbs + [.init(title: table, address: entry.address(ofTable: table)), .init(title: "Count")],
      alternate: entry.countAddress(ofTable: table) + ".json", returnTo: entry.countAddress(ofTable: table),
      preferences: request.preferences, flash: request.flash, visitor: request.visitor)
    let view = CountView(
      frame: frame.view(context), heading: "Rows of \(table)",
      lateCount: LateCountView(count, of: table, in: entry, isLate: false),
      tableAddress: entry.address(ofTable: table), timing: "Counted in \(request.timing)")
    return PageAnswer(Response(html: context.nibs.count.string(view), headers: PageHeaders.html()))
  }
}

/// The number of rows of a table as JSON.
private struct CountListing: Encodable {
  var ok = true
  let database: String
  let table: String
  let count: Int?
  let isTruncated: Bool
  let loading: Bool?

  init(database: String, table: String, _ count: TableCount, _ request: PageRequest) {
    loading = request.isLoading
    self.database = database
    self.table = table
    switch count {
    case .exact(let number): (self.count, isTruncated) = (number, false)
    case .moreThan(let number), .counting(let number): (self.count, isTruncated) = (number, true)
    case .unknown: (self.count, isTruncated) = (nil, false)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case ok, database, table, count, loading
    case isTruncated = "count_truncated"
  }
}
