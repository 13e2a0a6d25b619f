import BoundedWork
internal import SQLTables
internal import TableModel

extension SQLiteTable {
  /// What a count may cost behind the rows: where somebody asks for it, and where what isn't known is said later.
  private static let quickNanoseconds: UInt64 = 1_000_000, glanceNanoseconds: UInt64 = 250_000

  func count(_ query: TableQuery) async throws -> TableCount {
    try await database.answer(about: query.selection) { file, connection in
      try withDefinition(file, connection) { definition in
        try definition.explainingSearches(of: query.selection, on: connection) {
          try count(query, definition, file, connection, version: connection.startLabel).count
        }
      }
    }
  }

  func glance(atCountOf selection: RowSelection, in state: DataVersion) -> TableCount? {
    database.openFile.table(named: name).counts.glance(selection, at: state)
  }

  /// The count that a page shows, and whether the page may be kept with it: a count under way will have changed when it is asked again.
  func count(
    _ query: TableQuery, _ rows: PageReader.Rows, _ definition: TableDefinition, _ file: OpenFile,
    _ connection: SQLiteConnection
  ) throws -> (count: TableCount, isSettled: Bool) {
    // A page that has all rows has counted them.
    let isWhole = !rows.hasRowsBefore && !rows.hasRowsBehind
    if isWhole, query.count != .none { return (.exact(rows.page.count), true) }
    return try count(query, definition, file, connection, version: rows.version)
  }

  /// How many rows there are without the query's filters, where that is known or found at a glance; otherwise it is counted for the next page.
  func total(
    _ query: TableQuery, _ definition: TableDefinition, _ file: OpenFile, _ connection: SQLiteConnection,
    version: DataVersion?
  ) -> TableCount {
    guard query.count != .none, !query.selection.isEverything else { return .unknown }
    var all = TableQuery()
    all.counting = .later
    // A page of rows doesn't fail for want of a number beside it.
    return (try? knownCount(all, definition, file, connection, version: version)) ?? .unknown
  }

  private func count(
    _ query: TableQuery, _ definition: TableDefinition, _ file: OpenFile, _ connection: SQLiteConnection,
    version: DataVersion?
  ) throws -> (count: TableCount, isSettled: Bool) {
    let selection = query.selection
    switch query.count {
    case .none: return (.unknown, true)
    case .quick:
      let count =
        query.counting == .now
        ? try quickCount(selection, definition, file, connection, version: version)
        : try knownCount(query, definition, file, connection, version: version)
      if case .unknown = count { return (count, false) }
      return (count, true)
    case .exact:
      let quick = try quickCount(selection, definition, file, connection, version: version)
      if case .exact = quick { return (quick, true) }
      return (counting(selection, file, at: version, forAll: true, atLeast: quick.least), false)
    }
  }

  /// What is known, or found at a glance: tried once in each state of the data.
  private func knownCount(
    _ query: TableQuery, _ definition: TableDefinition, _ file: OpenFile, _ connection: SQLiteConnection,
    version: DataVersion?
  ) throws -> TableCount {
    let cache = file.table(named: name).counts, selection = query.selection
    let found = cache.glance(selection, at: version)
    if let found, found != .unknown { return found }
    do {
      // What took longer in another state will hardly be found at a glance in this one.
      if found == nil, cache.cost(of: selection) < Self.glanceNanoseconds {
        return try counted(selection, definition, file, connection, nanoseconds: Self.glanceNanoseconds)
      }
    } catch let failure as SQLiteFailure where failure.isInterrupt || failure.isBusy {
      cache.keepLong(selection, at: version)
    } catch let failure as SQLiteFailure where failure.isSchemaMismatch {
      return .unknown
    }
    // Counted on for whoever asks next.
    if query.counting == .later { _ = counting(selection, file, at: version, forAll: false, atLeast: 0) }
    return .unknown
  }

  /// What is known, or found within the budget of a quick count.
  func quickCount(
    _ selection: RowSelection, _ definition: TableDefinition, _ file: OpenFile, _ connection: SQLiteConnection,
    version: DataVersion?
  ) throws -> TableCount {
    if let known = file.table(named: name).counts.known(selection, at: version) { return known }
    do {
      return try counted(selection, definition, file, connection, nanoseconds: Self.quickNanoseconds)
    } catch let failure as SQLiteFailure where failure.isInterrupt || failure.isBusy {
      // Counted on for whoever asks next.
      _ = counting(selection, file, at: version, forAll: false, atLeast: 0)
      return .unknown
    } catch let failure as SQLiteFailure where failure.isSchemaMismatch {
      return .unknown
    }
  }

  /// A quick count, and what is kept of it.
  /// - Throws: `SQLiteFailure` where it takes longer.
  private func counted(
    _ selection: RowSelection, _ definition: TableDefinition, _ file: OpenFile, _ connection: SQLiteConnection,
    nanoseconds: UInt64
  ) throws -> TableCount {
    let limit = connection.budget.end
    connection.budget.start(until: min(limit, WorkBudget.now() &+ nanoseconds))
    defer { connection.budget.start(until: limit) }
    let counted = try RowCounter(
      definition: definition, selection: selection, connection: connection, label: file.label
    ).quickCount()
    file.table(named: name).counts.keep(counted.count, for: selection, at: counted.version)
    return counted.count
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
      let start = WorkBudget.now()
      defer { job.spend(WorkBudget.now() &- start) }
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
