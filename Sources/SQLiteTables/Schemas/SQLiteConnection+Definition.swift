import BoundedWork
internal import SQLTables
internal import TableModel
internal import TextCoding

extension SQLiteConnection {
  /// How many rows are looked at to tell how a column is best shown, and how many bytes of each text.
  private static let sampleSize = (rows: 300, textBytes: 4096)
  /// What is spent on that on a database thread; a view that needs longer is judged by the rows seen so far.
  private static let sampleNanoseconds: UInt64 = 200_000_000

  /// Finds out about a table, in the current transaction; `nil` if there is none of this name.
  func definition(of name: String, in catalog: SchemaCatalog) throws -> TableDefinition? {
    guard let entry = catalog.entryOrUnion(named: name) else { return nil }
    guard let structure = try entry.members.isEmpty ? structure(of: entry) : structure(ofUnion: entry) else {
      return nil
    }
    let guesses = try guesses(structure)
    var expressions = structure.columns.map { "r.\(SQLIdentifier($0.name))" }
    var rowIDField: Int?
    if let rowIDName = structure.rowIDName {
      rowIDField = expressions.count
      expressions.append("r.\(rowIDName)")
    }
    var columns: [RecordSchema.Column] = []
    var labels: [Int: ReferenceLabel] = [:]
    let references = try structure.references(in: catalog, readableStructure)
    let referring = Set(references.flatMap { [$0] + $1.parts.map(\.field) })
    for (position, column) in structure.columns.enumerated() {
      var reference = references[position]
      let isIdentifier = referring.contains(position) || column.keyPosition > 0
      if let known = reference, let label = try label(known, in: catalog) {
        reference?.labelField = expressions.count
        let fields = known.isOfOneValue ? [position] : known.parts.map(\.field)
        expressions.append(label.expression(of: fields.map { expressions[$0] }))
        // What a value is called can't be told by it alone where several name a row.
        if known.isOfOneValue { labels[position] = label }
      }
      var described = RecordSchema.Column(
        column.name, declaredType: column.declaredType, isPrimaryKey: column.keyPosition > 0,
        isNullable: column.isNullable, reference: reference)
      guesses[position].meaning(isIdentifier: isIdentifier).describe(&described)
      described.isRowID = column.isRowID
      described.defaultText = column.defaultText
      described.isGenerated = !column.isStored && entry.kind == .table
      described.spelling = NumberSpelling(declaredType: column.declaredType)
      columns.append(described)
    }
    let search = try indexedSearch(
      of: structure, expressions: expressions, rowIDField: structure.rowIDColumn ?? rowIDField, in: catalog)
    let viewKey = entry.kind == .view && entry.members.isEmpty ? try provenKey(of: entry, in: catalog) : nil
    let tieBreak = tieBreak(structure, rowIDField: rowIDField ?? viewKey)
    let keyFields = structure.keyColumns.isEmpty ? rowIDField.map { [$0] } ?? [] : structure.keyColumns
    let schema = RecordSchema(
      table: entry.name, isView: entry.kind == .view, columns: columns, keyFields: keyFields,
      keyForms: keyFields.map(structure.keyForm), rowIDField: structure.rowIDColumn ?? rowIDField,
      rowName: structure.rowName(try naming(of: structure, in: catalog), columns),
      incomingReferences: structure.incomingReferences(in: catalog),
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

  /// What the rows of a table are called.
  func naming(of structure: TableStructure, in catalog: SchemaCatalog) throws -> RowNaming {
    try catalog.naming(of: structure) { groups in
      let columns = Set(groups.joined()).sorted()
      let places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
      var evidence = groups.map { _ in NameEvidence() }
      try sample(columns.map { excerpt(of: structure.columns[$0].name, bytes: Self.nameBytes) }, of: structure) { row in
        let values = columns.indices.map { row.recordValue($0) }
        for (number, group) in groups.enumerated() {
          evidence[number].add(group.compactMap { places[$0].map { values[$0] } })
        }
      }
      return evidence
    }
  }

  /// Bytes of each name that are looked at.
  private static let nameBytes = 400

  /// A value of a column of `r` without what is too long to be looked at.
  private func excerpt(of column: String, bytes: Int) -> String {
    let name = "r.\(SQLIdentifier(column))"
    return "CASE typeof(\(name)) WHEN 'blob' THEN x'' WHEN 'text' THEN substr(\(name), 1, \(bytes)) ELSE \(name) END"
  }

  /// Looks at the first rows of a table.
  private func sample(_ values: [String], of structure: TableStructure, _ body: (SQLiteStatement) -> Void) throws {
    let limit = budget.end
    if !isInline { budget.start(until: min(limit, WorkBudget.now() &+ Self.sampleNanoseconds)) }
    defer { budget.start(until: limit) }
    do {
      let sql =
        "SELECT \(values.joined(separator: ", ")) FROM \(structure.source ?? SQLiteDialect().table(structure.entry.name)) AS r LIMIT \(Self.sampleSize.rows)"
      try rows(sql) { body($0) }
    } catch let failure as SQLiteFailure where failure.isInterrupt && !isInline {
      // What was seen has to do.
    }
  }

  private func guesses(_ structure: TableStructure) throws -> [ColumnTypeInference] {
    var guesses = structure.columns.map { ColumnTypeInference(name: $0.name, declaredType: $0.declaredType) }
    let values = structure.columns.map { excerpt(of: $0.name, bytes: Self.sampleSize.textBytes) }
    guard !values.isEmpty else { return guesses }
    try sample(values, of: structure) { row in
      for position in guesses.indices { row.sample(position, for: &guesses[position]) }
    }
    return guesses
  }
}
