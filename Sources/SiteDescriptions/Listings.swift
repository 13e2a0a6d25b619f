package import QuerySaving
import RichTextRendering
import SavedQueries
import SiteAccess
import SiteConfiguration
package import SitePages
package import SiteTables
import TableModel
import TableRendering
import TextCoding

/// A database's tables as JSON, under the names that Datasette gives them.
package struct DatabaseListing: Encodable {
  let ok: Bool
  let database, name: String
  let path: String
  let kind: String
  let color: String
  let isPrivate: Bool
  let size: Int?
  /// Why nothing is known of its tables.
  let error: String?
  let tables: [TableListing]
  let views: [TableListing]
  let queries: [StoredQueryListing]
  let sums: Sums
  let allowsStatements: Bool
  let metadata: DatabaseMetadata
  /// Whether rows are still being loaded.
  let loading: Bool?
  /// The tables that the listing of a whole site names first; `nil` in that of the database alone.
  let beginning: [TableListing]?

  /// How much there is of each kind.
  struct Sums {
    let tables, views, hidden: Int
    let rows, hiddenRows: Int
  }

  /// Tables and views that the listing of a site names first.
  private static let beginningLength = 5

  /// - Parameters:
  ///   - isPart: whether it stands in the listing of a site.
  ///   - saving: the queries that visitors have saved; left out where their file can't be read.
  package init(
    _ summary: DatabaseSummary, _ context: SiteContext, isPart: Bool = false, saving: SavedQueryPlace? = nil
  ) {
    let entry = summary.entry
    ok = summary.problem == nil
    error = summary.problem
    database = entry.name
    name = entry.name
    path = entry.address
    kind = summary.kind
    color = DatabaseColor(name: entry.name).text
    isPrivate = context.access.isPrivate(entry.name, nil)
    size = entry.database.storage?.byteCount
    let references = TableReferences(summary.tables)
    func listing(_ table: TableSummary) -> TableListing { TableListing(table, references, in: entry, context) }
    // Hidden ones last.
    let tablesAlone = summary.tables.filter { !$0.isView }
    tables = (tablesAlone.filter { !$0.isHidden } + tablesAlone.filter(\.isHidden)).map(listing)
    views = summary.tables.filter(\.isView).map(listing)
    let stored = summary.queries.map { StoredQueryListing($0, in: entry, context) }
    let saved = saving.flatMap { place in try? place.queries().map { StoredQueryListing($0, in: place) } }
    queries = stored + (saved ?? [])
    let visible = summary.visible
    // Of a table with very many rows, those that were counted.
    func rows(_ tables: [TableSummary]) -> Int { tables.reduce(0) { $0 + (listing($1).count ?? 0) } }
    sums = Sums(
      tables: visible.count { !$0.isView }, views: visible.count(where: \.isView), hidden: summary.hidden.count,
      rows: rows(visible.filter { !$0.isView }), hiddenRows: rows(summary.hidden))
    allowsStatements = context.mayQuery(entry)
    metadata = DatabaseMetadata(title: entry.notes.title, description: entry.notes.description?.line)
    loading = summary.isLoading
    beginning = isPart ? visible.prefix(Self.beginningLength).map(listing) : nil
  }

  private enum CodingKeys: String, CodingKey {
    case ok, database, name, path, kind, color, error, size, tables, views, queries, metadata, loading, hash
    case isPrivate = "private"
    case databaseColor = "database_color"
    case hiddenCount = "hidden_count"
    case hasMoreQueries = "queries_more"
    case queryCount = "queries_count"
    case allowsStatements = "allow_execute_sql"
    case tableColumns = "table_columns"
    case beginning = "tables_and_views_truncated"
    case hasMoreTables = "tables_and_views_more"
    case tableCount = "tables_count"
    case viewCount = "views_count"
    case rowSum = "table_rows_sum"
    case showsCounts = "show_table_row_counts"
    case hiddenRowSum = "hidden_table_rows_sum"
    case hiddenTableCount = "hidden_tables_count"
  }

  package func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(ok, forKey: .ok)
    try json.encode(database, forKey: .database)
    try json.encode(name, forKey: .name)
    try json.encode(path, forKey: .path)
    try json.encode(kind, forKey: .kind)
    try json.encode(color, forKey: .color)
    try json.encode(color, forKey: .databaseColor)
    try json.encodeNil(forKey: .hash)
    try json.encode(isPrivate, forKey: .isPrivate)
    try json.encode(size, forKey: .size)
    try json.encodeIfPresent(error, forKey: .error)
    try json.encode(tables, forKey: .tables)
    try json.encode(views, forKey: .views)
    try json.encode(queries, forKey: .queries)
    try json.encode(false, forKey: .hasMoreQueries)
    try json.encode(queries.count, forKey: .queryCount)
    try json.encode(allowsStatements, forKey: .allowsStatements)
    try json.encode(sums.hidden, forKey: .hiddenCount)
    if let beginning {
      try json.encode(beginning, forKey: .beginning)
      try json.encode(sums.tables + sums.views > beginning.count, forKey: .hasMoreTables)
    } else {
      var columns = json.nestedContainer(keyedBy: TableName.self, forKey: .tableColumns)
      for table in tables + views { try columns.encode(table.columns, forKey: TableName(table.name)) }
    }
    try json.encode(sums.tables, forKey: .tableCount)
    try json.encode(sums.views, forKey: .viewCount)
    try json.encode(sums.rows, forKey: .rowSum)
    try json.encode(true, forKey: .showsCounts)
    try json.encode(sums.hiddenRows, forKey: .hiddenRowSum)
    try json.encode(sums.hidden, forKey: .hiddenTableCount)
    try json.encode(metadata, forKey: .metadata)
    try json.encodeIfPresent(loading, forKey: .loading)
  }

  private struct TableName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// What the site's owner says of a database.
struct DatabaseMetadata: Encodable {
  let title: String?
  let description: String?
}

/// A color that a database always has, for programs that draw several.
package struct DatabaseColor {
  /// Six hexadecimal digits.
  package let text: String

  package init(name: String) {
    // FNV-1a: the same on every machine and in every run.
    let hash = name.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let digits = String(hash & 0xFF_FFFF, radix: 16)
    text = String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// One statement of the site's owner, or one that somebody has saved, in a listing.
struct StoredQueryListing: Encodable {
  let name: String
  let path: String
  let title: String?
  let description: String?
  let sql: String
  let params: [String]
  let hidesStatement: Bool
  let isPrivate: Bool

  init(_ query: StoredQuery, in entry: SiteMap.DatabaseEntry, _ context: SiteContext) {
    name = query.name
    path = entry.address(ofTable: query.name)
    title = query.title
    description = query.description?.line
    sql = query.statement
    params = query.parameters
    hidesStatement = query.hidesStatement
    isPrivate = context.access.isPrivate(query, entry.name)
  }

  init(_ query: SavedQuery, in place: SavedQueryPlace) {
    let content = query.content
    (name, title, sql) = (content.name, content.name, content.statement)
    path = place.address(of: query)
    description = content.description.isEmpty ? nil : content.description
    params = []
    hidesStatement = false
    isPrivate = !content.isShared
  }

  private enum CodingKeys: String, CodingKey {
    case name, path, title, description, sql, params
    case hidesStatement = "hide_sql"
    case isPrivate = "private"
  }
}

/// A whole site as JSON: databases by name, and the tables built in code.
package struct SiteListing: Encodable {
  let ok = true
  let databases: [DatabaseListing]
  let tables: [MountedListing]
  let metadata: DatabaseMetadata

  struct MountedListing: Encodable {
    let title: String
    let path: String
    let summary: String?
  }

  package init(_ summaries: [DatabaseSummary], _ controllers: [SiteMap.ControllerEntry], _ context: SiteContext) {
    databases = summaries.map { DatabaseListing($0, context, isPart: true) }
    tables = controllers.map {
      MountedListing(title: $0.controller.title, path: $0.address, summary: $0.controller.summary)
    }
    metadata = DatabaseMetadata(title: context.file.title, description: context.file.description?.line)
  }
}
