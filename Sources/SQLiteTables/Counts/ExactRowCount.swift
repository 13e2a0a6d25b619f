import BoundedWork
internal import SQLTables
internal import TableModel

/// One turn of counting the rows of a table, however many.
struct ExactRowCount {
  let definition: TableDefinition
  let selection: RowSelection
  let connection: SQLiteConnection
  let label: () -> DataVersion?
  let cache: CountCache
  /// After so long others have their turn.
  private static let turnNanoseconds: UInt64 = 100_000_000
  /// How long one statement is tried before all rows are gone through.
  private static let trialNanoseconds: UInt64 = 25_000_000
  private static let restartLimit = 3

  /// Counts on, and keeps what it finds in `cache`: a count that was cut short is never kept as the whole.
  ///
  /// Where an index leads to the rows, one statement mostly has them in a moment, however many there are without the filter. Else, where rows
  /// have a row id, it goes by ranges of it, so that no transaction is long and no writer waits; what was counted holds only as long as nothing
  /// changes. What an index of words finds is counted at once.
  func turn(_ job: CountJob) throws -> CountJob.Outcome {
    do {
      if let field = definition.rowIDField, !definition.usesIndex(for: selection),
        job.progress.restarts < Self.restartLimit, let version = label()
      {
        if job.progress.version == nil, try isCountedAtOnce(job) { return .finished }
        return try ranges(definition.expressions[field], job, version)
      }
      // Somebody keeps writing, or there is nothing to cut by: one statement sees one state.
      job.progress.restarts = 0
      let counter = try RowCounter(definition: definition, selection: selection, connection: connection, label: label)
      let quick = try counter.quickCount()
      cache.keep(quick.count, for: selection, at: quick.version)
      guard job.wantsAll, !quick.count.isExact else { return .finished }
      job.saw(RowCounter.quickLimit)
      let whole = try counter.wholeCount()
      cache.keep(whole.count, for: selection, at: whole.version)
      return .finished
    } catch let failure as SQLiteFailure where failure.isInterrupt {
      return job.isForgotten ? .stopped : .cut
    }
  }

  /// Tries to count with one statement.
  private func isCountedAtOnce(_ job: CountJob) throws -> Bool {
    let limit = connection.budget.end
    connection.budget.start(until: min(limit, WorkBudget.now() &+ Self.trialNanoseconds))
    defer { connection.budget.start(until: limit) }
    do {
      let counter = try RowCounter(definition: definition, selection: selection, connection: connection, label: label)
      let (count, version) = try job.wantsAll ? counter.wholeCount() : counter.quickCount()
      cache.keep(count, for: selection, at: version)
      return version != nil
    } catch let failure as SQLiteFailure where failure.isInterrupt && !job.isForgotten {
      return false
    }
  }

  private func ranges(_ rowID: String, _ job: CountJob, _ version: DataVersion) throws -> CountJob.Outcome {
    var progress = job.progress
    defer { job.progress = progress }
    if progress.version != version { progress.restart(at: version) }
    let limit = connection.budget.limit
    let start = WorkBudget.now()
    let count = try statement(rowID)
    while WorkBudget.now() < start &+ Self.turnNanoseconds {
      do {
        let isEnd = try range(count.statement, count.values, &progress)
        job.progress = progress
        guard label() == version else { return .goesOn }
        if isEnd {
          cache.keep(.exact(progress.total), for: selection, at: version)
          return .finished
        }
        if !job.wantsAll, progress.total > RowCounter.quickLimit {
          cache.keep(.moreThan(RowCounter.quickLimit), for: selection, at: version)
          return .finished
        }
        if job.isForgotten { return .stopped }
      } catch let failure as SQLiteFailure where failure.isInterrupt {
        guard !job.isForgotten, progress.chunk > 1 else { throw failure }
        progress.chunk = max(progress.chunk / 8, 1)
        // The next turn has its own time.
        if WorkBudget.now() > limit { return .goesOn }
      }
    }
    return .goesOn
  }

  private func statement(_ rowID: String) throws -> (statement: SQLiteStatement, values: [SQLValue]) {
    let condition = try definition.condition(of: selection, on: connection)
    let matching = condition.sql.isEmpty ? "1" : "CASE WHEN \(condition.sql) THEN 1 ELSE 0 END"
    let statement = try connection.prepared(
      """
      SELECT count(*), max(k), total(m) FROM (SELECT \(rowID) AS k, \(matching) AS m FROM \(definition.source)
      WHERE \(rowID) >= ? ORDER BY \(rowID) LIMIT ?)
      """)
    return (statement, condition.values)
  }

  /// - Returns: whether there are no further rows.
  private func range(
    _ statement: SQLiteStatement, _ values: [SQLValue], _ progress: inout CountJob.Progress
  ) throws -> Bool {
    for value in values { statement.bind(value) }
    statement.bind(.integer(progress.next))
    statement.bind(progress.chunk)
    defer { statement.reset() }
    guard try statement.step(), statement.integer(0) > 0 else { return true }
    progress.total += statement.integer(2)
    guard case .integer(let last) = statement.value(1), last < .max else { return true }
    progress.next = last + 1
    return false
  }
}
