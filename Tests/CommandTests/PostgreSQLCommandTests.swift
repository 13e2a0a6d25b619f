import PostgreSQLServer
import Testing

/// `tablepages postgres`.
@Suite struct PostgreSQLCommandTests {
  private static let tables = "CREATE TABLE things (id integer PRIMARY KEY); CREATE TABLE others (id integer)"

  private func watched(_ database: TestDatabase) throws -> [String?] {
    try database.rows("SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'tablepages_changes' ORDER BY 1")
      .map { $0[0] }
  }

  @Test func tablesAreWatchedAndNoMore() async throws {
    let database = try TestDatabase(Self.tables)
    var run = try await Program.run("postgres", "watch", "things", "--database", database.address)
    #expect(run.exitCode == 0 && run.output.contains("Adds to \(database.name)") && run.output.contains("  things\n"))
    #expect(try watched(database) == ["things"])
    run = try await Program.run("postgres", "watch", "--all", "--database", database.address)
    #expect(run.exitCode == 0, "\(run)")
    #expect(try watched(database) == ["others", "things"])
    run = try await Program.run("postgres", "unwatch", "--all", "--database", database.address)
    #expect(run.exitCode == 0 && run.output.contains("with the schema tablepages"), "\(run)")
    #expect(try watched(database).isEmpty)
  }

  @Test func whatIsWrongIsSaidInOneLine() async throws {
    let database = try TestDatabase(Self.tables)
    for arguments in [
      ["watch", "nothing", "--database", database.address], ["watch", "--database", database.address],
      ["watch", "--all", "--database", "shop.sqlite"], ["unwatch", "things", "--all", "--database", database.address],
      ["watch", "--all", "--database", "postgresql://u:hunter2@127.0.0.1:1/away"],
    ] {
      let run = try await Program.run(["postgres"] + arguments)
      #expect(run.isOneLineRefusal && !run.errors.contains("hunter2"), "\(arguments): \(run)")
    }
    #expect(try database.rows("SELECT count(*) FROM pg_namespace WHERE nspname = 'tablepages'") == [["0"]])
  }
}
