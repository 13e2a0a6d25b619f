internal import CSQLite
internal import Synchronization

/// The memory that SQLite takes, which is one for the whole process.
///
/// A row has all its values in memory before anybody can ask how large they are, and what a statement makes of them too. So the limit is set where
/// SQLite gets its memory from: what goes beyond ends the statement, and nothing else.
///
/// Whatever calls C's functions here is never inlined: the optimizer would take them along into other object files, each with variables of its
/// own, and a limit that is set there is that of nobody (`Tests/Release/run` counts the variables).
package enum SQLiteMemory {
  /// What the values of rows may take together unless it is said otherwise.
  package static let defaultLimit = 64 << 20
  /// What a connection takes in large blocks for itself, beside its page cache.
  static let bytesOfConnection = 256 * 1024
  /// What a connection that writes takes beyond that: pages as they were before a statement or a savepoint. Beyond it they go to a file. SQLite's
  /// own 64 kB are full after some hundred rows of one call, and each further row costs half a dozen system calls.
  ///
  /// The block is written to that file at once, of which SQLite on Unix writes `size & 0x1ffff` bytes (`seekAndWriteFd` in os_unix.c), takes
  /// the rest for a full disk and ends the statement. So this is the largest block that it can write.
  static let bytesOfSavepoints = 0x1ffff
  private static let limit = Atomic<Int>(defaultLimit)
  /// What comes on top: for connections themselves, and for who writes what its owner has chosen.
  private static let allowed = Atomic<Int>(0)

  /// Sets how many bytes large values may take together, in all databases of the process.
  package static func setLimit(_ bytes: Int) {
    limit.store(max(bytes, 0), ordering: .relaxed)
    update()
  }

  /// Bytes that are taken in large blocks at the moment.
  static var taken: Int {
    @inline(never) get { Int(csqlite_large_memory()) }
  }

  /// Once, before SQLite is used: afterwards it refuses to be told, which another library of the process may have brought about.
  static let configured: Void = {
    _ = csqlite_without_memory_statistics()
    _ = csqlite_bound_memory()
    _ = csqlite_keep_savepoints(Int32(bytesOfSavepoints))
    update()
  }()

  /// Allows so many bytes more; fewer, if it is negative.
  static func allow(more bytes: Int) {
    allowed.add(bytes, ordering: .relaxed)
    update()
  }

  @inline(never)
  private static func update() {
    let (sum, overflow) = limit.load(ordering: .relaxed).addingReportingOverflow(
      allowed.load(ordering: .relaxed))
    csqlite_set_large_limit(overflow ? .max : Int64(sum))
  }
}
