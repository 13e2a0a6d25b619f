internal import SQLTables
internal import Synchronization
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
      let memory = file.table(named: name).counts
      if case .exact = quick { return (quick, true) }
      if let known = memory.known(query.selection, at: pageVersion), known.isFinal { return (known.count, true) }
      return (startCounting(query.selection, file), false)
    }
  }

  /// What is known, or found within the budget of a quick count.
  func quickCount(
    _ selection: RowSelection, _ definition: TableDefinition, _ file: OpenFile, _ connection: SQLiteConnection,
    version: DataVersion?
  ) throws -> TableCount {
    let memory = file.table(named: name).counts
    if let known = memory.known(selection, at: version) { return known.count }
    let limit = connection.budget.end
    connection.budget.start(until: min(limit, StatementBudget.now() &+ Self.quickNanoseconds))
    defer { connection.budget.start(until: limit) }
    do {
      let counted = try RowCounter(
        definition: definition, selection: selection, connection: connection, label: file.label
      )
      .quickCount()
      memory.keep(counted.count, isFinal: counted.count.isExact, for: selection, at: counted.version)
      return counted.count
    } catch let failure as SQLiteFailure where failure.isInterrupt || failure.isBusy {
      finishQuickCount(selection, file)
      return .unknown
    } catch let failure as SQLiteFailure where failure.isSchemaMismatch {
      return .unknown
    }
  }

  /// Counts once more without a budget, for the next asker.
  private func finishQuickCount(_ selection: RowSelection, _ file: OpenFile) {
    let memory = file.table(named: name).counts
    guard memory.job(selection).isNew else { return }
    let isAccepted = database.onThread(file, about: selection) { connection in
      defer { memory.end(selection) }
      let counted = try withDefinition(file, connection) {
        try RowCounter(definition: $0, selection: selection, connection: connection, label: file.label).quickCount()
      }
      memory.keep(counted.count, isFinal: counted.count.isExact, for: selection, at: counted.version)
    }
    if !isAccepted { memory.end(selection) }
  }

  /// Starts an exact count on a database thread unless one is under way; it ends when nobody has asked for a while.
  private func startCounting(_ selection: RowSelection, _ file: OpenFile) -> TableCount {
    let memory = file.table(named: name).counts
    let (job, isNew) = memory.job(selection)
    guard isNew else { return .counting(soFar: job.soFar.load(ordering: .relaxed)) }
    let isAccepted = database.onThread(file, about: selection) { connection in
      defer { memory.end(selection) }
      connection.budget.isCancelled = {
        StatementBudget.now() > job.lastAsked.load(ordering: .relaxed) &+ CountMemory.patience
      }
      try withDefinition(file, connection) { definition in
        try ExactRowCount(definition: definition, selection: selection, connection: connection, label: file.label)
          .run(job, memory)
      }
    }
    if !isAccepted { memory.end(selection) }
    return .counting(soFar: 0)
  }
}

extension TableCount {
  var isExact: Bool {
    if case .exact = self { true } else { false }
  }
}
