internal import Glibc

/// What the file system says of a file before it is opened.
struct FileStatus {
  /// Its size on disk, in bytes.
  let byteCount: Int

  /// Opening a pipe would wait for somebody who writes to it, and reading a device may never end.
  /// - Throws: `FileReadError` if there is no such file, or it is none that can be read from its beginning to its end.
  init(path: String) throws(FileReadError) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw FileReadError(
        errno == EACCES ? "The file “\(name)” can't be read: permission denied." : "File “\(name)” not found.")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: byteCount = Int(status.st_size)
    case S_IFDIR: throw FileReadError("“\(name)” is a folder.")
    default: throw FileReadError("“\(name)” is not a file: pipes, sockets and devices can't be served.")
    }
  }
}
