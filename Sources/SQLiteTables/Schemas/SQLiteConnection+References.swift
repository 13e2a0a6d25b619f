internal import SQLTables
internal import TableModel

extension SQLiteConnection {
  /// What the columns of a table refer to, by their positions. Where several columns name a row together, the last of them that
  /// refers to nothing by itself stands for all.
  func references(of structure: TableStructure, in catalog: SchemaCatalog) throws -> [Int: RecordSchema.Reference] {
    var found: [Int: RecordSchema.Reference] = [:]
    let keys = catalog.foreignKeys(of: structure.entry.name)
    for key in keys.filter({ $0.columns.count == 1 }) + keys.filter({ $0.columns.count > 1 }) {
      let columns = key.columns.compactMap(structure.position)
      guard columns.count == key.columns.count, let target = catalog.entry(named: key.referencedTable),
        target.kind == .table, let other = try readableStructure(of: target),
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

  /// The structure of another table; `nil` if it can't be read, as where a virtual table's module is missing.
  /// - Throws: `SQLiteFailure` where there was no time for it, or a writer in the way: it is there all the same.
  func readableStructure(of entry: SchemaCatalog.Entry) throws -> TableStructure? {
    do { return try structure(of: entry) } catch let failure as SQLiteFailure
      where !failure.isInterrupt && !failure.isBusy
    { return nil }
  }

  /// What the row referred to is called; `nil` if it isn't called anything, or finding it takes a scan.
  func label(_ reference: RecordSchema.Reference, in catalog: SchemaCatalog) throws -> ReferenceLabel? {
    guard let target = catalog.entry(named: reference.table) else { return nil }
    let structure = try structure(of: target)
    let names = reference.isOfOneValue ? [reference.column] : reference.parts.map(\.column)
    let columns = names.compactMap(structure.position)
    let isFoundAtOnce =
      if let only = columns.first, columns.count == 1 {
        structure.indexedColumns.contains(only) || structure.rowIDColumn == only
      } else { try reference.isKey || isUnique(columns, in: structure) }
    guard isFoundAtOnce, let label = catalog.labelColumn(of: structure), !columns.contains(label) else { return nil }
    return ReferenceLabel(table: target.name, keys: names, label: structure.columns[label].name, in: SQLiteDialect())
  }

  /// Whether an index lets no two rows have the same values in all of these columns.
  private func isUnique(_ columns: [Int], in structure: TableStructure) throws -> Bool {
    var indexes: [String: [Int?]] = [:]
    let sql = """
      SELECT l.name, x.name FROM pragma_index_list(?1) AS l, pragma_index_xinfo(l.name) AS x
      WHERE l.partial = 0 AND l."unique" = 1 AND x.key = 1
      """
    try rows(sql, [.text(Array(structure.entry.name.utf8))]) { row in
      guard let index = row.text(0) else { return }
      indexes[index, default: []].append(row.text(1).flatMap(structure.position))
    }
    return indexes.values.contains { Set($0) == Set(columns) }
  }

  /// What refers to a table.
  func incomingReferences(to structure: TableStructure, in catalog: SchemaCatalog) -> [RecordSchema.IncomingReference] {
    let table = SQLiteDialect.folded(structure.entry.name)
    return catalog.foreignKeys.compactMap { key in
      guard SQLiteDialect.folded(key.referencedTable) == table, let source = catalog.entry(named: key.table),
        let columns = structure.columns(referredToBy: key)
      else { return nil }
      return .init(table: source.name, columns: key.columns, referencedColumns: columns)
    }
  }
}

extension TableStructure {
  /// The positions of the columns that a key elsewhere refers to, one for each of its own; `nil` if they aren't there.
  fileprivate func columns(referredToBy key: SchemaCatalog.ForeignKey) -> [Int]? {
    let found = key.referencedColumns.isEmpty ? keyColumns : key.referencedColumns.compactMap(position)
    return found.count == key.columns.count ? found : nil
  }
}

extension TableStructure.Column {
  /// How values are written in keys, where another table refers to the column.
  fileprivate var keyForm: RowKey.Form { convertsValues ? .text : .any }
}
