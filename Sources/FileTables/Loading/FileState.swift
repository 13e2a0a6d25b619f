internal import Glibc

/// What a file is like at one moment: equal states mean that nobody has changed it.
public struct FileState: Sendable, Equatable, CustomStringConvertible {
  var byteCount: Int
  var inode: UInt64
  /// Nanoseconds since 1970.
  var changedAt: Int

  /// The state of the file at a path; `nil` if there is none.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    byteCount = Int(status.st_size)
    inode = UInt64(status.st_ino)
    changedAt = Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec)
  }

  /// The states of the files that are there, by their paths.
  public static func states(of paths: [String]) -> [String: FileState] {
    var states: [String: FileState] = [:]
    for path in paths { states[path] = FileState(path: path) }
    return states
  }

  /// Size, number and time.
  public var description: String { "\(byteCount) \(inode) \(changedAt)" }
}
