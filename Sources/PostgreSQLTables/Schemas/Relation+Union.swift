internal import SQLTables

/// Tables of one shape seen as one (`TableUnion`).
extension Relation {
  /// - Parameter tables: of these, those whose columns have the names and types of the first one's.
  /// - Returns: `nil` where not even two have.
  init?(union entry: SchemaCatalog.Entry, of tables: [Relation], in dialect: any SQLDialect) {
    guard let first = tables.first else { return nil }
    let shape = { (table: Relation) in table.columns.map { [$0.name, $0.declaredType] } }
    let alike = tables.filter { shape($0) == shape(first) }
    self.init(
      number: 0, schema: "", relationName: entry.name, name: entry.name, isView: true, isStored: false, isHidden: false,
      estimatedRows: alike.reduce(0) { $0 + max($1.estimatedRows, 0) },
      hasLongValues: alike.contains(where: \.hasLongValues), byteCount: nil, description: nil, isWritable: false)
    members = alike
    guard let structure = union(in: dialect) else { return nil }
    columns = zip(structure.columns, [nil] + first.columns.map(Optional.some)).map { column, origin in
      Column(
        number: origin?.number ?? 0, name: column.name, declaredType: column.declaredType,
        isNullable: column.isNullable, defaultText: nil, isComputed: true, isNumbered: false, isAlwaysNumbered: false,
        description: origin?.description,
        type: origin?.type ?? ColumnForm("text", category: "S", isOrdered: true, modifier: -1))
    }
  }

  /// What is known of the tables as one; `nil` for a table that stands alone.
  func union(in dialect: any SQLDialect) -> TableStructure? {
    guard !members.isEmpty else { return nil }
    let entry = SchemaCatalog.Entry(
      name: name, kind: .view, isHidden: false, isWithoutRowID: false, isStrict: false)
    return TableStructure(union: entry, of: members.map { $0.structure(in: dialect) }, in: dialect)
  }
}
