import RichTextRendering
import SiteAccess
import SiteConfiguration
import SitePages
import SiteTables
import TableModel
import TextCoding

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
  let isPrivate: Bool
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

  init(
    _ table: TableSummary, _ references: TableReferences, in entry: SiteMap.DatabaseEntry, _ context: SiteContext
  ) {
    name = table.name
    let notes = entry.notes.table(named: table.name)
    title = notes?.title
    description = notes?.description?.line
    path = entry.address(ofTable: table.name)
    columns = table.columns
    primaryKeys = table.primaryKeys
    hidden = table.isHidden
    searchIndex = table.searchIndex
    isPrivate = context.access.isPrivate(entry.name, table.name)
    foreignKeys = ForeignKeys(
      incoming: references.incoming(to: table.name).sorted {
        ($0.table, $0.key.columns.first ?? "") < ($1.table, $1.key.columns.first ?? "")
      }.map { other, key in
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
    case textIndex = "fts_table"
    case isPrivate = "private"
    case foreignKeys = "foreign_keys"
    case isCountTruncated = "count_truncated"
  }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(name, forKey: .name)
    try json.encodeIfPresent(title, forKey: .title)
    try json.encodeIfPresent(description, forKey: .description)
    try json.encode(path, forKey: .path)
    try json.encode(columns, forKey: .columns)
    try json.encode(primaryKeys, forKey: .primaryKeys)
    try json.encode(count, forKey: .count)
    try json.encode(isCountTruncated, forKey: .isCountTruncated)
    try json.encode(hidden, forKey: .hidden)
    try json.encodeIfPresent(searchIndex, forKey: .searchIndex)
    // Its name in Datasette, where it is null for a table without one.
    try json.encode(searchIndex, forKey: .textIndex)
    try json.encode(foreignKeys, forKey: .foreignKeys)
    try json.encode(isPrivate, forKey: .isPrivate)
  }
}
