import TableModel
import Testing

@testable import SQLiteTables

/// A database file of a test's own that may be written to, by whoever opened it and by the test itself.
struct WritableFixture {
  let fixture: Fixture
  let database: SQLiteDatabase

  init(_ sql: String, _ configure: (inout SQLiteDatabase.Options) -> Void = { _ in }) throws {
    fixture = try Fixture(sql)
    database = try fixture.database {
      $0.isWritable = true
      configure(&$0)
    }
  }

  func writer(_ table: String) async throws -> any RecordWriter {
    try #require(try await database.table(named: table)?.writer)
  }
}
