package import TableModel

/// A table of records as it is edited: rows are found by their keys, several of them together, and changed column by column.
package struct RecordStore: EditableTable {
  package let table: any RecordTable
  package let writer: any RecordWriter
  /// The schema that rows have to have: columns are positions.
  package let schema: RecordSchema
  /// Who edits, for whoever keeps a record of that.
  package let author: ChangeAuthor

  package init(_ table: any RecordTable, _ writer: any RecordWriter, _ schema: RecordSchema, author: ChangeAuthor) {
    self.table = table
    self.writer = writer
    self.schema = schema
    self.author = author
  }

  package func page(_ query: TableQuery) async throws -> TablePage { try await table.page(query) }

  package func row(_ id: RowKey) async throws -> TableRow? { try await rows([id])[id] }

  package func rows(_ ids: Set<RowKey>) async throws -> [RowKey: TableRow] {
    try await table.records(Array(ids), as: schema).mapValues { TableRow($0) }
  }

  /// Records stand in no sections that are known.
  package func rowCounts() async throws -> [Int] { [] }

  package func view(_ place: SupplementaryPlace) async throws -> (any SupplementaryViewModel)? { nil }

  package func apply(_ edits: [TableEdit]) async throws -> StoredEdits {
    do {
      if case .revert(let inverse)? = edits.first, edits.count == 1 {
        return StoredEdits(try await writer.revert(inverse, by: author))
      }
      return StoredEdits(try await writer.apply(try edits.map(Self.change), by: author))
    } catch RecordChangeError.stale(let stale) {
      throw EditConflict(stale.key, current: stale.current.map { TableRow($0) }, expected: stale.expected)
    } catch RecordChangeError.missing(let key) { throw TableCommandError.missing(key) }
  }

  private static func change(_ edit: TableEdit) throws -> RecordChange {
    switch edit {
    case .record(let change): return change
    case .remove(let key, let expected): return .delete(key: key, expected: expected)
    case .insert, .replace, .move, .revert, .section:
      throw TableCommandError.impossible("Update rows of this table column by column")
    }
  }
}

extension RecordTable {
  /// The rows of keys that there are, by the keys that were asked for.
  /// - Throws: `TableError.busy` where the table has another schema by now.
  package func records(_ keys: [RowKey], as schema: RecordSchema) async throws -> [RowKey: Record] {
    var found: [RowKey: Record] = [:]
    if keys.count > 1, schema.keyFields.count == 1, schema.columns.indices.contains(schema.keyFields[0]) {
      for start in stride(from: 0, to: keys.count, by: Self.readTogether) {
        try await read(keys[start..<min(start + Self.readTogether, keys.count)], as: schema, into: &found)
      }
    }
    // What a filter doesn't tell from others, or a key that is written in another way, is found by itself.
    for key in keys where found[key] == nil {
      do { found[key] = try checked(try await record(key).record, schema) } catch TableError.notFound { continue }
    }
    return found
  }

  /// Rows that are read by one query at most.
  private static var readTogether: Int { 100 }

  private func read(
    _ keys: ArraySlice<RowKey>, as schema: RecordSchema, into found: inout [RowKey: Record]
  ) async throws {
    let values = keys.compactMap { key in
      switch key.parts.first {
      case .integer(let number): String(number)
      case .text(let bytes): String(validating: bytes, as: UTF8.self)
      default: nil
      }
    }
    guard values.count > 1 else { return }
    let filter = ColumnFilter(column: schema.keyFields[0], condition: .in, values: values)
    let selection = RowSelection(filters: [filter])
    let page = try await page(TableQuery(pageSize: values.count, selection: selection, count: .none))
    for case let section as RecordSection in page.sections {
      for record in Records(page: section.page) where keys.contains(record.fullKey) {
        found[record.fullKey] = try checked(record, schema)
      }
    }
  }

  private func checked(_ record: Record, _ schema: RecordSchema) throws(TableError) -> Record {
    guard record.schema === schema else { throw .busy("The table's schema is changing; try again in a moment") }
    return record
  }
}
