// Which of these two declares `stat` depends on which of them the compiler reads first.
internal import CSQLite
internal import Glibc
internal import Synchronization

/// Which file it is, whatever it is called.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

/// Descriptors of database files for reading beside SQLite.
///
/// They are never closed as long as the file has a name: closing any descriptor of a file drops all POSIX locks that this process holds
/// on it (POSIX.1-2017, fcntl), those of SQLite's connections among them, ours or anybody's. A file opened twice shares one.
enum FileDescriptors {
  private struct Entry {
    var descriptor: Int32
    var users: Int
  }
  private static let known = Mutex<[FileIdentity: Entry]>([:])

  /// A descriptor of the file at a path, to be given back by `release`; `nil` if it can't be opened.
  static func acquire(_ path: String) -> (descriptor: Int32, identity: FileIdentity)? {
    known.withLock { known in
      // A file without a name that nobody here uses any more has no locks that matter.
      for (identity, entry) in known where entry.users == 0 {
        var status = stat()
        if fstat(entry.descriptor, &status) == 0, status.st_nlink == 0 {
          close(entry.descriptor)
          known[identity] = nil
        }
      }
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      if let entry = known[FileIdentity(status)] {
        known[FileIdentity(status)]?.users += 1
        return (entry.descriptor, FileIdentity(status))
      }
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return nil }
      let identity = FileIdentity(status)
      // Renamed between the two looks: the one known before is as good, and this one stays open as they all do.
      let entry = known[identity] ?? Entry(descriptor: descriptor, users: 0)
      known[identity] = Entry(descriptor: entry.descriptor, users: entry.users + 1)
      return (entry.descriptor, identity)
    }
  }

  /// Says that the descriptor is not needed by this user any more.
  static func release(_ identity: FileIdentity) {
    known.withLock { $0[identity]?.users -= 1 }
  }
}
