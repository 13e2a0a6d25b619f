// Which of these two declares `stat` depends on which of them the compiler reads first.
internal import CSQLite
internal import Glibc
internal import Synchronization
internal import TableModel

/// Labels the state of a database file without asking SQLite: equal labels mean equal data.
///
/// A label holds the change counter and the size in pages from the file's header (https://sqlite.org/fileformat2.html, offsets 24 and
/// 28), which file it is with its size and times, and, where the header says that there is a write-ahead log, the whole header
/// of the log's index (the first 48 bytes of `-shm`, https://sqlite.org/walformat.html). It is read by `pread`: a file that
/// somebody truncates is a short read, where mapped memory would be a signal.
///
/// A page gets a label only if the one read before its transaction began equals the one read inside of it, after the first row.
/// Why a label can then be trusted, as long as it equals a later one read without any lock:
///
/// *Rollback journal.* Inside the transaction the reader holds SHARED, so nobody writes to the file, and a hot journal has been
/// rolled back: the counter read there is the one of the data read. Every commit raises it before the lock is let go. What a
/// transaction that is rolled back (or dies) wrote under EXCLUSIVE may show to an unlocked look, but such a label differs from
/// every page's, and when the same number is committed later, no page can carry it that was read earlier. A writer in exclusive
/// locking mode raises the counter only once, but nobody reads, and so nobody labels, until it is done.
///
/// *Write-ahead log.* The data are those of the index header that the reader found when it began, which lies between the two looks. Equal
/// looks mean the same header, for each commit changes its counter, last frame and running checksum; a log that starts over
/// changes its salts, and the recovery of an index, which sets the counter back, keeps the checksum and the salts of the frames. The
/// header stands twice in the file, and is written back to front: if the two differ, the look says nothing. Checkpoints move
/// data without changing them; that they change the label as well costs a page.
///
/// *The index itself* is opened while a connection of our own, kept for as long as the label is used, has it mapped. In WAL mode a
/// connection holds SHARED on the file all its life; to delete or recreate the log and its index, and to leave WAL mode, another
/// needs EXCLUSIVE. A file that enters WAL mode says so in its header, and has no label until the index has been opened.
///
/// *Another file by the same name* has another identity, and no label until it has been opened in place of the first.
final class FileWatch: Sendable {
  private let path: String
  private let descriptor: Int32
  /// Which file it is.
  let identity: FileIdentity
  /// The descriptor of the log's index; -1 for none yet.
  private let index = Atomic<Int32>(-1)
  private let indexIdentity = Mutex<FileIdentity?>(nil)
  private let seenByteCount = Atomic<Int>(-1)

  /// Watches the file at a path; `nil` if it can't be opened.
  init?(path: String) {
    guard let opened = FileDescriptors.acquire(path) else { return nil }
    self.path = path
    (descriptor, identity) = opened
  }

  deinit {
    FileDescriptors.release(identity)
    if let other = indexIdentity.withLock({ $0 }) { FileDescriptors.release(other) }
  }

  /// What a look at the file says.
  enum Look: Sendable {
    /// The state of the file as it is now.
    case label(DataVersion)
    /// Nothing: it is being written to, or can't be read.
    case unclear
    /// Nothing yet: there is a log whose index has to be opened first.
    case lacksIndex
    /// The path leads to another file, or nowhere.
    case replaced
  }

  /// Looks at the file. Two or three system calls.
  func look() -> Look {
    var status = stat()
    // A path that is handed over as it is would be copied twice.
    guard path.withCString({ stat($0, &status) }) == 0, FileIdentity(status) == identity else { return .replaced }
    seenByteCount.store(Int(status.st_size), ordering: .relaxed)
    var words = SIMD8<UInt64>()
    let size = UInt64(bitPattern: Int64(status.st_size))
    words[1] = [
      identity.device, identity.inode, size, Self.nanoseconds(status.st_mtim), Self.nanoseconds(status.st_ctim),
    ].reduce(0x9E37_79B9_7F4A_7C15) { mixed, word in
      let product = (mixed ^ word).multipliedFullWidth(by: 0xFF51_AFD7_ED55_8CCD)
      return product.high ^ product.low &+ word
    }
    guard let hasLog = readHeader(into: &words, isEmpty: size == 0) else { return .unclear }
    if hasLog {
      guard index.load(ordering: .acquiring) >= 0 else { return .lacksIndex }
      guard readIndex(into: &words) else { return .unclear }
    }
    return .label(DataVersion(words))
  }

  /// The state of the file as it is now; `nil` if it can't be told, or the path leads to another file.
  func label() -> DataVersion? {
    if case .label(let label) = look() { label } else { nil }
  }

  /// Whether the counters still say what a label says: the second look, within a transaction. Size and times are left out, because the
  /// file is this one, and whoever reads it keeps rollback writers out.
  func confirms(_ label: DataVersion) -> Bool {
    var words = label.words
    guard let hasLog = readHeader(into: &words, isEmpty: false) ?? readHeader(into: &words, isEmpty: true) else {
      return false
    }
    if hasLog {
      guard readIndex(into: &words) else { return false }
    } else {
      for position in 2..<8 { words[position] = 0 }
    }
    return words == label.words
  }

  /// Sets the first word to the change counter and the page count.
  /// - Returns: whether the header speaks of a write-ahead log; `nil` if there is no header. An empty file is an empty database, whose
  ///   header reads as zeros.
  private func readHeader(into words: inout SIMD8<UInt64>, isEmpty: Bool) -> Bool? {
    var header = (UInt64(0), UInt64(0))
    guard isEmpty || pread(descriptor, &header, 16, 16) == 16 else { return nil }
    words[0] = header.1
    // Bytes 18 and 19 are the versions that write and read: 2 is the write-ahead log.
    return UInt64(littleEndian: header.0) >> 24 & 0xFF == 2
  }

  /// Whether another program keeps every reader out at the moment, asked without taking a lock: it holds EXCLUSIVE, which is the shared
  /// bytes locked for writing (https://sqlite.org/lockingv3.html). A writer of our own, who holds it for no longer than a commit, doesn't show.
  var isLocked: Bool { isLocked(at: 0x4000_0002, count: 510) }

  /// Whether another program has begun to write, or waits until nobody reads: it holds RESERVED or PENDING. Asked without taking a lock.
  var isAboutToChange: Bool { isLocked(at: 0x4000_0000, count: 2) }

  /// Whether another program has locked some of these bytes for writing.
  private func isLocked(at start: off_t, count: off_t) -> Bool {
    var lock = flock()
    (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_RDLCK), Int16(SEEK_SET), start, count)
    return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  /// Size of the file in bytes.
  var byteCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The same at the last look, which costs no system call.
  var byteCountOfLastLook: Int {
    let seen = seenByteCount.load(ordering: .relaxed)
    return seen < 0 ? byteCount : seen
  }

  /// Whether the file begins as SQLite's do, or is empty, as a database is before its first table.
  var hasDatabaseHeader: Bool {
    var start = (UInt64(0), UInt64(0))
    let count = pread(descriptor, &start, 16, 0)
    if count == 0 { return true }
    return count == 16 && withUnsafeBytes(of: start) { $0.elementsEqual("SQLite format 3\0".utf8) }
  }

  /// Whether the header speaks of a write-ahead log whose index is not open yet.
  var lacksIndex: Bool {
    guard index.load(ordering: .acquiring) < 0 else { return false }
    var versions: UInt16 = 0
    return pread(descriptor, &versions, 2, 18) == 2 && UInt16(littleEndian: versions) >> 8 == 2
  }

  /// Opens the index of the log.
  /// - Parameter path: the index that a connection of ours has mapped, within a read transaction, and keeps.
  func openIndex(_ path: String) -> Bool {
    indexIdentity.withLock { known in
      guard known == nil else { return true }
      guard let opened = FileDescriptors.acquire(path) else { return false }
      known = opened.identity
      index.store(opened.descriptor, ordering: .releasing)
      return true
    }
  }

  private func readIndex(into words: inout SIMD8<UInt64>) -> Bool {
    let index = index.load(ordering: .acquiring)
    var copies = (SIMD8<UInt64>(), SIMD4<UInt64>())
    guard index >= 0, pread(index, &copies, 96, 0) == 96 else { return false }
    let first = copies.0
    let second = SIMD8(first[6], first[7], copies.1[0], copies.1[1], copies.1[2], copies.1[3], 0, 0)
    for position in 0..<6 {
      guard first[position] == second[position] else { return false }
      words[position + 2] = first[position]
    }
    return true
  }

  private static func nanoseconds(_ time: timespec) -> UInt64 {
    UInt64(bitPattern: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }
}

extension DataVersion {
  /// Whether it is the label of a file with a write-ahead log, whose index's header it holds.
  var hasLog: Bool { words[2] != 0 }
}
