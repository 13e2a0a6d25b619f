internal import SQLTables
internal import Synchronization
internal import TableModel

/// Counts every row of a table, however many, and says how far it is.
struct ExactRowCount {
  let definition: TableDefinition
  let selection: RowSelection
  let connection: SQLiteConnection
  let label: () -> DataVersion?
  private static let chunk = 200_000

  /// Counts, and keeps the result in `memory`.
  ///
  /// Where rows have a row id it goes by ranges of it, so that no transaction is long and no writer waits; what was counted holds
  /// only if nothing has changed between the first range and the last. What an index of words finds is counted at once.
  func run(_ job: CountMemory.Job, _ memory: CountMemory) throws {
    do {
      for _ in 0..<3 {
        guard let field = definition.rowIDField, !definition.usesIndex(for: selection), let before = label() else {
          break
        }
        let total = try chunkedCount(definition.expressions[field], job)
        if label() == before { return memory.keep(.exact(total), isFinal: true, for: selection, at: before) }
      }
      // Somebody keeps writing, or there is nothing to cut by: one statement sees one state.
      let counter = try RowCounter(definition: definition, selection: selection, connection: connection, label: label)
      let (total, version) = try counter.wholeCount()
      memory.keep(.exact(total), isFinal: true, for: selection, at: version)
    } catch let failure as SQLiteFailure where failure.isInterrupt {
      // It would take as long again: what was seen is the answer for this state of the data.
      let seen = max(job.soFar.load(ordering: .relaxed), RowCounter.quickLimit)
      memory.keep(.moreThan(seen), isFinal: connection.budget.isOver, for: selection, at: label())
      throw failure
    }
  }

  private func chunkedCount(_ rowID: String, _ job: CountMemory.Job) throws -> Int {
    let condition = try definition.condition(of: selection, on: connection)
    let matching = condition.sql.isEmpty ? "1" : "ifnull((\(condition.sql)), 0)"
    let statement = try SQLiteStatement(
      connection.handle,
      sql: """
        SELECT count(*), max(k), total(m) FROM (SELECT \(rowID) AS k, \(matching) AS m FROM \(definition.source)
        WHERE \(rowID) >= ? ORDER BY \(rowID) LIMIT \(Self.chunk))
        """)
    var total = 0
    var start = Int64.min
    while true {
      for value in condition.values { statement.bind(value) }
      statement.bind(.integer(start))
      defer { statement.reset() }
      guard try statement.step(), statement.integer(0) > 0 else { return total }
      total += statement.integer(2)
      job.soFar.store(total, ordering: .relaxed)
      guard case .integer(let last) = statement.value(1), last < .max else { return total }
      start = last + 1
    }
  }
}
