internal import SQLTables
internal import TableModel

extension SQLiteTable {
  /// What a quick count may cost behind the rows.
  private static let quickNanoseconds: UInt64 = 1_000_000

  /// The count that a page shows, and whether the page may be kept with it: a count under way will have changed when it is asked again.
  func count(
    _ query: TableQuery, _ rows: PageReader.Rows, _ definition: TableDefinition, _ file: OpenFile,
    _ connection: SQLiteConnection
  ) throws -> (count: TableCount, isSettled: Bool) {
    let pageVersion = rows.version
    // A page that has all rows has counted them.
    let isWhole = !rows.hasRowsBefore && !rows.hasRowsBehind
    switch query.count {
    case .none: return (.unknown, true)
    case _ where isWhole: return (.exact(rows.page.count), true)
    case .quick:
      let count = try quickCount(query.selection, definition, file, connection, version: pageVersion)
      if case .unknown = count { return (count, false) }
      return (count, true)
    case .exact:
      let quick = try quickCount(query.selection, definition, file, connection, version: pageVersion)
      if case .exact = quick { return (quick, true) }
      return (counting(query.selection, file, at: pageVersion, forAll: true, atLeast: quick.least), false)
    }
  }

  /// What is known, or found within the budget of a quick count.
  func quickCount(
    _ selection: RowSelection, _ definition: TableDefinition, _ file: OpenFile, _ connection: SQLiteConnection,
    version: DataVersion?
  ) throws -> TableCount {
    let cache = file.table(named: name).counts
    if let known = cache.known(selection, at: version) { return known }
    let limit = connection.budget.end
    connection.budget.start(until: min(limit, WorkBudget.now() &+ Self.quickNanoseconds))
    defer { connection.budget.start(until: limit) }
    do {
      let counted = try RowCounter(
        definition: definition, selection: selection, connection: connection, label: file.label
      )
      .quickCount()
      cache.keep(counted.count, for: selection, at: counted.version)
      return counted.count
    } catch let failure as SQLiteFailure where failure.isInterrupt || failure.isBusy {
      // Counted on for whoever asks next.
      _ = counting(selection, file, at: version, forAll: false, atLeast: 0)
      return .unknown
    } catch let failure as SQLiteFailure where failure.isSchemaMismatch {
      return .unknown
    }
  }

  /// The count of a selection in the background, begun unless it is under way: once for all who ask. It ends when nobody has asked for a
  /// while, and goes on from there when somebody does.
  /// - Parameter forAll: whether all rows are to be counted, or only as many as a quick count tells.
  private func counting(
    _ selection: RowSelection, _ file: OpenFile, at version: DataVersion?, forAll: Bool, atLeast: Int
  ) -> TableCount {
    let job = file.table(named: name).counts.job(selection)
    switch job.ask(at: version, forAll: forAll, atLeast: atLeast) {
    case .underWay(let soFar): return .counting(soFar: soFar)
    case .rests(let soFar): return soFar > 0 ? .moreThan(soFar) : .unknown
    case .begins:
      takeTurn(job, selection, file)
      return .counting(soFar: atLeast)
    }
  }

  private func takeTurn(_ job: CountJob, _ selection: RowSelection, _ file: OpenFile) {
    let nanoseconds = job.nanoseconds(first: UInt64(max(database.options.timeLimitSeconds, 0) * 1e9))
    database.count(file, about: selection, nanoseconds: nanoseconds) { connection in
      connection.budget.isCancelled = { job.isForgotten }
      return try withDefinition(file, connection) { definition in
        try ExactRowCount(
          definition: definition, selection: selection, connection: connection, label: file.label,
          cache: file.table(named: name).counts
        ).turn(job)
      }
    } end: { result in
      let outcome = (try? result.get()) ?? .stopped
      if job.endTurn(outcome, nanoseconds: nanoseconds) { takeTurn(job, selection, file) }
    }
  }
}

extension TableCount {
  /// A number that there is at least.
  fileprivate var least: Int {
    switch self {
    case .exact(let number), .moreThan(let number), .counting(let number): number
    case .unknown: 0
    }
  }
}
