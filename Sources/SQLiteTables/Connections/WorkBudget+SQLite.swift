import BoundedWork
internal import CSQLite
internal import TableModel

extension WorkBudget {
  /// Has SQLite ask every 100 opcodes whether a statement may go on; the clock is read only then.
  /// - Parameter connection: lives no longer than this budget, which its owner holds beside it.
  func install(on connection: OpaquePointer) {
    sqlite3_progress_handler(
      connection, 100,
      { context in
        guard let context else { return 0 }
        // The connection that asks is owned together with its budget, so the reference is alive.
        let budget = Unmanaged<WorkBudget>.fromOpaque(context).takeUnretainedValue()
        if budget.isOver { return 1 }
        return budget.isCancelled?() == true ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
