import Foundation
import PostgreSQLServer
import Testing

/// Servers of one site side by side.
@Suite struct SeveralServersTests {
  private static let rows =
    "CREATE TABLE things (id integer PRIMARY KEY, name text); INSERT INTO things SELECT i, 'thing ' || i FROM generate_series(1, 600) AS i"

  @Test func whicheverServerAnswersSessionsMessagesAndUndoWork() async throws {
    let database = try TestDatabase(Self.rows)
    let script = URL(filePath: "Tests/Servers/check.py").path
    let run = try await Program.run([script, Program.url.path, database.address, database.name], of: "python3")
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(
      try database.rows("SELECT count(*) FROM pg_tables WHERE schemaname = 'tablepages_state'") == [["1"]])
  }

  @Test func nothingIsMadeUnlessItIsAskedFor() async throws {
    let database = try TestDatabase(Self.rows)
    _ = try await Program.run(
      "get", "/\(database.name)/things.json", "--writable", "--secret", "0123456789abcdef", database.address)
    #expect(try database.rows("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'tablepages%'") == [["0"]])
  }

  @Test(arguments: [
    ["--shared-state", "postgresql:///away"],
    ["--shared-state", "--secret", "0123456789abcdef", "Tests/Resources/chinook.sqlite"],
    ["--shared-state", "--secret", "0123456789abcdef", "postgresql://u@127.0.0.1:1/away"],
  ])
  func whatCannotBeSharedIsRefusedInOneLine(_ arguments: [String]) async throws {
    let run = try await Program.run(["serve", "--port", "0"] + arguments)
    #expect(run.exitCode == 1 && run.errors.contains("--shared-state"), "\(run)")
  }
}
