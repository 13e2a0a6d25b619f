package import TableModel

extension TableStructure {
  /// What the columns of the table refer to, by their positions. Where several columns name a row together, the last of them that
  /// refers to nothing by itself stands for all.
  /// - Parameter structure: finds out about another table; `nil` if it can't be read.
  package func references(
    in catalog: SchemaCatalog, _ structure: (SchemaCatalog.Entry) throws -> TableStructure?
  ) rethrows -> [Int: RecordSchema.Reference] {
    var found: [Int: RecordSchema.Reference] = [:]
    let keys = catalog.foreignKeys(of: entry.name)
    for key in keys.filter({ $0.columns.count == 1 }) + keys.filter({ $0.columns.count > 1 }) {
      let columns = key.columns.compactMap(position)
      guard columns.count == key.columns.count, let target = catalog.entry(named: key.referencedTable),
        target.kind == .table, let other = try structure(target),
        let referenced = other.columns(referredToBy: key), let own = columns.last(where: { found[$0] == nil }),
        let place = columns.firstIndex(of: own)
      else { continue }
      let isKey = Set(referenced) == Set(other.keyColumns)
      var reference = RecordSchema.Reference(
        table: target.name, column: other.columns[referenced[place]].name, isKey: isKey,
        keyForm: other.columns[referenced[place]].keyForm)
      if columns.count > 1 {
        let parts = zip(columns, referenced).map { field, column in
          (
            column,
            RecordSchema.Reference.Part(
              field: field, column: other.columns[column].name, keyForm: other.columns[column].keyForm)
          )
        }
        reference.parts =
          isKey ? other.keyColumns.compactMap { key in parts.first { $0.0 == key }?.1 } : parts.map(\.1)
      }
      found[own] = reference
    }
    return found
  }

  /// What refers to the table.
  package func incomingReferences(in catalog: SchemaCatalog) -> [RecordSchema.IncomingReference] {
    let table = catalog.dialect.folded(entry.name)
    return catalog.foreignKeys.compactMap { key in
      guard catalog.dialect.folded(key.referencedTable) == table, let source = catalog.entry(named: key.table),
        let columns = columns(referredToBy: key)
      else { return nil }
      return .init(table: source.name, columns: key.columns, referencedColumns: columns)
    }
  }

  /// The positions of the columns that a key elsewhere refers to, one for each of its own; `nil` if they aren't there.
  private func columns(referredToBy key: SchemaCatalog.ForeignKey) -> [Int]? {
    let found = key.referencedColumns.isEmpty ? declaredKeyColumns : key.referencedColumns.compactMap(position)
    return found.count == key.columns.count ? found : nil
  }
}

extension TableStructure.Column {
  /// How values are written in keys, where another table refers to the column.
  fileprivate var keyForm: RowKey.Form { convertsValues ? .text : .any }
}
