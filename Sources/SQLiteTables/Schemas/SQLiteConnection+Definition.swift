internal import SQLTables
internal import TableModel

extension SQLiteConnection {
  /// How many rows are looked at to tell how a column is best shown, and how many bytes of each text.
  private static let sampleSize = (rows: 100, textBytes: 4096)
  /// What is spent on that on a database thread; a view that needs longer is judged by the rows seen so far.
  private static let sampleNanoseconds: UInt64 = 200_000_000

  /// Finds out about a table, in the current transaction; `nil` if there is none of this name.
  func definition(of name: String, in catalog: SchemaCatalog) throws -> TableDefinition? {
    guard let entry = catalog.entry(named: name) else { return nil }
    let structure = try structure(of: entry)
    let guesses = try guesses(structure)
    var expressions = structure.columns.map { "r.\(SQLIdentifier($0.name))" }
    var rowIDField: Int?
    if let rowIDName = structure.rowIDName {
      rowIDField = expressions.count
      expressions.append("r.\(rowIDName)")
    }
    var columns: [RecordSchema.Column] = []
    var labels: [Int: ReferenceLabel] = [:]
    for (position, column) in structure.columns.enumerated() {
      var reference = try reference(from: column.name, of: entry.name, in: catalog)
      let isIdentifier = reference != nil || column.keyPosition > 0
      if let label = try reference.flatMap({ try label($0, in: catalog) }) {
        reference?.labelField = expressions.count
        expressions.append(label.expression(of: expressions[position]))
        labels[position] = label
      }
      var described = RecordSchema.Column(
        column.name, guesses[position].type(isIdentifier: isIdentifier), declaredType: column.declaredType,
        isPrimaryKey: column.keyPosition > 0, isNullable: column.isNullable, reference: reference)
      described.spelling = NumberSpelling(declaredType: column.declaredType)
      columns.append(described)
    }
    let search = try indexedSearch(
      of: structure, expressions: expressions, rowIDField: structure.rowIDColumn ?? rowIDField, in: catalog)
    let viewKey = entry.kind == .view ? try provenKey(of: entry, in: catalog) : nil
    let tieBreak = tieBreak(structure, rowIDField: rowIDField ?? viewKey)
    let keyFields = structure.keyColumns.isEmpty ? rowIDField.map { [$0] } ?? [] : structure.keyColumns
    let schema = RecordSchema(
      table: entry.name, isView: entry.kind == .view, columns: columns, keyFields: keyFields,
      keyForms: keyFields.map(structure.keyForm), rowIDField: structure.rowIDColumn ?? rowIDField,
      labelColumn: catalog.labelColumn(of: structure),
      incomingReferences: incomingReferences(to: structure, in: catalog),
      searchIndex: search?.description, fieldCount: expressions.count, usesOffsetPaging: tieBreak.isNone)
    let blobs = structure.columns.indices.filter {
      structure.columns[$0].isStored
        && (guesses[$0].hasBlobs || structure.columns[$0].declaredType.uppercased().contains("BLOB"))
    }
    return TableDefinition(
      schema: schema, catalog: catalog, structure: structure, tieBreak: tieBreak,
      expressions: expressions, labels: labels, rowIDField: structure.rowIDColumn ?? rowIDField,
      blobColumns: Set(blobs), search: search)
  }

  private func tieBreak(_ structure: TableStructure, rowIDField: Int?) -> TableDefinition.TieBreak {
    if let alias = structure.rowIDColumn { return .fields([alias]) }
    if let rowIDField { return .fields([rowIDField]) }
    return structure.entry.isWithoutRowID && structure.entry.kind == .table ? .fields(structure.keyColumns) : .none
  }

  private func guesses(_ structure: TableStructure) throws -> [ColumnTypeInference] {
    var guesses = structure.columns.map { ColumnTypeInference(declaredType: $0.declaredType) }
    let values = structure.columns.map { column in
      let name = "r.\(SQLIdentifier(column.name))"
      return
        "CASE typeof(\(name)) WHEN 'blob' THEN x'' WHEN 'text' THEN substr(\(name), 1, \(Self.sampleSize.textBytes)) ELSE \(name) END"
    }
    guard !values.isEmpty else { return guesses }
    let limit = budget.end
    if !isInline { budget.start(until: min(limit, WorkBudget.now() &+ Self.sampleNanoseconds)) }
    defer { budget.start(until: limit) }
    do {
      let sql =
        "SELECT \(values.joined(separator: ", ")) FROM main.\(SQLIdentifier(structure.entry.name)) AS r LIMIT \(Self.sampleSize.rows)"
      try rows(sql) { row in
        for position in guesses.indices { guesses[position].sample(row.recordValue(position)) }
      }
    } catch let failure as SQLiteFailure where failure.isInterrupt && !isInline {
      // What was seen has to do.
    }
    return guesses
  }

  private func reference(
    from column: String, of table: String, in catalog: SchemaCatalog
  ) throws -> RecordSchema.Reference? {
    let (table, column) = (SQLiteDialect.folded(table), SQLiteDialect.folded(column))
    let found = catalog.foreignKeys.first {
      SQLiteDialect.folded($0.table) == table && SQLiteDialect.folded($0.column) == column
    }
    guard let found, let target = catalog.entry(named: found.referencedTable), target.kind == .table,
      let structure = try readableStructure(of: target)
    else { return nil }
    let position = found.referencedColumn.map { structure.position(of: $0) } ?? structure.soleKeyColumn
    return position.map {
      .init(
        table: target.name, column: structure.columns[$0].name, isKey: structure.soleKeyColumn == $0,
        keyForm: structure.columns[$0].convertsValues ? .text : .any)
    }
  }

  /// The structure of another table; `nil` if it can't be read, as where a virtual table's module is missing.
  /// - Throws: `SQLiteFailure` where there was no time for it, or a writer in the way: it is there all the same.
  func readableStructure(of entry: SchemaCatalog.Entry) throws -> TableStructure? {
    do { return try structure(of: entry) } catch let failure as SQLiteFailure
      where !failure.isInterrupt && !failure.isBusy
    { return nil }
  }

  /// What the row referred to is called; `nil` if it isn't called anything, or finding it takes a scan.
  private func label(_ reference: RecordSchema.Reference, in catalog: SchemaCatalog) throws -> ReferenceLabel? {
    guard let target = catalog.entry(named: reference.table) else { return nil }
    let structure = try structure(of: target)
    guard let column = structure.position(of: reference.column),
      structure.indexedColumns.contains(column) || structure.rowIDColumn == column,
      let label = catalog.labelColumn(of: structure), label != column
    else { return nil }
    return ReferenceLabel(
      table: target.name, key: structure.columns[column].name, label: structure.columns[label].name,
      in: SQLiteDialect())
  }

  private func incomingReferences(to structure: TableStructure, in catalog: SchemaCatalog) -> [RecordSchema
    .IncomingReference]
  {
    let table = SQLiteDialect.folded(structure.entry.name)
    return catalog.foreignKeys.compactMap { key in
      guard SQLiteDialect.folded(key.referencedTable) == table, let source = catalog.entry(named: key.table) else {
        return nil
      }
      let column = key.referencedColumn.map { structure.position(of: $0) } ?? structure.soleKeyColumn
      return column.map { .init(table: source.name, column: key.column, referencedColumn: $0) }
    }
  }
}
