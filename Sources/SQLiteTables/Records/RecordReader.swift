internal import SQLTables
internal import TableModel

/// Reads one row by its key.
struct RecordReader {
  let definition: TableDefinition
  let connection: SQLiteConnection

  /// The row of a key, every value whole, and its place in the table's own order.
  func row(_ locator: RowLocator, order: [Int] = []) throws -> (record: Record, place: [SQLValue])? {
    try row(where: locator.condition, locator.values, order: order)
  }

  /// The first row that meets a condition with these values, every value whole.
  func row(
    where condition: String, _ values: [SQLValue], order: [Int] = []
  ) throws -> (record: Record, place: [SQLValue])? {
    let selection = definition.expressions.joined(separator: ", ")
    let statement = try connection.statement(
      recurring: "SELECT \(selection) FROM \(definition.source) WHERE \(condition) LIMIT 1")
    defer { statement.reset() }
    for value in values { statement.bind(value) }
    guard try statement.step() else { return nil }
    var builder = RecordPageBuilder(fieldCount: definition.schema.fieldCount, rows: 1, byteCapacity: 1024)
    RowAppending(
      width: Int32(definition.schema.fieldCount), textBytes: .max, blobLengths: [], blobStarts: nil
    ).append(statement, to: &builder)
    let place = order.map { statement.value($0) }
    return (builder.finish(definition.schema)[0], place)
  }

  /// One value of the row of a key; `nil` if there is no such row, or the value is null.
  /// - Throws: `TableError.badRequest` if it has more than `limit` bytes.
  func bytes(of column: Int, _ locator: RowLocator, limit: Int) throws -> [UInt8]? {
    let value = definition.expressions[column]
    let statement = try SQLiteStatement(
      connection.handle,
      sql: """
        SELECT CASE WHEN typeof(\(value)) = 'blob' AND length(\(value)) > \(limit) THEN NULL ELSE \(value) END,
        CASE WHEN typeof(\(value)) = 'blob' THEN length(\(value)) END FROM \(definition.source) WHERE \(locator.condition) LIMIT 1
        """)
    for value in locator.values { statement.bind(value) }
    guard try statement.step() else { return nil }
    let tooLarge = TableError.badRequest("The value is larger than the limit of \(limit >> 20) MB.")
    switch statement.value(0) {
    case .null:
      if statement.integer(1) > limit { throw tooLarge }
      return nil
    case .integer(let number): return Array(String(number).utf8)
    case .real(let number): return Array(number.description.utf8)
    case .text(let bytes), .blob(let bytes):
      if bytes.count > limit { throw tooLarge }
      return bytes
    }
  }
}
