import RichTextRendering
import SiteConfiguration
package import SiteTables
import TableModel
import TableRendering
import TextCoding

/// A database's tables as JSON, under the names that Datasette gives them.
package struct DatabaseListing: Encodable {
  let ok: Bool
  let database: String
  let path: String
  let kind: String
  /// Why nothing is known of its tables.
  let error: String?
  let tables: [TableListing]
  let views: [TableListing]
  let queries: [StoredQueryListing]
  let hiddenCount: Int
  /// Whether rows are still being loaded.
  let loading: Bool?

  package init(_ summary: DatabaseSummary) {
    ok = summary.problem == nil
    error = summary.problem
    database = summary.entry.name
    path = summary.entry.address
    kind = summary.kind
    let references = TableReferences(summary.tables)
    tables = summary.tables.filter { !$0.isView }.map { TableListing($0, references, in: summary.entry) }
    views = summary.tables.filter(\.isView).map { TableListing($0, references, in: summary.entry) }
    let entry = summary.entry
    queries = summary.queries.map { StoredQueryListing($0, in: entry) }
    hiddenCount = summary.hidden.count
    loading = summary.isLoading
  }

  private enum CodingKeys: String, CodingKey {
    case ok, database, path, kind, error, tables, views, queries, loading
    case hiddenCount = "hidden_count"
  }
}

/// One statement of the site's owner in a listing.
struct StoredQueryListing: Encodable {
  let name: String
  let path: String
  let title: String?
  let description: String?
  let sql: String
  let params: [String]
  let hidesStatement: Bool

  init(_ query: StoredQuery, in entry: SiteMap.DatabaseEntry) {
    name = query.name
    path = entry.address(ofTable: query.name)
    title = query.title
    description = query.description?.line
    sql = query.statement
    params = query.parameters
    hidesStatement = query.hidesStatement
  }

  private enum CodingKeys: String, CodingKey {
    case name, path, title, description, sql, params
    case hidesStatement = "hide_sql"
  }
}

/// How the tables of a database refer to each other, found once for all of them.
struct TableReferences {
  private var keys: [String: [String]] = [:]
  private var incoming: [String: [(table: String, key: TableSummary.ForeignKey)]] = [:]

  init(_ tables: [TableSummary]) {
    for table in tables {
      keys[table.name] = table.primaryKeys
      for key in table.foreignKeys { incoming[key.referencedTable, default: []].append((table.name, key)) }
    }
  }

  func primaryKeys(of table: String) -> [String]? { keys[table] }

  /// What refers to a table.
  func incoming(to table: String) -> [(table: String, key: TableSummary.ForeignKey)] { incoming[table] ?? [] }
}

/// One table in a listing.
struct TableListing: Encodable {
  let name: String
  let title: String?
  let description: String?
  let path: String
  let columns: [String]
  let primaryKeys: [String]
  let count: Int?
  let isCountTruncated: Bool
  let hidden: Bool
  let searchIndex: String?
  let foreignKeys: ForeignKeys

  /// What refers to other tables, and what refers to this one.
  struct ForeignKeys: Encodable {
    let incoming: [ForeignKey]
    let outgoing: [ForeignKey]
  }

  struct ForeignKey: Encodable {
    let otherTable: String
    /// Those here and there, where one is enough.
    let column, otherColumn: String?
    /// Those where it takes several.
    let columns, otherColumns: [String]?

    init(_ otherTable: String, columns: [String], otherColumns: [String]) {
      self.otherTable = otherTable
      (column, otherColumn) = (columns.only, otherColumns.only)
      (self.columns, self.otherColumns) = columns.count > 1 ? (columns, otherColumns) : (nil, nil)
    }

    private enum CodingKeys: String, CodingKey {
      case column, columns
      case otherTable = "other_table"
      case otherColumn = "other_column"
      case otherColumns = "other_columns"
    }
  }

  init(_ table: TableSummary, _ references: TableReferences, in entry: SiteMap.DatabaseEntry) {
    name = table.name
    let notes = entry.notes.table(named: table.name)
    title = notes?.title
    description = notes?.description?.line
    path = entry.address(ofTable: table.name)
    columns = table.columns
    primaryKeys = table.primaryKeys
    hidden = table.isHidden
    searchIndex = table.searchIndex
    foreignKeys = ForeignKeys(
      incoming: references.incoming(to: table.name).map { other, key in
        ForeignKey(
          other, columns: key.referencedColumns.isEmpty ? table.primaryKeys : key.referencedColumns,
          otherColumns: key.columns)
      },
      outgoing: table.foreignKeys.map { key in
        ForeignKey(
          key.referencedTable, columns: key.columns,
          otherColumns: key.referencedColumns.isEmpty
            ? references.primaryKeys(of: key.referencedTable) ?? [] : key.referencedColumns)
      })
    switch table.count {
    case .exact(let number): (count, isCountTruncated) = (number, false)
    case .moreThan(let number): (count, isCountTruncated) = (number, true)
    case .unknown, .counting: (count, isCountTruncated) = (nil, false)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case name, title, description, path, columns, count, hidden
    case primaryKeys = "primary_keys"
    case searchIndex = "search_index"
    case foreignKeys = "foreign_keys"
    case isCountTruncated = "count_truncated"
  }
}

/// A whole site as JSON: databases by name, and the tables built in code.
package struct SiteListing: Encodable {
  let databases: [DatabaseListing]
  let tables: [MountedListing]

  struct MountedListing: Encodable {
    let title: String
    let path: String
    let summary: String?
  }

  package init(_ summaries: [DatabaseSummary], _ controllers: [SiteMap.ControllerEntry]) {
    databases = summaries.map(DatabaseListing.init)
    tables = controllers.map {
      MountedListing(title: $0.controller.title, path: $0.address, summary: $0.controller.summary)
    }
  }
}
