internal import Synchronization
package import TableModel

/// The names of a database under one version of its schema, and how its tables refer to each other.
package final class SchemaCatalog: Sendable {
  /// A table or view.
  package struct Entry: Sendable {
    package enum Kind: Sendable { case table, view, virtual }
    package var name: String
    package var kind: Kind
    package var isHidden: Bool
    package var isWithoutRowID: Bool
    /// Whether values of other types than the declared ones are refused, and those of columns of any type stay as they are.
    package var isStrict: Bool
    /// The tables that it is made of, where it is tables of one shape seen as one; see `TableUnion`.
    package var members: [String] = []

    package init(name: String, kind: Kind, isHidden: Bool, isWithoutRowID: Bool, isStrict: Bool) {
      (self.name, self.kind, self.isHidden) = (name, kind, isHidden)
      (self.isWithoutRowID, self.isStrict) = (isWithoutRowID, isStrict)
    }
  }

  /// One or more columns that together refer to a row of another table.
  package struct ForeignKey: Sendable {
    package var table: String
    package var columns: [String]
    package var referencedTable: String
    /// The columns referred to, one for each; empty for the primary key.
    package var referencedColumns: [String]

    package init(table: String, columns: [String], referencedTable: String, referencedColumns: [String]) {
      (self.table, self.columns) = (table, columns)
      (self.referencedTable, self.referencedColumns) = (referencedTable, referencedColumns)
    }
  }

  /// The number that the engine raises with every change of the schema.
  package let schemaVersion: Int
  /// Tables and views, by name.
  package let entries: [Entry]
  package let foreignKeys: [ForeignKey]
  /// The columns that somebody has chosen for what rows are called.
  package let labelColumns: [String: [String]]
  /// How the engine of the database writes its statements.
  package let dialect: any SQLDialect
  /// Whether changes are written down in a table of this program's own.
  package let hasAudit: Bool
  private let indexes: [any TextIndex]
  /// By the table that refers.
  private let keysOfTables: [String: [ForeignKey]]
  private let positions: [String: Int]
  private let namings = Mutex<[String: RowNaming]>([:])

  package init(
    schemaVersion: Int, entries: [Entry], foreignKeys: [ForeignKey], indexes: [any TextIndex],
    labelColumns: [String: [String]] = [:], in dialect: any SQLDialect
  ) {
    self.labelColumns = labelColumns
    self.dialect = dialect
    self.schemaVersion = schemaVersion
    self.entries = entries
    self.foreignKeys = foreignKeys
    keysOfTables = Dictionary(grouping: foreignKeys) { dialect.folded($0.table) }
    self.indexes = indexes
    positions = Dictionary(entries.enumerated().map { (dialect.folded($1.name), $0) }) { first, _ in first }
    hasAudit = positions[dialect.folded(AuditLine.tableName)] != nil
  }

  /// The same without some tables: neither they nor what refers to them or from them is there.
  package func restricted(to isReadable: TableRestriction) -> SchemaCatalog {
    let entries = entries.filter { isReadable($0.name, $0.isHidden) }
    let names = Set(entries.map { dialect.folded($0.name) })
    return SchemaCatalog(
      schemaVersion: schemaVersion, entries: entries,
      foreignKeys: foreignKeys.filter {
        names.contains(dialect.folded($0.table)) && names.contains(dialect.folded($0.referencedTable))
      }, indexes: indexes, labelColumns: labelColumns, in: dialect)
  }

  /// The table or view of a name, as the engine compares names.
  package func entry(named name: String) -> Entry? { positions[dialect.folded(name)].map { entries[$0] } }

  /// The table or view of a name, or the tables that a name with `*` stands for, seen as one.
  package func entryOrUnion(named name: String) -> Entry? {
    if let entry = entry(named: name) { return entry }
    guard name.contains("*") else { return nil }
    let names = entries.filter { $0.kind == .table && !$0.isHidden }.map(\.name)
    let members = TableUnion.members(of: name, among: names, dialect.folded)
    guard !members.isEmpty else { return nil }
    var entry = Entry(name: name, kind: .view, isHidden: false, isWithoutRowID: false, isStrict: false)
    entry.members = members
    return entry
  }

  /// What the rows of a table are called: by the columns that somebody has chosen, else by what is found, once.
  /// - Parameter evidence: looks at some rows; see `RowNaming`.
  package func naming(
    of table: TableStructure, _ evidence: ([[Int]]) throws -> [NameEvidence?]
  ) rethrows -> RowNaming {
    let name = dialect.folded(table.entry.name)
    if let known = namings.withLock({ $0[name] }) { return known }
    let references = foreignKeys(of: table.entry.name).filter { $0.columns.count == 1 }.flatMap(\.columns)
    var found = try RowNaming(of: table, references: Set(references.compactMap(table.position)), evidence)
    if let chosen = labelColumns[name]?.compactMap(table.position), !chosen.isEmpty { found.columns = chosen }
    return namings.withLock { namings in
      let kept = namings[name] ?? found
      namings[name] = kept
      return kept
    }
  }

  /// What a table refers to.
  package func foreignKeys(of table: String) -> [ForeignKey] { keysOfTables[dialect.folded(table)] ?? [] }

  /// The same for a list of tables.
  package func summaries(ofForeignKeysOf table: String) -> [TableSummary.ForeignKey] {
    foreignKeys(of: table).map {
      .init(
        columns: $0.columns, referencedTable: entry(named: $0.referencedTable)?.name ?? $0.referencedTable,
        referencedColumns: $0.referencedColumns)
    }
  }

  /// The indexes of a table's texts, the best first; a table may be one itself.
  package func indexes(of table: String) -> [any TextIndex] {
    let table = dialect.folded(table)
    return indexes.filter { dialect.folded($0.name) == table || $0.indexedTable.map(dialect.folded) == table }
      .sorted { $0.rank > $1.rank }
  }
}
