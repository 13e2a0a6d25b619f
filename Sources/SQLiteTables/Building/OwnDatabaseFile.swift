// Which of these two declares `stat` depends on which of them the compiler reads first.
internal import CSQLite
internal import Glibc
internal import TableModel

/// A SQLite file of this program's own making, whose rows can be made again from where they came.
///
/// Such a file carries a mark from its first page on, and nothing else is ever written to or removed: whatever stands at the path without the mark,
/// empty files, links and folders included, belongs to somebody else.
package struct OwnDatabaseFile: Sendable {
  /// SQLite's `application_id`, at offset 68 of the header (https://sqlite.org/fileformat2.html#application_id): the letters `TbPg`. The one
  /// place where it is registered.
  static let mark: UInt32 = 0x5462_5067

  /// The path.
  package let path: String

  /// A file at a path, whatever is there.
  package init(path: String) { self.path = path }

  /// What is at the path.
  package enum Standing: Sendable, Equatable {
    /// Nothing, and nothing that SQLite would take for a part of the file.
    case absent
    /// A file of our own.
    case own
    /// Something else, or a file of our own beside which something else stands in the place of its log.
    case foreign
  }

  /// What is at the path now.
  package var standing: Standing {
    let kinds = Self.sideSuffixes.map { FileKind(path + $0) }
    switch FileKind(path) {
    case .absent: return kinds.allSatisfy { $0 == .absent } ? .absent : .foreign
    case .regular: return kinds.allSatisfy { $0 != .other } && hasMark ? .own : .foreign
    case .other: return .foreign
    }
  }

  /// The file, its log, the index of the log, and its journal (https://sqlite.org/tempfiles.html).
  private static let sideSuffixes = ["-wal", "-shm", "-journal"]

  /// Makes the file, empty but for its mark, unless it is there.
  /// - Throws: `TableError.unavailable` if it can't be made, or is somebody else's.
  package func make() throws {
    switch standing {
    case .own: return
    case .foreign: throw foreign
    case .absent: break
    }
    // Under another name until it carries the mark: a process that is killed meanwhile leaves nothing here that would be somebody else's.
    let making = "\(path)-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    defer { unlink(making) }
    try Self.makeMarked(making)
    if link(making, path) == 0 { return }
    switch errno {
    case EEXIST: guard standing == .own else { throw foreign }
    // A file system without hard links.
    default: try Self.makeMarked(path)
    }
  }

  /// SQLite writes the mark with the first page, before there can be anything else in the file.
  private static func makeMarked(_ path: String) throws {
    try NewFile.make(path)
    let writer = try SQLiteBulkWriter(opening: path)
    try writer.execute("PRAGMA page_size = 8192; PRAGMA application_id = \(mark)")
  }

  /// Removes the file, if it is our own, with its log: for one that is damaged, while nobody else uses it.
  /// - Throws: `TableError.unavailable` if it is somebody else's, or can't be removed.
  package func remove() throws {
    guard standing == .own else { throw foreign }
    // The file last: what is left of a removal that was cut short still carries the mark.
    for suffix in Self.sideSuffixes + [""] where unlink(path + suffix) != 0 && errno != ENOENT {
      throw TableError.unavailable("can't remove the file: \(String(cString: strerror(errno)))")
    }
  }

  var foreign: TableError { .unavailable("another program's file; left alone") }

  /// Read beside SQLite, by a descriptor that stays open: see `FileDescriptors`.
  private var hasMark: Bool {
    guard let opened = FileDescriptors.acquire(path) else { return false }
    defer { FileDescriptors.release(opened.identity) }
    var start = [UInt8](repeating: 0, count: 72)
    guard pread(opened.descriptor, &start, start.count, 0) == start.count else { return false }
    let found = start[68...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return start.starts(with: "SQLite format 3\0".utf8) && found == Self.mark
  }
}

/// What a path leads to, links not followed.
private enum FileKind {
  case absent, regular, other

  init(_ path: String) {
    var status = stat()
    if lstat(path, &status) != 0 {
      self = errno == ENOENT ? .absent : .other
    } else {
      self = status.st_mode & S_IFMT == S_IFREG ? .regular : .other
    }
  }
}
