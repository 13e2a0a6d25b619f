import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteTables
import TableServer
import Testing

/// "Older and other addresses", and what a site tells programs of itself.
@Suite struct IntrospectionConventionTests {
  @Test(arguments: [
    ("/odd?sql=select+1", "/odd/-/query?sql=select+1"),
    ("/odd.json?sql=select+:a&a=1&_shape=array", "/odd/-/query.json?sql=select+:a&a=1&_shape=array"),
    ("/odd.csv?sql=select+1", "/odd/-/query.csv?sql=select+1"),
  ])
  func aStatementAtADatabasesAddressIsAnsweredOnItsQueryPage(path: String, address: String) async throws {
    try await ConventionSite.with({ $0.options.allowsOtherOrigins = true }) { client async throws in
      let answer = try await client.get(path)
      #expect(answer.status == .found && answer["Location"] == address)
      #expect(answer["Access-Control-Allow-Origin"] == "*")
      #expect(try await client.get(address).status == .ok)
      #expect(try await client.get("/nope?sql=select+1").status == .notFound)
    }
  }

  @Test func schemasAreToldOfTheSiteOfADatabaseAndOfATable() async throws {
    let kind = "CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT)"
    try await ConventionSite.with { client async throws in
      let table = try await client.get("/odd/kind/-/schema.json").object()
      #expect(table["table"] as? String == "kind" && table["database"] as? String == "odd")
      #expect(table["schema"] as? String == kind)
      let schema = try #require(try await client.get("/odd/-/schema.json").object()["schema"] as? String)
      #expect(schema.contains(kind + ";\n") && schema.hasSuffix("CREATE VIEW things AS SELECT id, name FROM thing"))
      let all = try #require(try await client.get("/-/schema.json").object()["schemas"] as? [[String: String]])
      #expect(all.map { $0["database"] } == ["chinook", "odd"] && all.last?["schema"] == schema)
      let text = try await client.get("/odd/kind/-/schema.md")
      #expect(text.text == "# Schema for odd.kind\n\n```sql\n\(kind)\n```\n")
      #expect(text["Content-Type"] == "text/plain; charset=utf-8")
      #expect(try await client.get("/odd/-/schema.md").text.hasPrefix("# Schema for odd\n"))
      #expect(try await client.get("/-/schema.md").text.contains("# Schema for chinook\n"))
      for path in ["/-/schema", "/odd/-/schema", "/odd/kind/-/schema"] {
        let page = try await client.get(path)
        #expect(page.status == .ok && page.text.contains("CREATE TABLE kind") && page.text.contains(path + ".md"))
      }
      #expect(try await client.get("/odd/nope/-/schema.json").error() == "Table not found")
      #expect(try await client.get("/odd/kind.md").status == .notFound)
    }
  }

  @Test func theSchemaOfADatabaseHasItsIndexesAndTriggers() async throws {
    let statements = [
      "CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT UNIQUE)", "CREATE INDEX names ON kind (name DESC)",
      "CREATE TRIGGER spare AFTER DELETE ON kind BEGIN SELECT 1; END", "CREATE VIEW kinds AS SELECT name FROM kind",
    ]
    let sample = try SampleDatabase(statements.joined(separator: ";\n"))
    defer { sample.remove() }
    let client = TestClient.inProcess(try sample.server())
    let schema = try await client.get("/sample/-/schema.json").object()["schema"] as? String
    #expect(schema == statements.joined(separator: ";\n"))
    #expect(try await client.get("/sample/kind/-/schema.json").object()["schema"] as? String == statements[0])
  }

  @Test func aSumOfRowsHasThoseOfLargeTables() async throws {
    let sample = try SampleDatabase(
      """
      CREATE TABLE large (id INTEGER PRIMARY KEY);
      INSERT INTO large WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000) SELECT i FROM n;
      CREATE TABLE small AS SELECT 1 AS a;
      """)
    defer { sample.remove() }
    let client = TestClient.inProcess(try sample.server())
    let databases = try await client.get("/.json").object()["databases"] as? [[String: Any]]
    let database = try #require(databases?.first), tables = try #require(database["tables"] as? [[String: Any]])
    let counts = tables.compactMap { $0["count"] as? Int }
    #expect(database["table_rows_sum"] as? Int == counts.reduce(0, +))
  }

  @Test func theFileOfADatabaseThatNobodyChangesCanBeDownloaded() async throws {
    try await ConventionSite.with { client async throws in
      #expect(try await client.get("/odd.db").status == .forbidden)
      #expect(try await client.get("/nope.db").status == .notFound)
    }
    let sample = try SampleDatabase("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)")
    defer { sample.remove() }
    var options = SQLiteDatabase.Options()
    options.isImmutable = true
    for isAllowed in [true, false] {
      let server = try SiteUnderTest.server {
        $0.databases = [try SQLiteDatabase.open(path: sample.path, options: options)]
        $0.options.allowsDownloads = isAllowed
      }
      try await TestClient.with(server, over: .live) { client in
        let file = try await client.get("/sample.db")
        #expect(file.status == (isAllowed ? .ok : .forbidden))
        let databases = try await client.get("/-/databases.json").object()["databases"] as? [[String: Any]]
        #expect(databases?.first?["is_mutable"] as? Bool == false)
        guard isAllowed else { return }
        #expect(try Data(file.body) == Data(contentsOf: URL(filePath: sample.path)))
        #expect(file["Content-Disposition"] == "attachment; filename=\"sample.db\"")
      }
    }
  }

  @Test func theBytesOfAValueAreAtTheAddressOfItsRow() async throws {
    try await ConventionSite.with { client async throws in
      let answer = try await client.get("/odd/thing/1.blob?_blob_column=bytes")
      #expect(answer.status == .ok && answer.body == [0x00, 0xFF])
      #expect(try await client.get("/odd/thing/1.blob").status == .badRequest)
      #expect(try await client.get("/odd/thing/99.blob?_blob_column=bytes").status == .notFound)
      #expect(try await client.get("/odd/thing/1.blob?_blob_column=nope").status == .badRequest)
    }
  }

  @Test func listingsHaveTheKeysOfDatasette() async throws {
    try await ConventionSite.with { client async throws in
      let site = try await client.get("/.json").object()
      #expect(site["ok"] as? Bool == true && site["metadata"] is [String: Any])
      let odd = try #require((site["databases"] as? [[String: Any]])?.last)
      #expect(odd["name"] as? String == "odd" && odd["private"] as? Bool == false && odd["hash"] is NSNull)
      #expect(odd["tables_count"] as? Int == 5 && odd["views_count"] as? Int == 1)
      #expect(odd["hidden_tables_count"] as? Int == 0 && odd["table_rows_sum"] as? Int == 11)
      #expect(
        (odd["tables_and_views_truncated"] as? [Any])?.count == 5 && odd["tables_and_views_more"] as? Bool == true)
      let database = try await client.get("/odd.json").object()
      #expect(database["allow_execute_sql"] as? Bool == true && database["queries_count"] as? Int == 0)
      #expect((database["size"] as? Int).map { $0 > 4_000 } == true && database["private"] as? Bool == false)
      #expect((database["table_columns"] as? [String: [String]])?["kind"] == ["id", "name"])
      let tables = try #require(database["tables"] as? [[String: Any]])
      #expect(tables.allSatisfy { $0["fts_table"] is NSNull && $0["private"] as? Bool == false })
    }
  }

  @Test func whoAsksIsToldWhoTheyAre() async throws {
    try await WritableSite.with { site in
      let unknown = try await site.client.get("/-/actor.json").object()
      #expect(unknown["ok"] as? Bool == true && unknown["actor"] is NSNull)
      let headers = ["Authorization": "Bearer \(site.token)"]
      let known = try await site.client.get("/-/actor.json", headers: headers).object()
      let actor = try #require(known["actor"] as? [String: Any])
      #expect(actor["id"] as? String == "writer" && actor["roles"] as? [String] == ["owners"])
      #expect(try await site.client.get("/-/plugins.json").text == "[]")
      #expect(try await site.client.get("/-/config.json").object()["ok"] as? Bool == true)
      let queries = try await site.client.get("/-/queries.json").object()
      #expect(queries["queries"] as? [String] == [] && queries["next"] is NSNull)
    }
  }

  @Test func fullTextVersionsAreThoseOfTheEngine() async throws {
    let versions = try await ConventionSite.get("/-/versions.json").object()
    let sqlite = try #require(versions["sqlite"] as? [String: Any])
    #expect((sqlite["fts_versions"] as? [String])?.first == "FTS5")
  }
}
