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
    let presentation = mounted.presentation(for: try await mounted.table.schema(), context)
    let table = presentation.schema.table
    let arguments = try presentation.arguments(ofPart: request, in: entry)
    let count = try await mounted.table.awaitedCount(of: arguments.query.selection)
    guard request.format == .html else {
      return PageAnswer(try Response(encoding: CountListing(database: entry.name, table: table, count, request)))
    }
    let items = arguments.items(schema: presentation.schema, limits: presentation.limits)
    let rows = presentation.address.with(items), counted = presentation.address.with(items + [("_count", "exact")])
    let total = arguments.query.selection.isEverything ? nil : await Self.total(of: mounted)
    let own = entry.countAddress(ofTable: table)
    let isUnderWay = if case .counting = count { true } else { false }
    let frame = PageLayout(
      title: "Rows of \(table) · \(entry.heading)",
      crumbs: entry.crumbs + [.init(title: table, address: rows), .init(title: "Count")],
      alternate: (own + ".json").with(items), returnTo: own.with(items),
      preferences: request.preferences, flash: request.flash, visitor: request.visitor,
      database: entry, hasLateParts: isUnderWay)
    let view = CountView(
      frame: frame.view(context), heading: "Rows of \(table)",
      summary: presentation.summary(of: arguments),
      lateCount: LateCountView(
        count, of: table, at: request.target, isLate: isUnderWay, counted: counted),
      late: isUnderWay ? request.target : nil,
      count: HTML {
        CountText.write(
          count, of: total, countAll: { $0.address(counted) }, stop: { $0.address(rows) }, into: &$0)
      },
      tableAddress: rows, timing: "Counted in \(request.timing)")
    return PageAnswer(
      Response(
        html: try context.nibs.count.string(view), headers: PageHeaders.html(alternate: (own + ".json").with(items)))
    )
  }

  /// How many rows there are without filters, as far as that is known or found at a glance.
  private static func total(of mounted: MountedTable) async -> TableCount {
    var all = TableQuery()
    all.counting = .later
    return (try? await mounted.table.count(all)) ?? .unknown
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
