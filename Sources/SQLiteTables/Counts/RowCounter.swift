internal import SQLTables
internal import TableModel

/// Counts rows of a table on one connection.
struct RowCounter {
  let connection: SQLiteConnection
  let label: () -> DataVersion?
  private let source: String
  private let rows: RowCondition
  /// A quick count stops behind this many.
  static let quickLimit = 10_000

  /// Counts the rows of a table that a selection means.
  init(
    definition: TableDefinition, selection: RowSelection, connection: SQLiteConnection,
    label: @escaping () -> DataVersion?
  ) throws {
    self.connection = connection
    self.label = label
    let condition = try definition.condition(of: selection, on: connection)
    let streamed =
      selection.mayFollowSearch ? definition.streamedSearch?.streamed(condition.sql, from: definition.source) : nil
    source = streamed?.source ?? definition.source
    rows = RowCondition(streamed?.condition ?? condition.sql, condition.values)
  }

  /// Counts all rows of a source.
  init(source: String, connection: SQLiteConnection, label: @escaping () -> DataVersion?) {
    self.connection = connection
    self.label = label
    self.source = source
    rows = .everything
  }

  /// Counts up to `quickLimit` rows.
  /// - Returns: the count with the label of what was counted.
  func quickCount() throws -> (count: TableCount, version: DataVersion?) {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM \(source)\(condition) LIMIT \(Self.quickLimit + 1))"
    let (number, version) = try count(sql)
    return (number > Self.quickLimit ? .moreThan(Self.quickLimit) : .exact(number), version)
  }

  /// Counts all rows within one statement.
  func wholeCount() throws -> (count: TableCount, version: DataVersion?) {
    let (number, version) = try count("SELECT count(*) FROM \(source)\(condition)")
    return (.exact(number), version)
  }

  private var condition: String {
    rows.sql.isEmpty ? "" : " WHERE " + rows.sql
  }

  private func count(_ sql: String) throws -> (Int, DataVersion?) {
    // What was begun before the label was read could be older.
    connection.endKept()
    let before = label()
    let statement = try connection.prepared(sql)
    for value in rows.values { statement.bind(value) }
    defer { statement.reset() }
    let number = try statement.step() ? statement.integer(0) : 0
    // A statement that stands on a row is still in its transaction.
    return (number, before.flatMap { label() == $0 ? $0 : nil })
  }
}
