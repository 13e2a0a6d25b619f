import FoundationEssentials
import Glibc

/// Files that the command line names.
enum TextFile {
  /// The whole text of a file.
  static func read(_ path: String) throws(CommandFailure) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(descriptor, &part, part.count)
      guard count >= 0 else { throw failure(path) }
      if count == 0 { break }
      bytes += part[..<count]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw CommandFailure("\(path): not UTF-8 text") }
    return text
  }

  /// The texts of a folder's `.html` and `.mustache` files, by their names without the suffix.
  static func readAll(inFolder folder: String) throws(CommandFailure) -> [String: String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw CommandFailure("\(folder): can't read this folder")
    }
    var texts: [String: String] = [:]
    for name in names.sorted() {
      for suffix in [".html", ".mustache"] where name.hasSuffix(suffix) {
        texts[String(name.dropLast(suffix.count))] = try read("\(folder)/\(name)")
      }
    }
    return texts
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure("\(path): \(String(cString: strerror(errno)))")
  }
}
