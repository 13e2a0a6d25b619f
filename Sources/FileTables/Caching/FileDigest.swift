internal import Glibc
internal import Hashing

/// What a file holds, whatever its name, times and place: the SHA-256 of its bytes as they are stored, in hexadecimal digits.
///
/// It costs a read of the file: a second or two for each gigabyte, where loading takes ten times as long.
struct FileDigest: Equatable {
  let text: String

  /// - Parameters:
  ///   - recordLimit: with how many bytes of a record it is loaded: under another limit it may be other rows.
  ///   - isStopped: asked for each piece; `true` ends it.
  /// - Throws: `FileReadError` if it can't be read; `CancellationError` once it is stopped.
  init(path: String, recordLimit: Int = FileLimits.recordByteCount, isStopped: () -> Bool) throws {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    _ = try FileStatus(path: path)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileReadError("The file “\(name)” can't be read: \(String(cString: strerror(errno))).")
    }
    defer { close(descriptor) }
    var hash = SHA256()
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(descriptor, &piece, piece.count)
      guard count >= 0 else { throw FileReadError("Reading the file “\(name)” failed.") }
      if count == 0 { break }
      hash.update(piece.span.extracting(..<count))
      if isStopped() { throw CancellationError() }
    }
    let digest = hash.digest.text
    text = recordLimit == FileLimits.recordByteCount ? digest : "\(digest) \(recordLimit)"
  }

  /// The digest of a text.
  init(of string: String) { text = SHA256.digest(of: Array(string.utf8)).text }
}
