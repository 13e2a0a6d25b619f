import MicroHTTP
import MicroHTTPTesting
import Testing

@testable import TableServer

/// As many columns as SQLite allows leave no room for a row id beside them: rows are shown all the same, with no addresses of their own.
@Suite struct WideTableTests {
  @Test func tablesOfAllTheColumnsThereCanBeAreShown() async throws {
    let names = (0..<2_000).map { "c\($0)" }
    let tables = """
      CREATE TABLE wide (\(names.joined(separator: ", ")));
      INSERT INTO wide (c0, c1999) VALUES (1, 'last'), (2, 'also');
      CREATE TABLE keyed (c0 INTEGER PRIMARY KEY, \(names.dropFirst().joined(separator: ", ")));
      INSERT INTO keyed (c0, c1999) VALUES (7, 'last');
      """
    try await SampleDatabase.withWritable(tables) { client async throws in
      let rows = try await client.get("/sample/wide.json?_size=1").rows()
      #expect(rows.count == 1 && rows[0]["c1999"] as? String == "last" && rows[0].count == 2_000)
      let all = try await client.get("/sample/wide.json?c1999=also&_col=c0").rows()
      #expect(all.map { $0["c0"] as? Int } == [2])
      #expect(try await client.get("/sample/wide").status == .ok)
      #expect(try await client.get("/sample/keyed/7.json").rows()[0]["c1999"] as? String == "last")
    }
  }
}
