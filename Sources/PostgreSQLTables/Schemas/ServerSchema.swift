internal import SQLTables
internal import Synchronization
internal import TableModel

/// The tables of a database under one state of its schema, and what was found out about them.
final class ServerSchema: Sendable {
  let catalog: SchemaCatalog
  /// By their names here.
  let relations: [String: Relation]
  let dialect: PostgreSQLDialect
  /// The references, and what they do when rows go.
  let cascades: [Cascade]
  /// The server's version, as it writes it.
  let serverVersion: String
  /// Whether the server tells the state of its data; see `VersionStatement`.
  let isVersioned: Bool
  /// What tells this state from another one.
  let fingerprint: Int
  private let tables = Mutex<[String: TableState]>([:])

  /// - Parameter answers: those to the statements of `CatalogStatements`, in the order of `requests`.
  init(_ answers: [PostgreSQLRows], version: Int, labelColumns: [String: [String]]) {
    var relations = Self.relations(answers[0])
    let positions = Dictionary(uniqueKeysWithValues: relations.enumerated().map { ($1.number, $0) })
    Self.addColumns(answers[1], positions, to: &relations)
    let references = Self.addConstraints(answers[2], positions, to: &relations)
    Self.addIndexes(answers[3], positions, to: &relations)
    Self.addSearchIndexes(answers[4], positions, to: &relations)
    dialect = PostgreSQLDialect(
      places: Dictionary(
        relations.map { ($0.name, ($0.schema, $0.relationName)) }, uniquingKeysWith: { first, _ in first }))
    let cascades = references.compactMap { Self.cascade($0, relations, positions) }
    self.cascades = cascades
    let structures = relations.map { [dialect] in $0.structure(in: dialect) }
    catalog = SchemaCatalog(
      schemaVersion: version, entries: structures.map(\.entry),
      foreignKeys: cascades.map {
        .init(
          table: $0.table, columns: $0.columns, referencedTable: $0.referencedTable,
          referencedColumns: $0.referencedColumns)
      }, indexes: [],
      labelColumns: labelColumns, in: dialect)
    self.relations = Dictionary(relations.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    serverVersion = answers[5].text(0, 0)?.split(separator: " ").first.map(String.init) ?? ""
    isVersioned = answers[5].integer(0, 1) != 0
    fingerprint = Self.fingerprint(answers)
  }

  private init(
    _ catalog: SchemaCatalog, _ relations: [String: Relation], partOf whole: ServerSchema
  ) {
    (self.catalog, self.relations) = (catalog, relations)
    (dialect, fingerprint, serverVersion) = (whole.dialect, whole.fingerprint, whole.serverVersion)
    isVersioned = whole.isVersioned
    cascades = []
  }

  /// The same without some tables: neither they nor what refers to them or from them is there, nor anything that was found out for others.
  func restricted(to isReadable: TableRestriction) -> ServerSchema {
    ServerSchema(
      catalog.restricted(to: isReadable), relations.filter { isReadable($0.key, $0.value.isHidden) }, partOf: self)
  }

  static var requests: [PostgreSQLRequest] {
    [
      CatalogStatements.relations, CatalogStatements.columns, CatalogStatements.constraints, CatalogStatements.indexes,
      CatalogStatements.searchIndexes,
      "SELECT current_setting('server_version'), CAST(\(VersionStatement.isSupported) AS integer)",
    ].map { PostgreSQLRequest($0, recurs: true) }
  }

  /// A table, or the tables that a name with `*` stands for, seen as one.
  func relation(named name: String) -> Relation? {
    if let known = relations[name] { return known }
    guard let union = catalog.entryOrUnion(named: name) else { return nil }
    return Relation(union: union, of: union.members.compactMap { relations[$0] }, in: dialect)
  }

  func structure(of entry: SchemaCatalog.Entry) -> TableStructure? {
    relations[entry.name].map { $0.structure(in: dialect) }
  }

  /// What is known of a table; made when first asked for.
  func state(of name: String) -> TableState {
    tables.withLock { tables in
      if let known = tables[name] { return known }
      let state = TableState(name: name)
      tables[name] = state
      return state
    }
  }

  // MARK: Reading

  private static func relations(_ rows: PostgreSQLRows) -> [Relation] {
    // Those of the search path's first schema come first: another table of the audit's name keeps it.
    var isAuditNamed = false
    return (0..<rows.count).map { row in
      let schema = rows.text(row, 1) ?? "", name = rows.text(row, 2) ?? "", kind = rows.text(row, 3)
      let isInFirst = rows.integer(row, 5) != 0, isAudit = schema == AuditTable.schema && name == AuditTable.relation
      isAuditNamed = isAuditNamed || isInFirst && name == AuditLine.tableName
      return Relation(
        number: rows.integer(row, 0), schema: schema, relationName: name,
        name: isAudit && !isAuditNamed ? AuditLine.tableName : isInFirst ? name : "\(schema).\(name)",
        isView: kind == "v" || kind == "m", isStored: kind == "r" || kind == "m",
        isHidden: isAudit || rows.integer(row, 4) != 0, estimatedRows: rows.integer(row, 6),
        hasLongValues: rows.integer(row, 7) != 0, byteCount: rows.isNull(row, 8) ? nil : rows.integer(row, 8),
        description: rows.text(row, 9), isWritable: rows.integer(row, 10) != 0)
    }
  }

  private static func addColumns(_ rows: PostgreSQLRows, _ positions: [Int: Int], to relations: inout [Relation]) {
    for row in 0..<rows.count {
      guard let position = positions[rows.integer(row, 0)] else { continue }
      relations[position].columns.append(
        .init(
          number: rows.integer(row, 1), name: rows.text(row, 2) ?? "", declaredType: rows.text(row, 3) ?? "",
          isNullable: rows.integer(row, 4) == 0, defaultText: rows.text(row, 5), isComputed: rows.integer(row, 6) != 0,
          isNumbered: rows.integer(row, 7) != 0, isAlwaysNumbered: rows.integer(row, 14) != 0,
          description: rows.text(row, 8),
          type: ColumnForm(
            rows.text(row, 9) ?? "", category: rows.text(row, 10) ?? "", isOrdered: rows.integer(row, 12) != 0,
            modifier: rows.integer(row, 13))))
    }
  }

  private struct NumberedReference {
    var relation: Int, columns: [Int], referenced: Int, referencedColumns: [Int]
    var onDelete: Cascade.Action, onUpdate: Cascade.Action
  }

  private static func addConstraints(
    _ rows: PostgreSQLRows, _ positions: [Int: Int], to relations: inout [Relation]
  ) -> [NumberedReference] {
    var references: [NumberedReference] = []
    for row in 0..<rows.count {
      guard let position = positions[rows.integer(row, 0)] else { continue }
      let columns = numbers(rows.text(row, 2))
      if rows.text(row, 1) == "p" {
        relations[position].primaryKey = columns
      } else {
        references.append(
          NumberedReference(
            relation: rows.integer(row, 0), columns: columns, referenced: rows.integer(row, 3),
            referencedColumns: numbers(rows.text(row, 4)),
            onDelete: .init(rawValue: rows.text(row, 5) ?? "") ?? .nothing,
            onUpdate: .init(rawValue: rows.text(row, 6) ?? "") ?? .nothing))
      }
    }
    return references
  }

  private static func addIndexes(_ rows: PostgreSQLRows, _ positions: [Int: Int], to relations: inout [Relation]) {
    for row in 0..<rows.count {
      guard let position = positions[rows.integer(row, 0)] else { continue }
      relations[position].indexes.append(
        .init(
          name: rows.text(row, 1) ?? "", isUnique: rows.integer(row, 2) != 0,
          columns: Array(numbers(rows.text(row, 3)).prefix(rows.integer(row, 4))), isPartial: rows.integer(row, 5) != 0,
          expressions: rows.text(row, 6), method: rows.text(row, 7) ?? "", hasOwnOrder: rows.integer(row, 8) != 0))
    }
  }

  private static func addSearchIndexes(_ rows: PostgreSQLRows, _ positions: [Int: Int], to relations: inout [Relation])
  {
    for row in 0..<rows.count {
      guard let position = positions[rows.integer(row, 0)] else { continue }
      relations[position].searchIndexes.append(
        .init(
          name: rows.text(row, 1) ?? "", isOfWords: rows.integer(row, 2) != 0, column: rows.integer(row, 3),
          expression: rows.text(row, 4), configuration: rows.text(row, 5), columns: numbers(rows.text(row, 6))))
    }
  }

  /// A reference by names; `nil` where the server's user may not read all of its columns.
  private static func cascade(
    _ key: NumberedReference, _ relations: [Relation], _ positions: [Int: Int]
  ) -> Cascade? {
    guard let from = positions[key.relation], let to = positions[key.referenced] else { return nil }
    func names(_ numbers: [Int], _ relation: Relation) -> [String] {
      numbers.compactMap { relation.position(ofNumber: $0) }.map { relation.columns[$0].name }
    }
    let columns = names(key.columns, relations[from]), referenced = names(key.referencedColumns, relations[to])
    guard columns.count == key.columns.count, referenced.count == columns.count else { return nil }
    return .init(
      table: relations[from].name, columns: columns, referencedTable: relations[to].name,
      referencedColumns: referenced, onDelete: key.onDelete, onUpdate: key.onUpdate)
  }

  private static func numbers(_ text: String?) -> [Int] { (text ?? "").split(separator: " ").compactMap { Int($0) } }

  /// Everything but what changes with the rows: estimated numbers, and sizes as far as they make no difference.
  private static func fingerprint(_ answers: [PostgreSQLRows]) -> Int {
    var hasher = Hasher()
    for (number, rows) in answers.enumerated() {
      hasher.combine(rows.count)
      for row in 0..<rows.count {
        if number == 0 { hasher.combine(Relation.isSmall(rows.isNull(row, 8) ? nil : rows.integer(row, 8))) }
        for column in rows.forms.indices where number > 0 || ![6, 8].contains(column) {
          hasher.combine(rows.isNull(row, column))
          hasher.combine(bytes: rows.bytes(row, column))
        }
      }
    }
    return hasher.finalize()
  }
}
