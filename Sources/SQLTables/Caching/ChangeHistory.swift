internal import Synchronization
package import TableModel

/// What the writer of a file has changed, table by table, for as long as nobody else has changed anything.
///
/// A label says that *something* has changed. Most changes are the writer's own, which knows the tables that they touch: pages of all other
/// tables are still what they were. So the state of some tables can be labelled by itself, with the label that the *file* had when one of
/// them was last changed, or when the history began. Such a label is always one that the file has had, and the tables are as they were
/// then. Since equal labels mean equal data (see `DataVersion`), two states for which the same label is answered have the same rows in these
/// tables, whatever happened between them, and even where each was answered by a history of its own.
package final class ChangeHistory: Sendable {
  private struct State {
    /// The label of the file before the first change.
    var start: DataVersion
    /// The label of the file behind the last one.
    var end: DataVersion
    /// How many transactions there were.
    var count = 0
    /// By tables in lower case: the last transaction that changed each, and the label of the file behind it.
    var changes: [String: (number: Int, label: DataVersion)] = [:]
  }

  private let state = Mutex<State?>(nil)

  package init() {}

  /// Takes note of a transaction.
  /// - Parameters:
  ///   - tables: all that were changed, and maybe more, in lower case.
  ///   - before: the label that the file had within the transaction, when nobody else could change it any more.
  ///   - after: the label that it has behind it, before anybody else has changed it.
  package func add(_ tables: some Sequence<String>, from before: DataVersion, to after: DataVersion) {
    state.withLock { state in
      // Another label than the last one: somebody else has changed what nobody here knows.
      var next = state.flatMap { $0.end == before ? $0 : nil } ?? State(start: before, end: before)
      // Else the tables would be copied to be changed.
      state = nil
      next.count += 1
      next.end = after
      for table in tables { next.changes[table] = (next.count, after) }
      state = next
    }
  }

  /// Begins anew with the next transaction.
  package func forget() { state.withLock { $0 = nil } }

  /// The label of some tables when the file has a label: that of an earlier state of the file in which they were the same, or its own.
  /// O(the number of tables).
  package func label(of tables: [String], at label: DataVersion) -> DataVersion {
    state.withLock { state in
      guard let state, state.end == label else { return label }
      return tables.lazy.compactMap { state.changes[$0] }.max { $0.number < $1.number }?.label ?? state.start
    }
  }
}
