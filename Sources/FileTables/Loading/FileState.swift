internal import Glibc

/// What a file is like at one moment: equal states mean that nobody has changed it, as far as its file system can tell.
package struct FileState: Sendable, Equatable, CustomStringConvertible {
  var byteCount: Int
  var device: UInt64
  var inode: UInt64
  /// When what it holds was last changed, in nanoseconds since 1970, as whoever writes to it may say.
  var contentChangedAt: Int
  /// When anything about it was last changed, as the file system says.
  var changedAt: Int

  /// The state of the file at a path; `nil` if there is none.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    byteCount = Int(status.st_size)
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    contentChangedAt = Self.nanoseconds(status.st_mtim)
    changedAt = Self.nanoseconds(status.st_ctim)
  }

  /// The states of the files that are there, by their paths.
  package static func states(of paths: [String]) -> [String: FileState] {
    var states: [String: FileState] = [:]
    for path in paths { states[path] = FileState(path: path) }
    return states
  }

  /// Size, device, number and times.
  package var description: String { "\(byteCount) \(device) \(inode) \(contentChangedAt) \(changedAt)" }

  /// Whether what is written to the file from now on will show in its times: clocks of file systems advance in steps of up to two seconds, and what
  /// is changed twice within one looks as if it were changed once.
  var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return [contentChangedAt, changedAt].allSatisfy { (Self.nanoseconds(now) &- $0).magnitude > 2_100_000_000 }
  }

  /// Whether the file may just have grown since, as a log does that is still being written.
  func mayContinue(_ earlier: FileState) -> Bool {
    device == earlier.device && inode == earlier.inode && byteCount >= earlier.byteCount
  }

  /// Wraps around for times that whoever set them had no clock for.
  private static func nanoseconds(_ time: timespec) -> Int { Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec) }
}
