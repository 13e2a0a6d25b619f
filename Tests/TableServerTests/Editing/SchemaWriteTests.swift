import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// Tables that are made, changed and taken away by JSON, over sockets and without.
@Suite struct SchemaWriteTests {
  private static let schema = """
    CREATE TABLE doc (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    INSERT INTO doc VALUES (1, 'one');
    CREATE TABLE part (id INTEGER PRIMARY KEY, doc INTEGER REFERENCES doc (id));
    INSERT INTO part VALUES (1, 1);
    CREATE TABLE bare (a TEXT, b INTEGER);
    CREATE VIEW titles AS SELECT title FROM doc;
    """

  private static func with(
    _ everyone: Grants = Grants(.administer), over transport: TestClient.Transport = .inProcess,
    keepsAudit: Bool = false, _ test: (TestClient) async throws -> Void
  ) async throws {
    try await SampleDatabase.withWritable(schema, everyone, keepsAudit: keepsAudit, over: transport, { _ in }, test)
  }

  private static func post(
    _ client: TestClient, _ path: String, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> (status: Int, object: [String: Any]) {
    let answer = try await client.post("/sample/" + path, json, headers: ["Content-Type": "application/json"])
    return (Int(answer.status.code), try answer.object())
  }

  @Test(arguments: TestClient.Transport.allCases)
  func aTableIsMadeOfItsColumns(over transport: TestClient.Transport) async throws {
    try await Self.with(over: transport) { client in
      let made = try await Self.post(
        client, "-/create",
        #"""
        {"table": "dogs", "pk": "id", "columns": [{"name": "id", "type": "integer"}, {"name": "name", "not_null": true,
        "default": "it's"}, {"name": "w", "type": "float"}, {"name": "b", "type": "blob"}, {"name": "doc", "type": "integer",
        "fk_table": "doc", "fk_column": "id"}]}
        """#)
      #expect(made.status == 201 && made.object["ok"] as? Bool == true && made.object["table"] as? String == "dogs")
      #expect(
        made.object["schema"] as? String == """
          CREATE TABLE "dogs" (
             "id" INTEGER PRIMARY KEY,
             "name" TEXT NOT NULL DEFAULT 'it''s',
             "w" REAL,
             "b" BLOB,
             "doc" INTEGER REFERENCES "doc"("id")
          )
          """)
      #expect((made.object["table_api_url"] as? String)?.hasSuffix("/sample/dogs.json") == true)
      let stored = try await Self.post(client, "dogs/-/insert", #"{"rows": [{"w": 1.5}], "return": true}"#)
      #expect((stored.object["rows"] as? [[String: Any]])?.first?["name"] as? String == "it's")
      #expect(try await client.get("/sample/dogs.json").rows().count == 1)
      let again = try await Self.post(client, "-/create", #"{"table": "Dogs", "columns": [{"name": "x"}]}"#)
      #expect(again.status == 400 && again.object["error"] as? String == "table \"dogs\" already exists")
    }
  }

  @Test(arguments: TestClient.Transport.allCases)
  func aTableIsMadeOfItsRows(over transport: TestClient.Transport) async throws {
    try await Self.with(over: transport) { client in
      let rows = #"""
        [{"id": 1, "name": "x", "n": 2, "j": {"a": 1}, "z": null, "f": {"$base64": true, "encoded": "AP8="}}, {"id": 2, "n": 2.5, "q": true}]
        """#
      let made = try await Self.post(client, "-/create", #"{"table": "cats", "pk": "id", "rows": \#(rows)}"#)
      #expect(made.status == 201 && made.object["row_count"] as? Int == 2)
      let schema = try #require(made.object["schema"] as? String)
      for line in [
        #""id" INTEGER PRIMARY KEY"#, #""n" REAL"#, #""j" TEXT"#, #""z" TEXT"#, #""f" BLOB"#, #""q" INTEGER"#,
      ] { #expect(schema.contains(line), "\(schema)") }
      #expect(try await client.get("/sample/cats/1.blob?_blob_column=f").body == [0x00, 0xFF])
      // More of them, by the same address.
      #expect(try await Self.post(client, "-/create", #"{"table": "cats", "row": {"id": 3}}"#).status == 201)
      let same = try await Self.post(client, "-/create", #"{"table": "cats", "row": {"id": 3, "name": "y"}}"#)
      #expect(same.status == 400 && same.object["error"] as? String == "UNIQUE constraint failed: cats.id")
      let replaced = try await Self.post(
        client, "-/create", #"{"table": "cats", "row": {"id": 3, "name": "y"}, "replace": true}"#)
      #expect(replaced.status == 201)
      let key = try await Self.post(client, "-/create", #"{"table": "cats", "row": {"id": 9}, "pk": "name"}"#)
      #expect(key.object["error"] as? String == "pk cannot be changed for existing table")
      #expect(try await client.get("/sample/cats.json").rows().count == 3)
    }
  }

  @Test func whatMakesNoTableIsABadRequestAndChangesNothing() async throws {
    try await Self.with { client in
      let before = try await client.get("/sample.json").text
      for (body, message) in [
        ("{", "Invalid JSON"), ("[]", "JSON must be a dictionary"), ("{}", "Table is required"),
        (#"{"table": "t"}"#, "columns, rows or row is required"),
        (#"{"table": "t", "columns": [{"name": "a"}], "x": 1}"#, "Invalid keys: x"),
        (#"{"table": "t", "columns": "a"}"#, "columns must be a list"),
        (#"{"table": "t", "columns": [{"name": "a", "type": "nope"}]}"#, "Unsupported column type: nope"),
        (#"{"table": "t", "columns": [{"name": "a"}, {"name": "A"}]}"#, "duplicate column name: A"),
        (#"{"table": "t", "columns": [{"name": "a"}], "rows": [{"a": 1}]}"#, "Cannot specify columns with rows or row"),
        (#"{"table": "sqlite_t", "columns": [{"name": "a"}]}"#, "Invalid table name"),
        (#"{"table": "_tablepages_t", "columns": [{"name": "a"}]}"#, "Invalid table name"),
        (#"{"table": "t\u0000", "columns": [{"name": "a"}]}"#, "Invalid"),
        (#"{"table": "t\n", "columns": [{"name": "a"}]}"#, "Invalid name"),
        (#"{"table": "t", "rows": [{"a": 1}, {"a": 1}], "pk": "a"}"#, "UNIQUE constraint failed: t.a"),
        (#"{"table": "titles", "columns": [{"name": "a"}]}"#, "already exists"),
      ] {
        let answer = try await Self.post(client, "-/create", body)
        #expect(answer.status == 400, "\(body)")
        #expect((answer.object["error"] as? String)?.contains(message) == true, "\(body): \(answer.object)")
      }
      let form = try await client.post(
        "/sample/-/create", "table=t", headers: ["Content-Type": "application/x-www-form-urlencoded"])
      #expect(form.status == .unsupportedMediaType)
      #expect(try await client.get("/sample.json").text == before)
    }
  }

  @Test func namesAreNeverPartsOfStatements() async throws {
    try await Self.with { client in
      let name = #"x\"); DROP TABLE doc; --"#
      let made = try await Self.post(
        client, "-/create",
        #"{"table": "\#(name)", "columns": [{"name": "\#(name)", "default": "'); DROP TABLE doc; --"}]}"#)
      #expect(made.status == 201)
      #expect(try await client.get("/sample/doc.json").rows().count == 1)
      let tables = try #require(try await client.get("/sample.json").object()["tables"] as? [[String: Any]])
      #expect(tables.contains { $0["name"] as? String == "x\"); DROP TABLE doc; --" })
    }
  }

  // MARK: Columns

  @Test(arguments: TestClient.Transport.allCases)
  func rowsBringTheirColumnsWhereThatIsAskedFor(over transport: TestClient.Transport) async throws {
    try await Self.with(over: transport) { client in
      let plain = try await Self.post(client, "doc/-/insert", #"{"row": {"id": 2, "title": "t", "age": 3}}"#)
      #expect(plain.status == 400 && plain.object["error"] as? String == "Row 0 has invalid columns: age")
      let inserted = try await Self.post(
        client, "doc/-/insert", #"{"rows": [{"id": 2, "title": "t", "age": 3}], "alter": true, "return": true}"#)
      #expect(inserted.status == 201)
      #expect((inserted.object["rows"] as? [[String: Any]])?.first?["age"] as? Int == 3)
      let upserted = try await Self.post(
        client, "doc/-/upsert", #"{"rows": [{"id": 2, "title": "t", "w": 1.5}], "alter": true, "return": true}"#)
      #expect((upserted.object["rows"] as? [[String: Any]])?.first?["w"] as? Double == 1.5)
      let updated = try await Self.post(
        client, "doc/2/-/update", #"{"update": {"note": "n"}, "alter": true, "return": true}"#)
      let row = try #require((updated.object["rows"] as? [[String: Any]])?.first)
      #expect(row["note"] as? String == "n" && row["age"] as? Int == 3)
      // What can't be stored leaves no column behind.
      let refused = try await Self.post(
        client, "doc/-/insert", #"{"row": {"id": 2, "title": "t", "gone": 1}, "alter": true}"#)
      #expect(refused.status == 400)
      let columns = try await client.get("/sample/doc.json?_extra=columns").object()["columns"] as? [String]
      #expect(columns == ["id", "title", "age", "w", "note"])
    }
  }

  // MARK: Dropping

  @Test(arguments: TestClient.Transport.allCases)
  func aTableGoesOnceThatIsConfirmed(over transport: TestClient.Transport) async throws {
    try await Self.with(over: transport) { client in
      let asked = try await Self.post(client, "part/-/drop", "{}")
      #expect(asked.status == 200 && asked.object["row_count"] as? Int == 1)
      #expect(asked.object["message"] as? String == "Pass \"confirm\": true to confirm")
      #expect(try await client.get("/sample/part.json").status == .ok)
      let referred = try await Self.post(client, "doc/-/drop", #"{"confirm": true}"#)
      #expect(referred.status == 400 && referred.object["error"] as? String == "FOREIGN KEY constraint failed")
      #expect(try await client.get("/sample/doc.json").rows().count == 1)
      #expect(try await Self.post(client, "part/-/drop", #"{"confirm": "yes"}"#).status == 400)
      #expect(try await Self.post(client, "part/-/drop", #"{"confirm": true}"#).object as NSDictionary == ["ok": true])
      #expect(try await client.get("/sample/part.json").status == .notFound)
      #expect(try await Self.post(client, "titles/-/drop", #"{"confirm": true}"#).status == 403)
      #expect(try await Self.post(client, "doc/-/drop", #"{"confirm": true}"#).status == 200)
      #expect(try await Self.post(client, "nope/-/drop", #"{"confirm": true}"#).status == 404)
    }
  }

  @Test func theAuditTellsOfTables() async throws {
    try await Self.with(keepsAudit: true) { client in
      _ = try await Self.post(client, "-/create", #"{"table": "t", "columns": [{"name": "a"}]}"#)
      _ = try await Self.post(client, "t/-/insert", #"{"row": {"b": 1}, "alter": true}"#)
      _ = try await Self.post(client, "t/-/drop", #"{"confirm": true}"#)
      let lines = try await client.get("/sample/_tablepages_audit.json").rows()
      #expect(lines.map { $0["action"] as? String } == ["inserted", "updated", "inserted", "deleted"])
      #expect((lines.first?["after"] as? String)?.contains("CREATE TABLE") == true)
      #expect((lines.last?["before"] as? String)?.contains("CREATE TABLE") == true)
    }
  }

  // MARK: Rights

  @Test func itTakesThePermissionToAdminister() async throws {
    try await Self.with(Grants(.write)) { client in
      #expect(
        try await Self.post(client, "-/create", #"{"table": "t", "columns": [{"name": "a"}]}"#).status == 403)
      #expect(try await Self.post(client, "bare/-/drop", #"{"confirm": true}"#).status == 403)
      let altered = try await Self.post(client, "bare/-/insert", #"{"row": {"a": "x", "c": 1}, "alter": true}"#)
      #expect(altered.status == 403)
      #expect(try await client.get("/sample/bare.json").rows().isEmpty)
    }
    try await WritableSite.with { site in
      let body = #"{"table": "t", "columns": [{"name": "a"}]}"#
      let unknown = try await site.client.post(
        "/sample/-/create", body, headers: ["Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"])
      #expect(unknown.status == .unauthorized && unknown["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
      let token = ["Authorization": "Bearer \(site.token)"]
      #expect(try await site.client.post("/sample/-/create", body, headers: token).status == .created)
      #expect(try await site.client.get("/sample/-/create").status == .methodNotAllowed)
    }
  }

  @Test func whatIsOnlyReadStaysAsItIs() async throws {
    let client = try SiteUnderTest.client { $0.everyone = Grants(.administer) }
    let headers = ["Content-Type": "application/json"]
    let created = try await client.post(
      "/chinook/-/create", #"{"table": "t", "columns": [{"name": "a"}]}"#, headers: headers)
    #expect(created.status == .forbidden && created.text.contains("can't be changed here"))
    #expect(
      try await client.post("/chinook/Genre/-/drop", #"{"confirm": true}"#, headers: headers).status == .forbidden)
  }
}
