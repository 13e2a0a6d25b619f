internal import Glibc
internal import Synchronization

/// The files of a folder that were asked for, as they were last seen; and files in memory, which those of the folder take the place of.
final class FileCache: Sendable {
  private struct Kept {
    var file: ServedFile
    /// On the coarse clock.
    var lookedAt: UInt64
  }

  private let root: Int32?
  private let included: [String: ServedFile]
  private let kept = Mutex<[String: Kept]>([:])
  /// How long a file is served without looking whether it changed, in nanoseconds.
  private let trust: UInt64 = 1_000_000_000
  private let maximumCount = 4096

  init(folder: String?, included: [String: [UInt8]] = [:]) throws(ServerError) {
    if let folder {
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .unreadable(path: folder, reason: reason(errno)) }
      root = descriptor
    } else {
      root = nil
    }
    self.included = ServedFile.included(included)
  }

  deinit { if let root { close(root) } }

  /// The file, or nil if there is none that may be served. O(1) but for the first look at its content.
  func file(_ segments: ArraySlice<String>) -> ServedFile? {
    guard !segments.isEmpty, segments.allSatisfy(Self.isServable) else { return nil }
    let name = segments.joined(separator: "/")
    guard let root else { return included[name] }
    let now = coarseNow()
    let known = kept.withLock { $0[name] }
    if let known, now - known.lookedAt < trust { return known.file }
    guard let found = find(segments, from: root) else {
      kept.withLock { _ = $0.removeValue(forKey: name) }
      return included[name]
    }
    if let known, known.file.stamp == found.stamp {
      closeDescriptor(found.descriptor)
      kept.withLock { $0[name]?.lookedAt = now }
      return known.file
    }
    guard let file = ServedFile(found.descriptor, found.stamp, name: name) else { return nil }
    kept.withLock { kept in
      if kept.count >= maximumCount { kept.removeAll() }
      kept[name] = Kept(file: file, lookedAt: now)
    }
    return file
  }

  /// Whether a segment may be part of a path: no dot file, no way up, no second separator in disguise.
  private static func isServable(_ segment: String) -> Bool {
    guard let first = segment.utf8.first, first != UInt8(ascii: ".") else { return false }
    return !segment.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }

  /// Opens step by step from the root, and follows no symbolic link on the way.
  private func find(_ segments: ArraySlice<String>, from root: Int32) -> (descriptor: Int32, stamp: FileStamp)? {
    var folder = root
    defer { if folder != root { close(folder) } }
    for segment in segments.dropLast() {
      let next = openat(folder, segment, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard next >= 0 else { return nil }
      if folder != root { close(folder) }
      folder = next
    }
    // Not to wait for a pipe's other end, should there be one by that name.
    let descriptor = openat(folder, segments.last ?? "", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard let stamp = FileStamp(descriptor) else {
      close(descriptor)
      return nil
    }
    return (descriptor, stamp)
  }
}

/// What changes when a file changes.
struct FileStamp: Sendable, Hashable {
  let size: Int
  let modified: Int
  private let nanoseconds: Int
  private let inode: UInt

  /// Nil for what is not a regular file.
  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    inode = UInt(status.st_ino)
  }
}
