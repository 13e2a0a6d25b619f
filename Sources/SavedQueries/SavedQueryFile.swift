internal import Glibc

/// The file that queries are saved in. Readers see it whole at any moment: it is written under another name, and takes the place of the last one.
struct SavedQueryFile: Sendable {
  let path: String

  /// Tells one state of the file from all others, as far as a file system does.
  struct Stamp: Equatable {
    private let device, file, size, seconds, nanoseconds: Int64

    init(_ status: stat) {
      device = Int64(truncatingIfNeeded: status.st_dev)
      file = Int64(truncatingIfNeeded: status.st_ino)
      size = Int64(status.st_size)
      seconds = Int64(status.st_mtim.tv_sec)
      nanoseconds = Int64(status.st_mtim.tv_nsec)
    }
  }

  /// Bytes of the file at most.
  private static let sizeLimit = 16 << 20

  /// What the file is like now.
  func stamp() throws(SavedQueryError) -> Stamp {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Self.failure("read") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Self.foreign }
    return Stamp(status)
  }

  /// Makes the file unless there is something at the path.
  func makeIfAbsent() throws(SavedQueryError) {
    var status = stat()
    guard lstat(path, &status) != 0, errno == ENOENT else { return }
    let draft = try write(SavedQueryList().bytes)
    defer { unlink(draft) }
    // Of several servers that start at once, one makes it.
    guard link(draft, path) == 0 || errno == EEXIST else { throw Self.failure("made") }
    syncFolder()
  }

  func read() throws(SavedQueryError) -> (list: SavedQueryList, stamp: Stamp) {
    let descriptor = try open()
    defer { close(descriptor) }
    return try Self.read(descriptor)
  }

  /// Changes the list while nobody else does. Once this returns, the change survives the end of the machine.
  func change<Result>(
    _ body: (inout SavedQueryList) throws(SavedQueryError) -> Result
  ) throws(SavedQueryError) -> Result {
    let descriptor = try lock()
    defer { close(descriptor) }
    var list = try Self.read(descriptor).list
    let result = try body(&list)
    let bytes = list.bytes
    guard bytes.count <= Self.sizeLimit else { throw .full("There is no room for more saved queries") }
    let draft = try write(bytes)
    guard rename(draft, path) == 0 else {
      let failure = Self.failure("written")
      unlink(draft)
      throw failure
    }
    syncFolder()
    return result
  }

  /// The file, locked for this change alone. Whoever waited for another change finds that the file was replaced, and takes the new one.
  private func lock() throws(SavedQueryError) -> Int32 {
    while true {
      let descriptor = try open()
      var locked = stat(), named = stat()
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else {
          close(descriptor)
          throw Self.failure("locked")
        }
      }
      if fstat(descriptor, &locked) == 0, lstat(path, &named) == 0, Stamp(locked) == Stamp(named) { return descriptor }
      close(descriptor)
    }
  }

  private func open() throws(SavedQueryError) -> Int32 {
    let descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw errno == ELOOP ? Self.foreign : Self.failure("read") }
    return descriptor
  }

  private static func read(_ descriptor: Int32) throws(SavedQueryError) -> (list: SavedQueryList, stamp: Stamp) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("read") }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= sizeLimit else { throw foreign }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &part, part.count)
      guard count >= 0 else { throw failure("read") }
      if count == 0 { break }
      bytes += part[..<count]
    }
    return (try SavedQueryList(bytes), Stamp(status))
  }

  /// Writes a whole file beside this one. - Returns: its path.
  private func write(_ bytes: [UInt8]) throws(SavedQueryError) -> String {
    // By chance: a server that was killed leaves its draft behind.
    let draft = "\(path).\(UInt64.random(in: 0 ... .max))"
    let descriptor = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure("written") }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
      let failure = Self.failure("written")
      unlink(draft)
      throw failure
    }
    return draft
  }

  /// Without this the new name could be lost with the power.
  private func syncFolder() {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static let foreign = SavedQueryError.unavailable("It is no file of saved queries, and is left alone")

  private static func failure(_ what: String) -> SavedQueryError {
    .unavailable("It can't be \(what): \(String(cString: strerror(errno)))")
  }
}
