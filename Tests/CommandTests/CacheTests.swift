import Foundation
import FoundationNetworking
import SeededNumbers
import Testing

/// What `--cache` keeps from one run to the next, in a folder in which people have files of their own.
@Suite struct CacheTests {
  /// Every file of a folder with what it holds.
  private func contents(_ path: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      contents[name] = FileManager.default.contents(atPath: path + "/" + name)
    }
    return contents
  }

  private func folder(_ name: String, in folder: TemporaryFolder) throws -> String {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    return folder.path(name)
  }

  private func get(_ file: String, cache: String, _ path: String = "/data/data.json?_shape=arrayfirst") async throws
    -> Program.Run
  {
    try await Program.run("get", path, "--cache", cache, file)
  }

  @Test func theDatabasesOfOthersStayAsTheyAre() async throws {
    try await TemporaryFolder.with { temporary in
      let cache = try folder("cache", in: temporary)
      for name in ["data.sqlite", "data.sqlite-wal", "rows.sqlite", "data.db"] {
        try temporary.write("cache/" + name, "SQLite format 3\u{0} the user's own \(name)".utf8)
      }
      _ = try await Program.run(
        ["\(cache)/mine.sqlite", "CREATE TABLE data (x); INSERT INTO data VALUES ('mine')"], of: "sqlite3")
      try FileManager.default.createSymbolicLink(
        atPath: cache + "/link.sqlite", withDestinationPath: cache + "/mine.sqlite")
      let before = try contents(cache)
      for name in ["data.csv", "mine.csv", "rows.csv", "link.csv"] {
        let file = try temporary.write(name, "x\nours\n".utf8)
        let table = name.split(separator: ".")[0]
        let run = try await get(file, cache: cache, "/data/\(table).json?_shape=arrayfirst")
        #expect(run.output == "[\"ours\"]", "\(run)")
      }
      let after = try contents(cache)
      for (name, bytes) in before { #expect(after[name] == bytes, "\(name)") }
      #expect(after.keys.filter { before[$0] == nil }.allSatisfy { $0.hasPrefix("tablepages-cache") })
    }
  }

  @Test func filesOfOneNameTakeTurnsAndKeepTheirRows() async throws {
    try await TemporaryFolder.with { temporary in
      let cache = try folder("cache", in: temporary)
      _ = try folder("a", in: temporary)
      _ = try folder("b", in: temporary)
      let a = try temporary.write("a/data.csv", "x\nof a\n".utf8),
        b = try temporary.write("b/data.csv", "x\nof b\n".utf8)
      for _ in 0..<Thoroughness.rounds(3, quickly: 2) {
        #expect(try await get(a, cache: cache).output == "[\"of a\"]")
        #expect(try await get(b, cache: cache).output == "[\"of b\"]")
      }
      // And with one file in the place of the other, at the same size and time.
      _ = try await Program.run(["-c", "touch -r '\(a)' '\(b)' && mv '\(b)' '\(a)'"], of: "sh")
      #expect(try await get(a, cache: cache).output == "[\"of b\"]")
    }
  }

  @Test func aFolderThatCanNotBeUsedIsTold() async throws {
    try await TemporaryFolder.with { temporary in
      let cache = try folder("cache", in: temporary)
      try temporary.write("cache/tablepages-cache", "mine".utf8)
      let file = try temporary.write("data.csv", "x\n1\n".utf8)
      let run = try await get(file, cache: cache)
      #expect(run.isOneLineRefusal && run.errors.contains("another program's file"), "\(run)")
      #expect(try contents(cache) == ["tablepages-cache": Data("mine".utf8)])
    }
  }

  @Test func twoProcessesAtOnceDoNotHarmEachOther() async throws {
    try await TemporaryFolder.with { temporary in
      let cache = try folder("cache", in: temporary)
      let file = try temporary.write("data.csv", "x\n1\n".utf8)
      try await RunningServer.with(["--cache", cache, file]) { server in
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/data/data.csv"))
        let rows = { () async -> String in
          for _ in 0..<600 {
            if let (data, answer) = try? await URLSession.shared.data(from: url),
              (answer as? HTTPURLResponse)?.statusCode == 200
            {
              return String(decoding: data, as: UTF8.self)
            }
            try? await Task.sleep(for: .milliseconds(50))
          }
          return ""
        }
        #expect(await rows() == "x\r\n1\r\n")
        let other = try await get(file, cache: cache)
        #expect(other.output == "[1]")
        #expect(await rows() == "x\r\n1\r\n")
        #expect(try await server.stop(by: SIGTERM) == 0)
      }
      #expect(try await get(file, cache: cache).output == "[1]")
    }
  }

  @Test func whatWasBegunWhenItWasKilledIsLoadedToItsEnd() async throws {
    try await TemporaryFolder.with { temporary in
      let cache = try folder("cache", in: temporary)
      var text = "x,y\n"
      for number in 0..<150_000 { text += "\(number),some text that makes the line longer\n" }
      let file = try temporary.write("data.csv", text.utf8)
      for milliseconds in [30, 150, 400] {
        let process = Program.process(["serve", "--port", "0", "--cache", cache, file])
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Killed somewhere: before there is anything, while rows are added, or with all of them there.
        let end = ContinuousClock.now + .seconds(120)
        while (try? contents(cache))?.isEmpty != false, ContinuousClock.now < end {
          try await Task.sleep(for: .milliseconds(2))
        }
        try await Task.sleep(for: .milliseconds(milliseconds))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      let query = "select+count(*)||'+'||sum(x)+from+data"
      let rows = try await get(file, cache: cache, "/data/-/query.json?_shape=arrayfirst&sql=\(query)")
      #expect(rows.output == #"["150000 11249925000"]"#, "\(rows)")
    }
  }
}
