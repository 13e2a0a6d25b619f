internal import Glibc
internal import TableModel

/// Files that are made where nothing is yet.
enum NewFile {
  /// Makes an empty file that its owner alone may read.
  /// - Throws: `TableError.unavailable` if there is anything at the path, a link included, or it can't be made.
  static func make(_ path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw TableError.unavailable(
        errno == EEXIST ? "the file already exists" : "can't create the file: \(String(cString: strerror(errno)))")
    }
    // Nobody has locks on a file that was not there a moment ago.
    close(descriptor)
  }
}
