import Foundation
import Testing

@Suite struct MemoryTests {
  /// What is asked by anybody costs a server no more memory than its limits say: statements that make large values, pages, exports and
  /// single rows of a table of large values, one after the other and all at once.
  @Test func whatAnybodyAsksFitsTheMemory() async throws {
    try await TemporaryFolder.with { folder in
      let database = folder.path("large.sqlite")
      let made = try await Program.run(
        [database], of: "sqlite3",
        input: """
          CREATE TABLE photos(id INTEGER PRIMARY KEY, name TEXT, data BLOB);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
          INSERT INTO photos SELECT i, 'photo ' || i, zeroblob(3000000) FROM n;
          CREATE TABLE notes(id INTEGER PRIMARY KEY, body TEXT);
          INSERT INTO notes SELECT id, replace(hex(zeroblob(750000)), '00', '"<&x') FROM photos;
          CREATE TABLE film(id INTEGER PRIMARY KEY, data BLOB);
          INSERT INTO film VALUES(1, zeroblob(50000000));
          """)
      try #require(made.exitCode == 0, "\(made.errors)")
      // The sanitizer for addresses takes memory of its own.
      let isMeasured = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil
      try await RunningServer.with(["--log-level", "critical", database]) { server in
        let before = try server.peakMemory()
        let wide = Array(repeating: "b", count: 40).joined(separator: ",")
        let statement = "select%20\(wide)%20from%20(select%20zeroblob(16000000)%20b)"
        let paths = [
          "-/query?sql=\(statement)", "-/query.json?sql=\(statement)", "-/query.csv?sql=\(statement)", "photos",
          "photos.json", "photos.csv", "photos.csv?_stream=on", "photos/1", "photos/1.json", "photos/1/-/blob/data",
          "notes", "notes.json", "notes.txt", "notes/1", "notes/1.json", "notes?_sort=body", "notes.json?_facet=body",
          "film", "film.json", "film/1", "film/1.json", "film/1/-/blob/data",
        ]
        for path in paths {
          let status = try await server.status(of: "/large/" + path)
          #expect([200, 400, 503].contains(status), "\(path): \(status)")
        }
        let alone = try server.peakMemory()
        #expect(alone - before < 60 << 20 || !isMeasured, "\(before) then \(alone)")
        try await withThrowingTaskGroup(of: Void.self) { group in
          for path in paths { group.addTask { _ = try await server.status(of: "/large/" + path) } }
          try await group.waitForAll()
        }
        let together = try server.peakMemory()
        #expect(together - before < 200 << 20 || !isMeasured, "\(before) then \(together)")
        let after = try await server.status(of: "/large/photos")
        #expect(after == 200)
        let exitCode = try await server.stop(by: SIGTERM)
        #expect(exitCode == 0)
      }
    }
  }

  /// SQLite keeps the pages of before in memory for as long as a change may have to be taken back, and then in a file.
  @Test func aChangeOfMorePagesThanMemoryIsKeptForIsStored() async throws {
    try await TemporaryFolder.with { folder in
      let database = folder.path("library.sqlite")
      let made = try await Program.run(
        [database], of: "sqlite3",
        input: """
          CREATE TABLE shelf (id INTEGER PRIMARY KEY);
          CREATE TABLE book (id INTEGER PRIMARY KEY, shelf INTEGER REFERENCES shelf ON DELETE CASCADE, text TEXT);
          INSERT INTO shelf VALUES (1);
          WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
          INSERT INTO book SELECT i, 1, printf('%1000d', i) FROM n;
          """)
      try #require(made.exitCode == 0, "\(made.errors)")
      let (access, token) = try await folder.access(granting: "administer")
      try await RunningServer.with(["--log-level", "critical", "--writable", "--access", access, database]) { server in
        let deletion = try await Program.run(
          [
            "-s", "-H", "Authorization: Bearer \(token)", "-H", "Content-Type: application/json", "-d", "{}",
            "http://127.0.0.1:\(server.port)/library/shelf/1/-/delete",
          ], of: "curl")
        #expect(deletion.output.contains(#""ok":true"#), "\(deletion.output)")
        let rows = try await fetched("http://127.0.0.1:\(server.port)/library/book.json?_size=1")
        #expect(rows.contains(#""rows":[]"#) && rows.hasSuffix("200"), "\(rows)")
        let exitCode = try await server.stop(by: SIGTERM)
        #expect(exitCode == 0)
      }
    }
  }
}

extension RunningServer {
  /// The most memory that the server has had so far, in bytes (`VmHWM`, proc(5)).
  func peakMemory() throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes = line?.split(separator: " ").compactMap { Int($0) }.first
    return try #require(kibibytes) << 10
  }

  /// Asks for a path, and reads the answer without keeping it: its status, or 0 if it was cut off before it began.
  func status(of path: String) async throws -> Int {
    let run = try await Program.run(
      ["-s", "-g", "-o", "/dev/null", "-w", "%{http_code}", "--max-time", "60", "http://127.0.0.1:\(port)\(path)"],
      of: "curl")
    return Int(run.output) ?? 0
  }
}
