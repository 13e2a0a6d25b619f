internal import BoundedWork
internal import Synchronization

/// What the connections of all files may keep of them together, beyond what each has for itself.
///
/// SQLite keeps the pages of a file for each connection. What it finds there costs neither a system call nor a copy, but how much of a file is
/// read again and again only shows while it is read: so connections begin with little (see `SQLiteDatabase.Options.pageCacheKibibytes`), and take
/// more from here when that is full and pages are still read anew (see `DatabaseCache`).
package final class DatabaseCacheBudget: Sendable {
  /// That of the process: SQLite's memory is one as well.
  package static let shared = DatabaseCacheBudget(kibibytes: defaultKibibytes)

  /// A sixteenth of the memory that there is, and 256 MiB at most: what the system itself keeps of files is worth nearly as much, and shared by all.
  package static let defaultKibibytes = min(MachineMemory.bytes / 16, 256 << 20) >> 10

  private struct State {
    var limit: Int
    var taken = 0
  }

  private let state: Mutex<State>

  init(kibibytes: Int) { state = Mutex(State(limit: kibibytes)) }

  /// Sets what there is. What is taken stays so until it is given back.
  package func setLimit(kibibytes: Int) { state.withLock { $0.limit = kibibytes } }

  /// Takes so much, but never more than half of what is left, so that there is some for others.
  func take(kibibytes wanted: Int) -> Int {
    state.withLock { state in
      let found = max(min(wanted, (state.limit - state.taken) / 2), 0)
      state.taken += found
      return found
    }
  }

  /// What is taken, in kibibytes.
  var taken: Int { state.withLock(\.taken) }

  func giveBack(kibibytes: Int) { state.withLock { $0.taken -= kibibytes } }
}
