import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SiteTables
import Testing

@testable import TableServer

/// The write API, point by point, over sockets and without.
struct JSONWriteTests {
  static let schema = """
    CREATE TABLE doc (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, score REAL CHECK (score < 100), body BLOB, data TEXT);
    INSERT INTO doc VALUES (1, 'one', 1.5, NULL, NULL), (2, 'two', 2, NULL, NULL);
    CREATE TABLE note (text TEXT);
    CREATE TABLE pair (a TEXT, b INTEGER, c, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE VIEW names AS SELECT title FROM doc;
    """

  /// A site where everyone may write, over both transports.
  static func with(
    _ everyone: Grants = Grants(.write), editable: SiteFile.Editing? = nil, over transport: TestClient.Transport,
    _ test: (TestClient) async throws -> Void
  ) async throws {
    let sample = try SampleDatabase(schema)
    defer { sample.remove() }
    let server = try SiteUnderTest.server { site in
      site.databases = [try sample.writable()]
      site.everyone = everyone
      if let editable {
        var table = SiteFile.Table(name: "doc")
        table.editable = editable
        var database = SiteFile.Database(name: "sample")
        database.tables = [table]
        site.file.databases = [database]
      }
    }
    try await TestClient.with(server, over: transport) { try await test($0) }
  }

  private func post(_ client: TestClient, _ path: String, _ json: String, _ headers: [String: String] = [:])
    async throws
    -> (status: Int, object: NSDictionary)
  {
    let response = try await client.post(
      "/sample/" + path, json, headers: ["Content-Type": "application/json"].merging(headers) { $1 })
    return (Int(response.status.code), try response.object() as NSDictionary)
  }

  @Test(arguments: TestClient.Transport.allCases)
  func oneRowIsInsertedAndAnswered(over transport: TestClient.Transport) async throws {
    try await Self.with(over: transport) { client async throws in
      let answer = try await client.post(
        "/sample/doc/-/insert",
        #"{"row": {"title": "three", "score": "3", "data": {"a": [1, true]}, "body": {"$base64": true, "encoded": "AP8="}}}"#,
        headers: ["Content-Type": "application/json; charset=utf-8"])
      #expect(answer.status == .created)
      #expect(answer["Location"] == "/sample/doc/3")
      let row = try #require(try answer.rows().first as NSDictionary?)
      #expect(
        row == [
          "id": 3, "title": "three", "score": 3, "data": #"{"a":[1,true]}"#,
          "body": ["$base64": true, "encoded": "AP8="],
        ])
      let page = try await client.get("/sample/doc/3.json")
      let shown = try page.rows().first as NSDictionary?
      #expect(shown == row)
    }
  }

  @Test(arguments: TestClient.Transport.allCases)
  func rowsAreInsertedTogetherOrNotAtAll(over transport: TestClient.Transport) async throws {
    try await Self.with(over: transport) { client async throws in
      let both = try await post(client, "doc/-/insert", #"{"rows": [{"title": "a"}, {"title": "b"}]}"#)
      #expect(both.status == 201)
      #expect(both.object == ["ok": true])
      let list = try await post(client, "pair/-/insert", #"{"rows": [{"a": "alone", "b": 1}]}"#)
      #expect(list.object == ["ok": true])
      let returned = try await post(
        client, "note/-/insert", #"{"rows": [{"text": "a"}, {"rowid": 9}], "return": true}"#)
      #expect(
        (returned.object["rows"] as? [NSDictionary]) == [["rowid": 1, "text": "a"], ["rowid": 9, "text": NSNull()]])
      let broken = try await post(client, "doc/-/insert", #"{"rows": [{"title": "c"}, {"title": "a"}]}"#)
      #expect(broken.status == 400)
      #expect(broken.object["errors"] as? [String] == ["UNIQUE constraint failed: doc.title"])
      #expect(broken.object["ok"] as? Bool == false)
      #expect(try await client.get("/sample/doc.json?_shape=arrayfirst").text == "[1,2,3,4]")
    }
  }

  @Test func whatIsThereIsIgnoredOrReplaced() async throws {
    try await Self.with(over: .inProcess) { client async throws in
      let ignored = try await post(
        client, "doc/-/insert",
        #"{"rows": [{"id": 1, "title": "x"}, {"id": 5, "title": "five"}], "ignore": true, "return": true}"#)
      #expect((ignored.object["rows"] as? [NSDictionary])?.map { $0["title"] as? String } == ["one", "five"])
      let replaced = try await post(
        client, "doc/-/insert", #"{"rows": [{"id": 1, "title": "x"}], "replace": true, "return": true}"#)
      #expect((replaced.object["rows"] as? [NSDictionary])?.first?["score"] is NSNull)
    }
  }

  @Test func upsertsChangeOnlyWhatTheyName() async throws {
    try await Self.with(over: .inProcess) { client async throws in
      let answer = try await post(
        client, "doc/-/upsert",
        #"{"rows": [{"id": 1, "title": "uno"}, {"id": 7, "title": "seven"}], "return": true}"#)
      #expect(answer.status == 200)
      #expect((answer.object["rows"] as? [NSDictionary])?.map { $0["score"] is NSNull } == [false, true])
      let bare = try await post(client, "pair/-/upsert", #"{"rows": [{"a": "x/y", "b": 1, "c": 2.5}]}"#)
      #expect(bare.object == ["ok": true])
      #expect(try await client.get("/sample/pair/x~2Fy,1.json").rows().first?["c"] as? Double == 2.5)
    }
  }

  @Test(arguments: TestClient.Transport.allCases)
  func aRowIsUpdatedAndDeleted(over transport: TestClient.Transport) async throws {
    try await Self.with(over: transport) { client async throws in
      let plain = try await post(client, "doc/1/-/update", #"{"update": {"score": null}}"#)
      #expect(plain.status == 200)
      #expect(plain.object == ["ok": true])
      let returned = try await post(client, "doc/1/-/update", #"{"update": {"title": "uno"}, "return": true}"#)
      #expect((returned.object["rows"] as? [NSDictionary])?.first?["title"] as? String == "uno")
      let deleted = try await client.send(.post, "/sample/doc/1/-/delete")
      #expect(deleted.status == .ok)
      let said = try deleted.object() as NSDictionary
      #expect(said == ["ok": true])
      #expect(try await client.get("/sample/doc/1.json").status == .notFound)
      for path in ["doc/1/-/delete", "doc/99/-/update", "nope/-/insert", "doc/x/-/delete"] {
        #expect(try await post(client, path, #"{"update": {}, "row": {}}"#).status != 200)
      }
      #expect(try await post(client, "doc/1/-/update", #"{"update": {"title": "x"}}"#).status == 404)
      #expect(try await post(client, "nope/-/insert", #"{"row": {}}"#).object["error"] as? String == "Table not found")
    }
  }

  @Test(arguments: [
    ("doc/-/insert", "{", "Invalid JSON"), ("doc/-/insert", "[]", "JSON must be a dictionary"),
    ("doc/-/insert", "{}", "Must provide a \"row\" or \"rows\" key"),
    ("doc/-/insert", #"{"row": {}, "rows": []}"#, "at the same time"),
    ("doc/-/insert", #"{"rows": 3}"#, "must be a list"), ("doc/-/insert", #"{"rows": [3]}"#, "list of dictionaries"),
    ("doc/-/insert", #"{"row": 3}"#, "must be a dictionary"),
    ("doc/-/insert", #"{"row": {}, "ignore": true, "replace": true}"#, "at the same time"),
    ("doc/-/insert", #"{"row": {}, "return": "yes"}"#, "boolean"),
    ("doc/-/insert", #"{"row": {}, "altar": true}"#, "Invalid parameter: \"altar\""),
    ("doc/-/insert", #"{"row": {"x": 1, "y": 2, "title": ""}}"#, "Row 0 has invalid columns: x, y"),
    ("doc/-/insert", #"{"row": {"title": null}}"#, "NOT NULL constraint failed: doc.title"),
    ("doc/-/insert", #"{"row": {"title": "t", "score": 100}}"#, "CHECK constraint failed: score < 100"),
    ("doc/-/insert", #"{"row": {"title": "t", "body": {"$base64": true, "encoded": "?"}}}"#, "base64"),
    ("doc/-/upsert", #"{"row": {"title": "t"}}"#, "Row 0 is missing primary key column(s): id"),
    ("doc/-/upsert", #"{"row": {"id": null, "title": "t"}}"#, "null primary key"),
    ("doc/1/-/update", "{}", "Must provide an \"update\" key"),
    ("doc/1/-/update", #"{"update": {"nope": 1}}"#, "invalid columns: nope"),
    ("doc/1/-/update", #"{"update": {"title": "two"}}"#, "UNIQUE constraint failed: doc.title"),
    ("doc/1/-/update", #"{"update": {}, "version": "x"}"#, "version"),
  ])
  func whatCannotBeWrittenIsToldWithStatus400(_ path: String, _ body: String, _ words: String) async throws {
    try await Self.with(over: .inProcess) { client async throws in
      let answer = try await post(client, path, body)
      #expect(answer.status == 400)
      #expect((answer.object["error"] as? String)?.contains(words) == true, "\(answer.object)")
      #expect(try await client.get("/sample/doc.json?_shape=arrayfirst").text == "[1,2]")
    }
  }

  @Test(arguments: TestClient.Transport.allCases)
  func limitsAndMethodsAndTypesAreKept(over transport: TestClient.Transport) async throws {
    try await Self.with(over: transport) { client async throws in
      for path in ["doc/-/insert", "doc/-/upsert", "doc/1/-/update", "doc/1/-/delete"] {
        let answer = try await client.get("/sample/" + path, headers: ["Accept": "application/json"])
        #expect(answer.status == .methodNotAllowed)
        #expect(answer["Allow"] == "POST, OPTIONS")
        #expect(try answer.object()["ok"] as? Bool == false)
      }
      #expect(try await client.post("/sample/doc", "{}").status == .methodNotAllowed)
      let text = try await client.post("/sample/doc/-/insert", "{}", headers: ["Content-Type": "text/plain"])
      #expect(text.status == .unsupportedMediaType)
      #expect(try (text.object()["error"] as? String)?.contains("Content-Type: application/json") == true)
      let rows = Array(repeating: "{}", count: 1_001).joined(separator: ",")
      let many = try await post(client, "note/-/insert", "{\"rows\": [\(rows)]}")
      #expect(many.status == 400)
      #expect(many.object["error"] as? String == "Too many rows, maximum allowed is 1000")
      let long = try await client.post(
        "/sample/doc/-/insert", "{\"row\": {\"title\": \"\(String(repeating: "x", count: 1 << 20))\"}}",
        headers: ["Content-Type": "application/json"])
      #expect(long.status == .contentTooLarge)
      #expect(try long.object()["error"] as? String == "The body exceeds the limit of 1048576 bytes.")
      #expect(try await post(client, "names/-/insert", #"{"row": {"title": "x"}}"#).status == 403)
    }
  }

  @Test func whoMayNotWriteIsRefusedInTheWordsOfTheInterface() async throws {
    try await Self.with(Grants(.read), over: .inProcess) { client async throws in
      for path in ["doc/-/insert", "doc/-/upsert", "doc/1/-/update", "doc/1/-/delete"] {
        let answer = try await post(client, path, #"{"row": {"title": "x"}}"#)
        #expect([401, 403].contains(answer.status))
        #expect(answer.object["error"] as? String == "Permission denied")
      }
      #expect(try await client.get("/sample/doc.json?_shape=arrayfirst").text == "[1,2]")
    }
    try await Self.with(over: .inProcess) { client async throws in
      let answer = try await post(
        client, "doc/-/insert", #"{"row": {"title": "x"}}"#,
        ["Sec-Fetch-Site": "cross-site", "Origin": "https://elsewhere.example"])
      #expect(answer.status == 403)
    }
  }

  @Test func theSiteFileSaysWhatMayBeWritten() async throws {
    try await Self.with(editable: .columns(["Score"]), over: .inProcess) { client async throws in
      #expect(try await post(client, "doc/1/-/update", #"{"update": {"score": 9}}"#).status == 200)
      #expect(try await post(client, "doc/1/-/update", #"{"update": {"title": "x"}}"#).status == 403)
      #expect(try await post(client, "doc/-/insert", #"{"row": {"title": "x"}}"#).status == 403)
      #expect(try await post(client, "doc/1/-/delete", "{}").status == 403)
      #expect(try await post(client, "note/-/insert", #"{"row": {"text": "x"}}"#).status == 201)
    }
    try await Self.with(editable: .nothing, over: .inProcess) { client async throws in
      #expect(try await post(client, "doc/1/-/update", #"{"update": {"score": 9}}"#).status == 403)
    }
  }

  @Test func aRowThatWasChangedMeanwhileIsAConflictWithBothVersions() async throws {
    try await Self.with(over: .inProcess) { client async throws in
      let first = try await post(client, "doc/1/-/update", #"{"update": {"score": 5}, "return": true}"#)
      let version = try #require((first.object["versions"] as? [String])?.first)
      #expect(try await client.get("/sample/doc/1.json?_extra=version").object()["version"] as? String == version)
      let second = try await post(
        client, "doc/1/-/update", #"{"update": {"score": 6}, "version": "\#(version)", "return": true}"#)
      #expect(second.status == 200)
      let third = try await post(client, "doc/1/-/update", #"{"update": {"title": "x"}, "version": "\#(version)"}"#)
      #expect(third.status == 409)
      #expect(third.object["expected_version"] as? String == version)
      #expect(third.object["current_version"] as? String == (second.object["versions"] as? [String])?.first)
      #expect((third.object["current"] as? NSDictionary)?["score"] as? Int == 6)
      let conditional = try await post(client, "doc/1/-/delete", "{}", ["If-Match": "\"\(version)\""])
      #expect(conditional.status == 412)
      #expect(try await post(client, "doc/1/-/delete", "{}", ["If-Match": "\"page\""]).status == 412)
      let now = try #require(conditional.object["current_version"] as? String)
      #expect(try await post(client, "doc/1/-/delete", "{}", ["If-Match": "\"\(now)\""]).status == 200)
      #expect(try await post(client, "doc/1/-/delete", #"{"version": "\#(now)"}"#).status == 409)
    }
  }

  @Test func pagesThatAreKeptShowAChangeAtOnce() async throws {
    try await Self.with(over: .inProcess) { client async throws in
      for number in 10..<40 {
        _ = try await client.settled("/sample/doc?_size=100")
        #expect(
          try await post(client, "doc/-/insert", #"{"row": {"id": \#(number), "title": "t\#(number)"}}"#).status == 201)
        #expect(try await client.get("/sample/doc?_size=100").text.contains("t\(number)"))
        #expect(try await client.get("/sample/doc/\(number)").status == .ok)
      }
    }
  }
}
