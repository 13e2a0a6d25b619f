internal import SQLTables
internal import TableModel

/// Counts rows of a table on one connection.
struct RowCounter {
  let definition: TableDefinition
  let filters: [ColumnFilter]
  let connection: SQLiteConnection
  let label: () -> DataVersion?
  /// A quick count stops behind this many.
  static let quickLimit = 10_000

  /// Counts up to `quickLimit` rows.
  /// - Returns: the count with the label of what was counted.
  func quickCount() throws -> (count: TableCount, version: DataVersion?) {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM \(definition.source)\(condition) LIMIT \(Self.quickLimit + 1))"
    let (number, version) = try count(sql, PagePlan.values(of: filters, in: definition))
    return (number > Self.quickLimit ? .moreThan(Self.quickLimit) : .exact(number), version)
  }

  /// Counts all rows within one statement.
  func wholeCount() throws -> (count: Int, version: DataVersion?) {
    try count("SELECT count(*) FROM \(definition.source)\(condition)", PagePlan.values(of: filters, in: definition))
  }

  private var condition: String {
    let conditions = filters.map { PagePlan.condition(on: $0.column, of: definition) }
    return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }

  private func count(_ sql: String, _ values: [SQLValue]) throws -> (Int, DataVersion?) {
    let before = label()
    let statement = try SQLiteStatement(connection.handle, sql: sql)
    for value in values { statement.bind(value) }
    defer { statement.reset() }
    let number = try statement.step() ? statement.integer(0) : 0
    // A statement that stands on a row is still in its transaction.
    return (number, before.flatMap { label() == $0 ? $0 : nil })
  }
}
