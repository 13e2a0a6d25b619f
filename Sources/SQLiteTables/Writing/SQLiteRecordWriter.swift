internal import SQLTables
internal import TableModel

/// Changes the rows of one table, by the queue of its database.
struct SQLiteRecordWriter: RecordWriter {
  let table: SQLiteTable
  let queue: WriteQueue<SQLiteTable>

  func writableColumns() async throws -> [WritableColumn] {
    _ = try await table.schema()
    let columns = try await table.database.answer { file, connection in
      try table.withDefinition(file, connection) { $0.writableColumns }
    }
    guard let columns else { throw RecordChangeError.refused(Self.refusal(table.name)) }
    return columns
  }

  func apply(_ changes: [RecordChange], by author: ChangeAuthor) async throws -> RecordChangeResult {
    guard !changes.isEmpty else { return RecordChangeResult(outcomes: [], inverse: .changes([])) }
    return try await queue.perform(.changes(changes), on: table, by: author)
  }

  func revert(_ inverse: RecordInverse, by author: ChangeAuthor) async throws -> RecordChangeResult {
    try await queue.perform(.inverse(inverse), on: table, by: author)
  }

  func attempt(_ changes: [RecordChange], by author: ChangeAuthor) async throws -> RecordDryRun {
    do {
      let result = try await queue.perform(.trial(changes), on: table, by: author)
      return RecordDryRun(
        others: result.others, canBeTakenBack: result.inverse != nil, obstacle: result.obstacle)
    } catch RecordChangeError.invalid(let problems) {
      return RecordDryRun(problems: problems)
    }
  }

  static func refusal(_ name: String) -> String { "“\(name)” isn't a table that can be edited." }
}

extension SQLiteTable {
  var writer: (any RecordWriter)? {
    guard let queue = database.writeQueue else { return nil }
    // Of a table that nobody has looked at yet it is not known; the queue refuses what can't be.
    if let known = database.openFile.table(named: name).definition, known.writableColumns == nil { return nil }
    return SQLiteRecordWriter(table: self, queue: queue)
  }
}
