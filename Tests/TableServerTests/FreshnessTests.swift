import Foundation
import MicroHTTPTesting
import SQLiteTables
import SeededNumbers
import SiteTables
import TableServer
import Testing

/// Pages are kept, and are never older than what another program has committed.
@Suite(.serialized) struct FreshnessTests {
  @Test(arguments: ["DELETE", "WAL"])
  func aKeptPageShowsEveryCommitOfAnotherProgram(journal: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "freshness-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "notes.sqlite").path
    try run(path, ["PRAGMA journal_mode=\(journal)", "CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT)"])
    let client = try SiteUnderTest.client { $0.databases = [try SQLiteDatabase.open(path: path)] }
    let commits = Thoroughness.rounds(25, quickly: 10)
    for number in 1...commits {
      let statement = "INSERT INTO note(text) VALUES ('written \(number)')"
      // Every third time the program thinks better of it first, and every seventh the log is folded into the file.
      let changes = number % 3 == 0 ? ["BEGIN", "DELETE FROM note", "ROLLBACK", statement] : [statement]
      try run(path, number % 7 == 0 && journal == "WAL" ? changes + ["PRAGMA wal_checkpoint"] : changes)
      for target in ["/notes/note", "/notes/note.json"] {
        let page = try await client.settled(target)
        #expect(page.text.contains("written \(number)"), "\(target) after commit \(number)")
        // The second answer is the kept one.
        #expect(try await client.get(target).text.contains("written \(number)"))
      }
    }
    let hits = try await client.get("/-/metrics").text.split(separator: "\n").first {
      $0.hasPrefix("tablepages_page_cache_hits_total ")
    }
    let number = try #require(hits?.split(separator: " ").last)
    #expect(try #require(Int(number)) >= 2 * commits)
  }

  @Test func theSizeOfADatabaseIsThatOfItsFileNow() async throws {
    let sample = try SampleDatabase("CREATE TABLE note(id INTEGER PRIMARY KEY, text)")
    defer { sample.remove() }
    let client = try SiteUnderTest.client { $0.databases = [try SQLiteDatabase.open(path: sample.path)] }
    #expect(try await client.get("/.json").text.contains("SQLite, 8 kB, read-only"))
    try sample.execute("INSERT INTO note VALUES (1, zeroblob(1000000))")
    let first = try await client.get("/.json").text
    #expect(first.contains(#/SQLite, 9\d\d kB, read-only/#), "\(first)")
  }

  /// Runs statements in a process of their own.
  private func run(_ path: String, _ statements: [String]) throws {
    let program = """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=5)
      for statement in sys.argv[2:]: connection.execute(statement).fetchall()
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program, path] + statements
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
