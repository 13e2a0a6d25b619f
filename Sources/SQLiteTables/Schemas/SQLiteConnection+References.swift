internal import SQLTables
internal import TableModel

extension SQLiteConnection {
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
    guard isFoundAtOnce, case let labels = try naming(of: structure, in: catalog).columns, !labels.isEmpty,
      !columns.contains(where: labels.contains)
    else { return nil }
    return ReferenceLabel(
      table: target.name, keys: names, labels: labels.map { structure.columns[$0].name }, in: SQLiteDialect())
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
}
