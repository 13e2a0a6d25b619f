internal import SQLTables
internal import Synchronization
internal import TableModel

/// Counts every row of a table, however many, and says how far it is.
struct ExactRowCount {
  let definition: TableDefinition
  let filters: [ColumnFilter]
  let connection: SQLiteConnection
  let label: () -> DataVersion?
  private static let chunk = 200_000

  /// Counts, and keeps the result in `memory`.
  ///
  /// Where rows have a row id it goes by ranges of it, so that no transaction is long and no writer waits; what was counted holds
  /// only if nothing has changed between the first range and the last.
  func run(_ job: CountMemory.Job, _ memory: CountMemory) throws {
    do {
      for _ in 0..<3 {
        guard let field = definition.rowIDField, let before = label() else { break }
        let total = try chunkedCount(definition.expressions[field], job)
        if label() == before { return memory.keep(.exact(total), isFinal: true, for: filters, at: before) }
      }
      // Somebody keeps writing, or there is nothing to cut by: one statement sees one state.
      let counter = RowCounter(definition: definition, filters: filters, connection: connection, label: label)
      let (total, version) = try counter.wholeCount()
      memory.keep(.exact(total), isFinal: true, for: filters, at: version)
    } catch let failure as SQLiteFailure where failure.isInterrupt {
      // It would take as long again: what was seen is the answer for this state of the data.
      let seen = max(job.soFar.load(ordering: .relaxed), RowCounter.quickLimit)
      memory.keep(.moreThan(seen), isFinal: connection.budget.isOver, for: filters, at: label())
      throw failure
    }
  }

  private func chunkedCount(_ rowID: String, _ job: CountMemory.Job) throws -> Int {
    let statement = try SQLiteStatement(
      connection.handle,
      sql: """
        SELECT count(*), max(k), total(m) FROM (SELECT \(rowID) AS k, \(matching) AS m FROM \(definition.source)
        WHERE \(rowID) >= ? ORDER BY \(rowID) LIMIT \(Self.chunk))
        """)
    var total = 0
    var start = Int64.min
    while true {
      for value in PagePlan.values(of: filters, in: definition) { statement.bind(value) }
      statement.bind(.integer(start))
      defer { statement.reset() }
      guard try statement.step(), statement.integer(0) > 0 else { return total }
      total += statement.integer(2)
      job.soFar.store(total, ordering: .relaxed)
      guard case .integer(let last) = statement.value(1), last < .max else { return total }
      start = last + 1
    }
  }

  private var matching: String {
    let conditions = filters.map { "(\(PagePlan.condition(on: $0.column, of: definition)))" }
    return conditions.isEmpty ? "1" : "ifnull(\(conditions.joined(separator: " AND ")), 0)"
  }
}
