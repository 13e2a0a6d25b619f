import Foundation
import Logging
import SQLiteTables
import SeededNumbers
import TableModel
import Testing

@testable import FileTables

/// What was loaded is served again only as long as it is what the files hold.
@Suite struct CacheTests {
  let folder: Folder
  init() throws { folder = try Folder() }

  private func loader(_ paths: String...) throws -> FileLoader {
    try FileLoader(paths.compactMap { TableFile(path: $0) }, into: folder.path("rows.sqlite"), logger: .silent)
  }

  /// What SQLite's own shell says of the rows.
  private func ask(_ sql: String) throws -> [String] {
    try folder.run("sqlite3", "rows.sqlite", sql).split(separator: "\n").map(String.init)
  }

  /// Writes other bytes into a file, which keeps its size, its number and the time of its last change.
  private func overwrite(_ path: String, _ text: String) throws {
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_size == text.utf8.count)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
    var times = [status.st_atim, status.st_mtim]
    #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
  }

  @Test func anotherContentOfTheSameSizeAndTimeIsNoticed() async throws {
    let path = try folder.write("a.csv", "x\nold\n")
    try await loader(path).load()
    try overwrite(path, "x\nnew\n")
    let again = try loader(path)
    #expect(again.progress.completeness(of: "a") == .loading)
    try await again.load()
    #expect(try ask("SELECT x FROM a") == ["new"])
  }

  @Test func anotherFileOfTheSameSizeAndTimeIsNoticed() async throws {
    let path = try folder.write("a.csv", "x\nold\n")
    let other = try folder.write("b.csv", "x\nnew\n")
    try folder.run("touch", "-r", path, other)
    try await loader(path).load()
    try folder.run("mv", other, path)
    try await loader(path).load()
    #expect(try ask("SELECT x FROM a") == ["new"])
  }

  @Test func aContentThatTheFileSystemDoesNotTellOfIsNoticedAllTheSame() async throws {
    let path = try folder.write("a.csv", "x\nold\n")
    try await loader(path).load()
    try overwrite(path, "x\nnew\n")
    // As if its file system had no times: what is remembered is what the file is like now.
    let state = try #require(FileState(path: path)).description
    _ = try ask("UPDATE _tablepages_files SET state = '\(state)'")
    let again = try loader(path)
    #expect(again.progress.completeness(of: "a") == .complete)
    try await again.load()
    #expect(try ask("SELECT x FROM a") == ["new"])
  }

  @Test func aFileThatWasOnlyTouchedIsNotLoadedAgain() async throws {
    let path = try folder.write("a.csv", "x\nold\n")
    try await loader(path).load()
    _ = try ask("UPDATE a SET x = 'kept'")
    try folder.run("touch", "-d", "2001-01-01", path)
    let again = try loader(path)
    try await again.load()
    #expect(again.progress.completeness(of: "a") == .complete && again.progress.snapshot.isComplete)
    #expect(try ask("SELECT x FROM a") == ["kept"])
  }

  @Test func whatAnotherFormatMeantIsLoadedAnew() async throws {
    let path = try folder.write("a.csv", "x\nold\n")
    try await loader(path).load()
    _ = try ask("UPDATE a SET x = 'of another format'; PRAGMA user_version = \(CacheFormat.version + 1)")
    let again = try loader(path)
    #expect(again.progress.completeness(of: "a") == .loading)
    try await again.load()
    #expect(try ask("SELECT x FROM a; PRAGMA user_version") == ["old", "\(CacheFormat.version)"])
  }

  @Test func whatWasReadInAnotherWayIsLoadedAnew() async throws {
    let path = try folder.write("a.csv", "x\nold\n")
    try await loader(path).load()
    _ = try ask("UPDATE a SET x = 'read as something else'; UPDATE _tablepages_files SET reading = 'json'")
    try await loader(path).load()
    #expect(try ask("SELECT x FROM a") == ["old"])
  }

  @Test func aFileThatComesBackIsThereAgain() async throws {
    let a = try folder.write("a.csv", "x\n1\n"), b = try folder.write("b.csv", "x\n2\n")
    try await loader(a, b).load()
    try await loader(b).load()
    #expect(try ask("SELECT count(*) FROM sqlite_schema WHERE name = 'a'") == ["0"])
    try await loader(a, b).load()
    #expect(try ask("SELECT a.x, b.x FROM a, b") == ["1|2"])
  }

  @Test func aTableThatIsMissingIsLoadedAgain() async throws {
    let path = try folder.write("a.csv", "x\n1\n")
    try await loader(path).load()
    _ = try ask("DROP TABLE a")
    try await loader(path).load()
    #expect(try ask("SELECT x FROM a") == ["1"])
  }

  @Test(arguments: ["all", "start", "middle", "end", "cut", "log"])
  func aDamagedCacheIsMadeAnew(part: String) async throws {
    var text = "x,y\n"
    for number in 0..<20_000 { text += "\(number),\(String(repeating: "v", count: 40))\(number)\n" }
    let path = try folder.write("a.csv", text)
    try await loader(path).load()
    let file = URL(fileURLWithPath: folder.path("rows.sqlite"))
    var bytes = try Data(contentsOf: file)
    let garbage = Data(repeating: 0xA7, count: 20_000)
    switch part {
    case "all": bytes = Data(bytes.prefix(72)) + Data(repeating: 0, count: bytes.count - 72)
    case "start": bytes.replaceSubrange(100..<20_100, with: garbage)
    case "middle": bytes.replaceSubrange(bytes.count / 2..<bytes.count / 2 + 20_000, with: garbage)
    case "end": bytes.replaceSubrange(bytes.count - 20_000..<bytes.count, with: garbage)
    case "cut": bytes = bytes.prefix(100_000)
    default: try Data(repeating: 0x37, count: 100_000).write(to: URL(fileURLWithPath: file.path + "-wal"))
    }
    try bytes.write(to: file)
    try await loader(path).load()
    #expect(
      try ask("SELECT count(*), sum(x), min(length(y)) FROM a; PRAGMA integrity_check") == ["20000|199990000|41", "ok"])
  }

  @Test func theDatabaseOfSomebodyElseIsLeftAsItIs() async throws {
    let path = try folder.write("a.csv", "x\n1\n")
    try folder.run("sqlite3", "rows.sqlite", "CREATE TABLE a (mine); INSERT INTO a VALUES ('kept')")
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.path("rows.sqlite")))
    #expect(throws: TableError.self) { try loader(path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("rows.sqlite"))) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["a.csv", "rows.sqlite"])
  }

  /// Whatever happens to files and cache between two runs, what is served is what the files hold.
  @Test(arguments: Thoroughness.some([UInt64](1...12), quickly: 4))
  func whateverHappensTheRowsAreThoseOfTheFiles(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let paths = [folder.path("a.csv"), folder.path("b.csv")]
    // All contents have one length, so that a size tells nothing.
    func content() -> String { "x\n" + String(Int.random(in: 100...999, using: &random)) + "\n" }
    for path in paths { try Data(content().utf8).write(to: URL(fileURLWithPath: path)) }
    for _ in 0..<12 {
      let path = paths.randomElement(using: &random) ?? paths[0]
      switch Int.random(in: 0..<7, using: &random) {
      case 0: try overwrite(path, content())
      case 1: try Data(content().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      case 2: try folder.run("touch", path)
      case 3:
        try folder.run("mv", paths[0], folder.path("c"))
        try folder.run("mv", paths[1], paths[0])
        try folder.run("mv", folder.path("c"), paths[1])
      case 4: try await loader(path).load()
      case 5:
        if var bytes = FileManager.default.contents(atPath: folder.path("rows.sqlite")), bytes.count > 12_000 {
          bytes.replaceSubrange(9_000..<12_000, with: Data(repeating: 0x5A, count: 3_000))
          try bytes.write(to: URL(fileURLWithPath: folder.path("rows.sqlite")))
        }
      default: break
      }
      let loader = try loader(paths[0], paths[1])
      try await loader.load()
      #expect(loader.progress.completeness(of: nil) == .complete)
      for (table, path) in zip(["a", "b"], paths) {
        let expected = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")[1]
        #expect(try ask("SELECT x FROM \(table)") == [String(expected)])
      }
    }
  }
}

extension Logger {
  /// Tells nobody anything.
  static var silent: Logger {
    var logger = Logger(label: "tests")
    logger.logLevel = .critical
    return logger
  }
}
