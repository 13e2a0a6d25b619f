import CSQLite
import PostgreSQLServer
import Testing

@testable import PostgreSQLTables
@testable import SQLTables
@testable import SQLiteTables

/// An engine with the table that the sample statements are about.
enum Engine: CaseIterable, Sendable {
  case sqlite, postgreSQL

  var dialect: any SQLDialect {
    switch self {
    case .sqlite: SQLiteDialect()
    case .postgreSQL: PostgreSQLDialect()
    }
  }

  /// Rows whose tags are documents, texts in one engine and documents in the other.
  private var script: String {
    let (document, noArray) = self == .sqlite ? ("TEXT", "no array") : ("JSONB", "\"no array\"")
    return """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, parent INTEGER, tags \(document), at TEXT);
      INSERT INTO t VALUES (1, 'b', NULL, '["x", "y", "x"]', '2025-01-02 10:00'), (2, 'Ada', 1, '[1, "1", [2]]', '2025-01-02 11:00'),
        (3, 'a_b', 1, '\(noArray)', '2025-01-03'), (4, NULL, 3, NULL, NULL), (5, '', NULL, '[]', 'never'), (6, 'c', 6, '{}', NULL);
      """
  }

  /// The values of each row that the statements answer, one behind the other.
  func run(_ statements: [SampleStatement]) throws -> [String] {
    switch self {
    case .sqlite: try sqliteRows(statements)
    case .postgreSQL: try postgreSQLRows(statements)
    }
  }

  private func sqliteRows(_ statements: [SampleStatement]) throws -> [String] {
    // Whoever opens SQLite first settles what the tests of the whole process have.
    _ = SQLiteMemory.configured
    var connection: OpaquePointer?
    #expect(sqlite3_open_v2(":memory:", &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    defer { sqlite3_close_v2(connection) }
    let handle = try #require(connection)
    #expect(sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK)
    var found: [String] = []
    for sample in statements {
      let statement = try SQLiteStatement(handle, sql: sample.sql)
      for value in sample.values { statement.bind(value) }
      while try statement.step() {
        found.append(
          (0..<Int(sqlite3_column_count(statement.handle))).map { statement.text($0) ?? "-" }.joined(separator: "|"))
      }
    }
    return found
  }

  private func postgreSQLRows(_ statements: [SampleStatement]) throws -> [String] {
    let database = try TestDatabase(script)
    return try statements.flatMap { sample in
      try database.rows(sample.sql, sample.values.map(\.text)).map { row in
        row.map { $0 ?? "-" }.joined(separator: "|")
      }
    }
  }
}

extension SQLValue {
  /// The value as a parameter of a statement is written.
  fileprivate var text: String? {
    switch self {
    case .null, .blob: nil
    case .integer(let number): String(number)
    case .real(let number): number.description
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}
