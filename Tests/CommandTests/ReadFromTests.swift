import Foundation
import PostgreSQLServer
import Testing

/// `--read-from`, as users give it.
@Suite struct ReadFromTests {
  @Test(arguments: [
    (["--read-from", "postgresql:///shop", "shop.sqlite"], "--read-from requires a PostgreSQL database"),
    (
      ["--read-from", "postgresql:///a", "--read-from", "postgresql:///b", "postgresql:///a"],
      "has to name one of the databases that are served, each once: not “b”"
    ),
    (
      ["--read-from", "postgresql:///a", "postgresql://one/a", "postgresql://two/a"],
      "has to name one of the databases that are served, each once: not “a”"
    ),
    (["--read-from", "postgresql://[::1/a", "postgresql:///a"], "Not a PostgreSQL address"),
    (["--read-from", "nonsense hunter2", "postgresql:///a", "postgresql:///b"], "Not a PostgreSQL address"),
    (["--replica-delay", "0", "postgresql:///a"], "--replica-delay must be more than 0 seconds"),
  ])
  func whatMakesNoSenseIsRefused(arguments: [String], words: String) async throws {
    let run = try await Program.run(["serve", "--port", "0"] + arguments)
    #expect(run.exitCode != 0 && run.errors.contains(words), "\(run)")
    #expect(!run.errors.contains("hunter2"))
  }

  @Test func aBrowserAndAScriptSeeTheirChangesOnEachServer() async throws {
    let primary = try PostgreSQLServer()
    let sample = try TestDatabase("CREATE TABLE things (id integer PRIMARY KEY, name text)", on: primary)
    let replica = try PostgreSQLServer(standbyOf: primary)
    defer { [replica, primary].forEach { $0.stop() } }
    let copy = try Session(replica.address(of: sample.name))
    try copy.execute("SELECT pg_wal_replay_pause()")
    try await TemporaryFolder.with { folder in
      let access = try folder.write("access.yaml", "everyone: write\n".utf8), jar = folder.path("cookies")
      let arguments = [
        "--writable", "--access", access, "--replica-delay", "3600", "--read-from", replica.address(of: sample.name),
        sample.address,
      ]
      let environment = ["TABLEPAGES_SECRET": "0123456789abcdef"]
      try await RunningServer.with(arguments, environment: environment) { first in
        try await RunningServer.with(arguments, environment: environment) { second in
          let table = "/\(sample.name)/things"
          func fetch(_ arguments: [String], _ server: RunningServer, _ path: String) async throws -> String {
            let url = "http://127.0.0.1:\(server.port)\(path)"
            let run = try await Program.run(["-sS", "--fail-with-body"] + arguments + [url], of: "curl")
            #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
            return run.output
          }
          // Cookies are told apart by the server's port: a balancer has one for all.
          let host = ["-H", "Host: 127.0.0.1"], cookies = ["-b", jar, "-c", jar]
          let page = try await fetch(
            host + cookies + ["-L", "-d", "value.id=1&value.name=first+thing"], first, table + "/-/insert")
          #expect(page.contains("first thing"))
          #expect(try await fetch(host + cookies, second, table).contains("first thing"))
          #expect(!(try await fetch(host, second, table).contains("first thing")))

          let stored = try await fetch(
            ["-i", "-H", "Content-Type: application/json", "-d", #"{"row": {"id": 2, "name": "second thing"}}"#],
            second, table + "/-/insert")
          let field = try #require(stored.split(separator: "\r\n").first { $0.hasPrefix("Change-Position: ") })
          #expect(try await fetch(["-H", String(field)], first, table + ".json").contains("second thing"))
          #expect(!(try await fetch([], first, table + ".json").contains("second thing")))
          let databases = try await fetch([], first, "/-/databases.json")
          #expect(databases.replacing(" ", with: "").contains(#""is_read":true"#), "\(databases)")
        }
      }
    }
    // Else it can't be stopped soon.
    try copy.execute("SELECT pg_wal_replay_resume()")
  }
}
