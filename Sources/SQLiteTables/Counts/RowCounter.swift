internal import SQLTables
internal import TableModel

/// Counts rows of a table on one connection.
struct RowCounter {
  let connection: SQLiteConnection
  let label: () -> DataVersion?
  private let source: String
  private let conditions: [String]
  private let values: [SQLValue]
  /// A quick count stops behind this many.
  static let quickLimit = 10_000

  /// Counts the rows of a table that meet all filters.
  init(
    definition: TableDefinition, filters: [ColumnFilter], connection: SQLiteConnection,
    label: @escaping () -> DataVersion?
  ) {
    self.connection = connection
    self.label = label
    source = definition.source
    conditions = filters.map { PagePlan.condition(on: $0.column, of: definition) }
    values = PagePlan.values(of: filters, in: definition)
  }

  /// Counts all rows of a source.
  init(source: String, connection: SQLiteConnection, label: @escaping () -> DataVersion?) {
    self.connection = connection
    self.label = label
    self.source = source
    conditions = []
    values = []
  }

  /// Counts up to `quickLimit` rows.
  /// - Returns: the count with the label of what was counted.
  func quickCount() throws -> (count: TableCount, version: DataVersion?) {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM \(source)\(condition) LIMIT \(Self.quickLimit + 1))"
    let (number, version) = try count(sql)
    return (number > Self.quickLimit ? .moreThan(Self.quickLimit) : .exact(number), version)
  }

  /// Counts all rows within one statement.
  func wholeCount() throws -> (count: Int, version: DataVersion?) {
    try count("SELECT count(*) FROM \(source)\(condition)")
  }

  private var condition: String {
    conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }

  private func count(_ sql: String) throws -> (Int, DataVersion?) {
    let before = label()
    let statement = try SQLiteStatement(connection.handle, sql: sql)
    for value in values { statement.bind(value) }
    defer { statement.reset() }
    let number = try statement.step() ? statement.integer(0) : 0
    // A statement that stands on a row is still in its transaction.
    return (number, before.flatMap { label() == $0 ? $0 : nil })
  }
}
