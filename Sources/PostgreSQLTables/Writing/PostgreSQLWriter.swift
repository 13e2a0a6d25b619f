internal import SQLTables
internal import TableModel

/// Changes the rows of one table, each call in a transaction of its own.
struct PostgreSQLWriter: RecordWriter {
  let table: PostgreSQLTable

  func writableColumns() async throws -> [WritableColumn] {
    try await table.withDefinition { definition, _ in
      guard let columns = definition.writableColumns else { throw Self.refusal(table.name) }
      return columns
    }
  }

  func apply(_ changes: [RecordChange], by author: ChangeAuthor) async throws -> RecordChangeResult {
    guard !changes.isEmpty else { return RecordChangeResult(outcomes: [], inverse: .changes([])) }
    return try await table.database.write(by: author) { try await $0.apply(changes, to: table) }
  }

  func revert(_ inverse: RecordInverse, by author: ChangeAuthor) async throws -> RecordChangeResult {
    try await table.database.write(by: author) { transaction in
      switch inverse {
      // Rows that came to refer to these since would go with them, unseen.
      case .changes(let changes): try await transaction.apply(changes, to: table, refusesOthers: true, restores: true)
      case .rows(let snapshot): try await transaction.restore(snapshot, of: table)
      }
    }
  }

  func attempt(_ changes: [RecordChange], by author: ChangeAuthor) async throws -> RecordDryRun {
    try await table.database.write(by: author, isTrial: true) { try await $0.attempt(changes, on: table) }
  }

  static func refusal(_ name: String) -> RecordChangeError {
    .refused("“\(name)” isn't a table that can be edited.")
  }
}

extension PostgreSQLTable {
  var writer: (any RecordWriter)? {
    guard database.options.isWritable else { return nil }
    // Of a table that nobody has looked at yet it is not known; the writer refuses what can't be.
    if let known = database.knownSchema?.state(of: name).definition, known.writableColumns == nil { return nil }
    return PostgreSQLWriter(table: self)
  }
}
