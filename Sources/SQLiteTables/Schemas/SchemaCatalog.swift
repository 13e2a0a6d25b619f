internal import TableModel

/// The names of a database under one version of its schema, and how its tables refer to each other.
final class SchemaCatalog: Sendable {
  /// A table or view.
  struct Entry: Sendable {
    enum Kind: Sendable { case table, view, virtual }
    var name: String
    var kind: Kind
    var isHidden: Bool
    var isWithoutRowID: Bool
  }

  /// A column that refers to another table. Keys of several columns are not among these: no one value names their row.
  struct ForeignKey: Sendable {
    var table: String
    var column: String
    var referencedTable: String
    /// The column referred to; `nil` for the primary key.
    var referencedColumn: String?
  }

  /// The number that SQLite raises with every change of the schema.
  let schemaVersion: Int
  /// Tables and views, by name.
  let entries: [Entry]
  let foreignKeys: [ForeignKey]
  /// The columns that somebody has chosen for what rows are called.
  let labelColumns: [String: String]
  private let indexes: [FullTextIndex]
  private let positions: [String: Int]

  init(
    schemaVersion: Int, entries: [Entry], foreignKeys: [ForeignKey], indexes: [FullTextIndex],
    labelColumns: [String: String] = [:]
  ) {
    self.labelColumns = labelColumns
    self.schemaVersion = schemaVersion
    self.entries = entries
    self.foreignKeys = foreignKeys
    self.indexes = indexes
    positions = Dictionary(entries.enumerated().map { (Self.folded($1.name), $0) }) { first, _ in first }
  }

  /// The same without some tables: neither they nor what refers to them or from them is there.
  func restricted(to isReadable: TableRestriction) -> SchemaCatalog {
    let entries = entries.filter { isReadable($0.name, $0.isHidden) }
    let names = Set(entries.map { Self.folded($0.name) })
    return SchemaCatalog(
      schemaVersion: schemaVersion, entries: entries,
      foreignKeys: foreignKeys.filter {
        names.contains(Self.folded($0.table)) && names.contains(Self.folded($0.referencedTable))
      }, indexes: indexes, labelColumns: labelColumns)
  }

  /// The table or view of a name, as SQLite compares names.
  func entry(named name: String) -> Entry? { positions[Self.folded(name)].map { entries[$0] } }

  /// The column that the rows of a table are called by: the chosen one, else what is found.
  func labelColumn(of table: TableStructure) -> Int? {
    labelColumns[Self.folded(table.entry.name)].flatMap { table.position(of: $0) } ?? table.labelColumn
  }

  /// What the columns of a table refer to.
  func foreignKeys(of table: String) -> [TableSummary.ForeignKey] {
    let table = Self.folded(table)
    return foreignKeys.filter { Self.folded($0.table) == table }.map {
      .init(
        column: $0.column, referencedTable: entry(named: $0.referencedTable)?.name ?? $0.referencedTable,
        referencedColumn: $0.referencedColumn)
    }
  }

  /// The full-text indexes of a table's texts, the latest kind first; a table may be one itself.
  func indexes(of table: String) -> [FullTextIndex] {
    let table = Self.folded(table)
    return indexes.filter { index in
      if case .table(let content) = index.content, Self.folded(content) == table { return true }
      return Self.folded(index.name) == table
    }.sorted { $0.module.rawValue > $1.module.rawValue }
  }

  /// A name without regard to the case of ASCII letters, and of those alone.
  static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
