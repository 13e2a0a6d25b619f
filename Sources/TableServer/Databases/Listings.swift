import TableModel

/// A database's tables as JSON, under the names that Datasette gives them.
struct DatabaseListing: Encodable {
  var ok = true
  let database: String
  let path: String
  let kind: String
  let tables: [TableListing]
  let views: [TableListing]
  let hiddenCount: Int

  init(_ summary: DatabaseSummary) {
    database = summary.entry.name
    path = summary.entry.address
    kind = summary.kind
    tables = summary.tables.filter { !$0.isView }.map { TableListing($0, in: summary.entry) }
    views = summary.tables.filter(\.isView).map { TableListing($0, in: summary.entry) }
    hiddenCount = summary.hidden.count
  }

  private enum CodingKeys: String, CodingKey {
    case ok, database, path, kind, tables, views
    case hiddenCount = "hidden_count"
  }
}

/// One table in a listing.
struct TableListing: Encodable {
  let name: String
  let path: String
  let columns: [String]
  let primaryKeys: [String]
  let count: Int?
  let isCountTruncated: Bool
  let hidden: Bool

  init(_ table: TableSummary, in entry: SiteMap.DatabaseEntry) {
    name = table.name
    path = entry.address(ofTable: table.name)
    columns = table.columns
    primaryKeys = table.primaryKeys
    hidden = table.isHidden
    switch table.count {
    case .exact(let number): (count, isCountTruncated) = (number, false)
    case .moreThan(let number): (count, isCountTruncated) = (number, true)
    case .unknown, .counting: (count, isCountTruncated) = (nil, false)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case name, path, columns, count, hidden
    case primaryKeys = "primary_keys"
    case isCountTruncated = "count_truncated"
  }
}

/// A whole site as JSON: databases by name, and the tables built in code.
struct SiteListing: Encodable {
  let databases: [DatabaseListing]
  let tables: [MountedListing]

  struct MountedListing: Encodable {
    let title: String
    let path: String
    let summary: String?
  }

  init(_ summaries: [DatabaseSummary], _ controllers: [SiteMap.ControllerEntry]) {
    databases = summaries.map(DatabaseListing.init)
    tables = controllers.map {
      MountedListing(title: $0.controller.title, path: $0.address, summary: $0.controller.summary)
    }
  }
}
