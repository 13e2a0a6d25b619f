internal import SQLTables
internal import TableModel

extension ServerSchema {
  /// How many rows are looked at to tell how a column is best shown, and how many characters of each text.
  private static let sampleSize = (rows: 300, characters: 4_096)

  /// The statement that brings a sample of a table's texts, numbers and times; `nil` where it has none.
  func sampleRequest(of relation: Relation) -> PostgreSQLRequest? {
    let values = relation.columns.filter(\.type.isSampled).map { column in
      let name = "r.\(SQLIdentifier(column.name))"
      return column.type.isText ? "left(CAST(\(name) AS text), \(Self.sampleSize.characters))" : column.type.read(name)
    }
    guard !values.isEmpty else { return nil }
    let source = relation.structure(in: dialect).source ?? dialect.table(relation.name)
    return PostgreSQLRequest(
      "SELECT \(values.joined(separator: ", ")) FROM \(source) AS r LIMIT \(Self.sampleSize.rows)")
  }

  /// What a table is.
  /// - Parameter sample: what `sampleRequest(of:)` brought; `nil` where that took too long.
  func definition(of relation: Relation, _ sample: PostgreSQLRows?) -> TableDefinition {
    let structure = relation.structure(in: dialect)
    let guesses = guesses(relation, sample)
    let names = relation.columns.map { "r.\(SQLIdentifier($0.name))" }
    var compared = zip(relation.columns, names).map { $0.type.compared($1) }
    var read = zip(relation.columns, names).map { $0.type.read($1) }
    let references = structure.references(in: catalog) { self.structure(of: $0) }
    let referring = Set(references.flatMap { [$0] + $1.parts.map(\.field) })
    var columns: [RecordSchema.Column] = []
    var labels: [Int: ReferenceLabel] = [:]
    for (position, column) in relation.columns.enumerated() {
      var reference = references[position]
      if let known = reference, let label = label(known) {
        reference?.labelField = read.count
        let fields = known.isOfOneValue ? [position] : known.parts.map(\.field)
        let expression = "CAST(\(label.expression(of: fields.map { names[$0] })) AS text)"
        read.append(expression)
        compared.append(expression)
        if known.isOfOneValue { labels[position] = label }
      }
      let namesRows = referring.contains(position) || structure.keyColumns.contains(position)
      var described = RecordSchema.Column(
        column.name, declaredType: column.declaredType, isPrimaryKey: structure.columns[position].keyPosition > 0,
        isNullable: column.isNullable, reference: reference)
      guesses[position].meaning(of: column.type.fieldType, isIdentifier: namesRows).describe(&described)
      described.spelling = column.type.spelling
      described.comment = column.description
      described.defaultText = structure.columns[position].defaultText
      described.isGenerated = column.isComputed && !relation.isView
      described.isInternal = column.type.isVector
      columns.append(described)
    }
    let keys = structure.keyColumns
    let comparedColumns = relation.columns.enumerated().map { position, column in
      column.type.comparedColumn(
        names[position], isDay: columns[position].type == .date || columns[position].type == .timestamp)
    }
    let search = relation.search(comparedColumns, in: dialect)
    let schema = RecordSchema(
      table: relation.name, comment: relation.description, isView: relation.isView, columns: columns, keyFields: keys,
      keyForms: keys.map(structure.keyForm),
      rowName: structure.rowName(naming(of: structure, relation, sample, references.keys), columns),
      incomingReferences: structure.incomingReferences(in: catalog), searchIndex: search?.description,
      fieldCount: read.count, usesOffsetPaging: keys.isEmpty)
    return TableDefinition(
      schema: schema, catalog: catalog, structure: structure, tieBreak: keys.isEmpty ? .none : .fields(keys),
      expressions: compared, labels: labels, rowIDField: nil,
      blobColumns: Set(
        relation.columns.indices.filter {
          relation.columns[$0].type.isBlob || relation.hasLongValues && relation.columns[$0].type.mayBeLong
        }), search: search,
      readExpressions: read, comparedColumns: comparedColumns)
  }

  /// What the row referred to is called; `nil` if it isn't called anything. References lead to columns with an index.
  private func label(_ reference: RecordSchema.Reference) -> ReferenceLabel? {
    guard let target = catalog.entry(named: reference.table), let structure = structure(of: target) else { return nil }
    let names = reference.isOfOneValue ? [reference.column] : reference.parts.map(\.column)
    let columns = names.compactMap(structure.position)
    let labels = naming(of: structure).columns
    guard !labels.isEmpty, !columns.contains(where: labels.contains) else { return nil }
    return ReferenceLabel(
      table: target.name, keys: names, labels: labels.map { structure.columns[$0].name }, in: dialect)
  }

  /// What the rows of a table are called. Its rows aren't looked at: there is no time for that with each table that is referred to.
  private func naming(of structure: TableStructure) -> RowNaming {
    catalog.naming(of: structure) { $0.map { _ in nil } }
  }

  /// The same of the table itself, of which a sample tells whether names repeat.
  private func naming(
    of structure: TableStructure, _ relation: Relation, _ sample: PostgreSQLRows?, _ references: some Sequence<Int>
  ) -> RowNaming {
    var naming = naming(of: structure)
    guard let sample else { return naming }
    let sampled = relation.columns.indices.filter { relation.columns[$0].type.isSampled }
    func evidence(_ columns: [Int]) -> NameEvidence? {
      let places = columns.compactMap(sampled.firstIndex(of:))
      guard !columns.isEmpty, places.count == columns.count else { return nil }
      var evidence = NameEvidence()
      for row in 0..<sample.count { evidence.add(places.map { RecordValue(sample.value(row, $0)) }) }
      return evidence
    }
    naming.isUnique = evidence(naming.columns)?.isUnique ?? naming.isUnique
    for column in references { naming.targets[column] = evidence([column])?.distinct ?? 0 }
    return naming
  }

  private func guesses(_ relation: Relation, _ sample: PostgreSQLRows?) -> [ColumnTypeInference] {
    var guesses = relation.columns.map {
      ColumnTypeInference(
        name: $0.name, declaredType: $0.type.isText ? "" : $0.declaredType, spelling: $0.type.spelling)
    }
    guard let sample else { return guesses }
    let sampled = relation.columns.indices.filter { relation.columns[$0].type.isSampled }
    for row in 0..<sample.count {
      for (column, position) in sampled.enumerated() {
        guesses[position].sample(sample.value(row, column))
      }
    }
    return guesses
  }
}
