import Glibc
import TablePages

/// The file with the secret that page links and sessions are signed with.
enum SecretFile {
  /// The secret in a file; the last line end is no part of it. At the first start the file is made, with a secret that nobody else can read.
  /// - Throws: `CommandFailure` for a file that can't be read or made, or that holds no secret.
  static func read(_ path: String) throws(CommandFailure) -> String {
    try make(path)
    var text = try TextFile.read(path)
    while text.last?.isNewline == true { text.removeLast() }
    guard text.utf8.count >= 16 else { throw CommandFailure("\(path): a secret has at least 16 characters") }
    return text
  }

  /// Makes the file unless there is one. It has its whole content before it has its name, so that of several servers that start at once
  /// all read the same.
  private static func make(_ path: String) throws(CommandFailure) {
    guard access(path, F_OK) != 0, errno == ENOENT else { return }
    // By chance: in containers every server has the same process number, and one that was killed leaves its draft behind.
    let draft = "\(path).\(UInt64.random(in: 0 ... .max))"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    defer { unlink(draft) }
    let bytes = Array((SecretToken().text + "\n").utf8)
    let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    close(descriptor)
    guard isWritten, link(draft, path) == 0 || errno == EEXIST else { throw failure(path) }
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure("--secret-file \(path): can't make this file: \(String(cString: strerror(errno)))")
  }
}
