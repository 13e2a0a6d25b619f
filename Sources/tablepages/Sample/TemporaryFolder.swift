import FoundationEssentials
import Glibc

/// A folder of our own among the system's temporary files. Whoever makes one takes away those that are left of processes that were killed: each is
/// held by a lock on a file in it, which ends with its process.
struct TemporaryFolder {
  let path: String
  /// Keeps the lock; closed by the end of the process at the latest.
  private let lock: Int32

  private static let prefix = "tablepages-", lockName = "lock"

  /// Makes the folder where `TMPDIR` says, in `/tmp`, or in shared memory where nothing else can be written to, as in a
  /// container with a read-only file system.
  init() throws(CommandFailure) {
    try self.init(in: [environmentValue("TMPDIR"), "/tmp", "/dev/shm"].compactMap { $0 })
  }

  /// Makes the folder in the first of these folders that can be written to.
  init(in parents: [String]) throws(CommandFailure) {
    for parent in parents {
      Self.removeAbandoned(in: parent)
      var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
      if mkdtemp(&template) != nil {
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        lock = Self.heldLock(in: path)
        return
      }
    }
    throw CommandFailure(
      "can't create a temporary folder in \(parents.joined(separator: ", ")); set TMPDIR to a writable folder")
  }

  /// Makes a lock that is held before it has its name: one that nobody holds yet would be taken for one that was left, and its folder away.
  /// - Returns: -1 where there is none.
  private static func heldLock(in folder: String) -> Int32 {
    let (unnamed, named) = ("\(folder)/\(lockName).new", "\(folder)/\(lockName)")
    let lock = open(unnamed, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard lock >= 0 else { return -1 }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0, rename(unnamed, named) == 0 else {
      unlink(unnamed)
      close(lock)
      return -1
    }
    return lock
  }

  /// Takes away the named files and the folder itself; files that aren't there don't matter.
  func remove(files: [String]) {
    for file in files + [Self.lockName] { unlink("\(path)/\(file)") }
    rmdir(path)
    if lock >= 0 { close(lock) }
  }

  /// Takes away folders of this user's that have a lock which nobody holds.
  private static func removeAbandoned(in parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6 {
      let folder = "\(parent)/\(name)"
      var status = stat()
      guard lstat(folder, &status) == 0, status.st_mode & (S_IFMT | 0o777) == S_IFDIR | 0o700, status.st_uid == getuid()
      else { continue }
      let lock = open("\(folder)/\(lockName)", O_RDWR | O_NOFOLLOW | O_CLOEXEC)
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { removeFiles(in: folder) }
      close(lock)
    }
  }

  /// What we put there are files, the lock last: while it is there, nobody else takes the folder for one of somebody else's.
  private static func removeFiles(in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name != lockName { unlink("\(folder)/\(name)") }
    unlink("\(folder)/\(lockName)")
    rmdir(folder)
  }
}
