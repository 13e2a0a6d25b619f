public import TableModel

extension SQLiteDatabase {
  public func kind() async throws -> String { "SQLite" }
  public func tables() async throws -> [TableSummary] { [] }
}
extension SQLiteTable {
  func record(_ key: [String]) async throws -> RecordDetail { throw TableError.notFound("Record not found") }
  func bytes(of column: Int, inRecord key: [String]) async throws -> [UInt8] {
    throw TableError.notFound("Record not found")
  }
}
