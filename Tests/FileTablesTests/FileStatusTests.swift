import Foundation
import Testing

@testable import FileTables

/// What can't be read from its beginning to its end is told for what it is, and nothing waits for it.
@Suite struct FileStatusTests {
  private func refusal(_ path: String) -> String? {
    do { _ = try FileStatus(path: path) } catch { return "\(error)" }
    return nil
  }

  @Test func eachKindOfFileIsToldApart() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.csv").path
    try Data("a,b\n".utf8).write(to: URL(fileURLWithPath: file))
    #expect(try FileStatus(path: file).byteCount == 4)
    let pipe = folder.appendingPathComponent("pipe.csv").path
    #expect(mkfifo(pipe, 0o600) == 0)
    for (path, words) in [
      (pipe, "“pipe.csv” is not a file: pipes"), ("/dev/null", "“null” is not a file: pipes"),
      (folder.path, "is a folder"), (folder.appendingPathComponent("none.csv").path, "“none.csv” not found"),
    ] {
      #expect(refusal(path)?.contains(words) == true, "\(refusal(path) ?? "")")
    }
  }
}
