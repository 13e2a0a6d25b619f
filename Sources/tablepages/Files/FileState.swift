import Glibc

/// What tells one state of a file from another.
enum FileState {
  /// The path with the file's number, size and time; the path alone where there is no file.
  static func text(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return path }
    return "\(path) \(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
}
