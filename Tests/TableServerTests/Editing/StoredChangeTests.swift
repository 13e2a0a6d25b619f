import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteAccess
import SiteConfiguration
import SitePages
import SiteTables
import TableServer
import Testing

/// Statements of the site's owner that change rows.
@Suite struct StoredChangeTests {
  private static let tables = """
    CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO maker VALUES (1, 'Ada'), (2, 'Bob');
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, price INTEGER CHECK (price >= 0), maker INTEGER REFERENCES maker);
    INSERT INTO item VALUES (1, 'Lamp', 10, 1), (2, 'Chair', 20, 1), (3, 'Table', 30, 2);
    """

  private static let queries = """
    databases:
      sample:
        queries:
          raise:
            sql: |
              -- All prices of a maker
              UPDATE item SET price = price + :amount WHERE maker = :maker
            title: Raise prices
            params: [maker]
            write: true
            on_success_message: Prices are raised.
            on_success_redirect: /sample/item
          add: {sql: "INSERT INTO item (name, price) VALUES (:name, :price)", write: true}
          taken: {sql: "INSERT INTO item (name) VALUES (:name)", write: true, on_error_message: This name is taken., on_error_redirect: /sample}
          rename:
            sql: UPDATE item SET name = :name WHERE id = :id
            write: true
            on_success_message: Renamed.
            on_success_message_sql: SELECT 'Now ' || name || ', of ' || price FROM item WHERE id = :id
          unsaid:
            sql: UPDATE item SET name = :name WHERE id = 1
            write: true
            on_success_message: Renamed.
            on_success_message_sql: SELECT nope
          reads: {sql: "SELECT 1", write: true}
          structure: {sql: "DROP TABLE item", write: true}
    """

  private static let json = ["Content-Type": "application/json"]
  private static let form = [
    "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin",
  ]

  private static func with(
    _ everyone: Grants = Grants(.write), keepsAudit: Bool = false,
    over transport: TestClient.Transport = .inProcess, _ test: (TestClient) async throws -> Void
  ) async throws {
    try await SampleDatabase.withWritable(
      tables, everyone, keepsAudit: keepsAudit, over: transport, { $0.file = try SiteFile(yaml: queries) }, test)
  }

  private static func prices(_ client: TestClient) async throws -> [Int?] {
    try await client.get("/sample/item.json").rows().map { $0["price"] as? Int }
  }

  @Test(arguments: TestClient.Transport.allCases)
  func aStatementRunsWhenItsFormIsSent(over transport: TestClient.Transport) async throws {
    try await Self.with(over: transport) { client in
      let page = try await client.get("/sample/raise?amount=5").text
      #expect(page.contains("<form class=\"statement-form\" method=\"post\" action=\"/sample/raise/-/run\""))
      #expect(page.contains("<h1><bdi>Raise prices</bdi></h1>") && page.contains("changes rows"))
      #expect(page.contains("name=\"amount\" value=\"5\""))
      let places = ["name=\"maker\"", "name=\"amount\""].map { page.range(of: $0)?.lowerBound }
      #expect(try #require(places[0]) < #require(places[1]))
      // Nothing happens because somebody looks.
      #expect(try await Self.prices(client) == [10, 20, 30])
      let sent = try await client.post("/sample/raise/-/run", "maker=1&amount=5", headers: Self.form)
      #expect(sent.status == .seeOther && sent["Location"] == "/sample/item")
      #expect(try await Self.prices(client) == [15, 25, 30])
    }
  }

  @Test func jsonIsAnsweredInJSON() async throws {
    try await Self.with { client in
      let raised = try await client.post("/sample/raise/-/run", #"{"maker": 2, "amount": 1}"#, headers: Self.json)
      let object = try raised.object()
      #expect(raised.status == .ok && object["ok"] as? Bool == true && object["rows_affected"] as? Int == 1)
      #expect(object["message"] as? String == "Prices are raised." && object["redirect"] as? String == "/sample/item")
      let none = try await client.post("/sample/raise/-/run", #"{"maker": 9, "amount": 1}"#, headers: Self.json)
      #expect(try none.object()["rows_affected"] as? Int == 0)
      let added = try await client.post("/sample/add/-/run", #"{"name": "it's", "price": true}"#, headers: Self.json)
      #expect(try added.object()["message"] as? String == "1 row changed.")
      #expect(try await Self.prices(client) == [10, 20, 31, 1])
    }
  }

  @Test(arguments: [
    ("rename", #"{"id": 2, "name": "Stool"}"#, "Now Stool, of 20"),
    ("rename", #"{"id": 9, "name": "Stool"}"#, "Renamed."),
    ("unsaid", #"{"name": "Torch"}"#, "Renamed. The SQL of the message failed: no such column: nope"),
  ])
  func aStatementFindsWhatIsSaid(query: String, body: String, message: String) async throws {
    try await Self.with { client in
      let answer = try await client.post("/sample/\(query)/-/run", body, headers: Self.json)
      #expect(answer.status == .ok)
      #expect(try answer.object()["message"] as? String == message)
      let form = query == "rename" ? "id=2&name=Bench" : "name=Bench"
      let sent = try await client.post("/sample/\(query)/-/run", form, headers: Self.form)
      let cookie = try #require(sent.cookies)
      let page = try await client.get("/sample/\(query)", headers: ["Cookie": cookie]).text
      #expect(page.contains(query == "rename" ? "Now Bench, of 20" : "no such column: nope"))
    }
  }

  @Test func aStatementThatFindsNothingToSayIsAMistakeOfTheFile() async throws {
    let sample = try SampleDatabase(Self.tables)
    defer { sample.remove() }
    var site = Site()
    site.databases = [try sample.writable()]
    site.file = try SiteFile(
      yaml: """
        databases:
          sample:
            queries:
              a: {sql: UPDATE item SET price = :price, write: true, on_success_message_sql: SELECT nope}
              b: {sql: UPDATE item SET price = :price, write: true, on_success_message_sql: "SELECT :prise"}
              c: {sql: UPDATE item SET price = :price, write: true, on_success_message_sql: "SELECT :price"}
        """)
    let problems = try await site.problemsOfFile().map(\.description)
    #expect(
      problems == [
        "4:7: The on_success_message_sql of the query “a” can't be run in line 1 of its SQL: No such column: nope. Did you mean “name”?",
        "5:7: The on_success_message_sql of the query “b” has a parameter “prise” that the query doesn't have; did you mean “price”?",
      ])
  }

  @Test(arguments: [
    ("add", #"{"name": "x"}"#, 400, "Missing parameters: price"),
    ("add", #"{"name": "x", "price": 1, "more": 1}"#, 400, "Unknown parameters: more"),
    ("add", #"{"name": null, "price": 1}"#, 400, "The parameter name must be text, a number, true or false"),
    ("add", #"[1]"#, 400, "JSON must be a dictionary"),
    ("add", #"{"name": "Lamp", "price": 1}"#, 400, "UNIQUE constraint failed: item.name"),
    ("taken", #"{"name": "Lamp"}"#, 400, "This name is taken."),
    ("reads", "{}", 400, "Only INSERT, REPLACE, UPDATE and DELETE statements change rows"),
    ("structure", "{}", 400, "Only INSERT, REPLACE, UPDATE and DELETE statements change rows"),
    ("nothing", "{}", 404, "Query not found"), ("item", "{}", 404, "Query not found"),
  ])
  func whatIsNotTakenChangesNothing(query: String, body: String, status: Int, message: String) async throws {
    try await Self.with { client in
      let answer = try await client.post("/sample/\(query)/-/run", body, headers: Self.json)
      #expect(Int(answer.status.code) == status)
      #expect(try answer.object()["error"] as? String == message)
      #expect(try await Self.prices(client) == [10, 20, 30])
    }
  }

  @Test func aFormComesBackWithWhatWasWritten() async throws {
    try await Self.with { client in
      let again = try await client.post("/sample/add/-/run", "name=Lamp&price=7", headers: Self.form)
      #expect(again.status == .badRequest && again.text.contains("UNIQUE constraint failed"))
      #expect(again.text.contains("name=\"price\" value=\"7\"") && again.text.contains("action=\"/sample/add/-/run\""))
      let led = try await client.post("/sample/taken/-/run", "name=Lamp", headers: Self.form)
      #expect(led.status == .seeOther && led["Location"] == "/sample")
      #expect(try await Self.prices(client) == [10, 20, 30])
    }
  }

  @Test func onlyThoseWhoMayWriteRunIt() async throws {
    try await Self.with(Grants(.read)) { client in
      let page = try await client.get("/sample/raise").text
      #expect(page.contains("Running this query requires write permission") && !page.contains("statement-form"))
      let sent = try await client.post("/sample/raise/-/run", #"{"maker": 1, "amount": 1}"#, headers: Self.json)
      #expect(sent.status == .unauthorized || sent.status == .forbidden)
      #expect(try await client.get("/sample/raise.json?maker=1&amount=1").status == .badRequest)
      #expect(try await Self.prices(client) == [10, 20, 30])
    }
    let file = try SiteFile(yaml: Self.queries)
    let sample = try SampleDatabase(Self.tables)
    defer { sample.remove() }
    let readOnly = TestClient.inProcess(try sample.server { $0.file = file })
    #expect(try await readOnly.get("/sample/raise").text.contains("can only be read"))
    let sent = try await readOnly.post("/sample/raise/-/run", "{}", headers: Self.json)
    #expect(sent.status == .forbidden || sent.status == .unauthorized)
  }

  @Test func anAuditHasEveryRow() async throws {
    try await Self.with(keepsAudit: true) { client in
      let raised = try await client.post("/sample/raise/-/run", #"{"maker": 1, "amount": 5}"#, headers: Self.json)
      #expect(try raised.object()["rows_affected"] as? Int == 2)
      let lines = try await client.get("/sample/_tablepages_audit.json").rows()
      #expect(lines.map { $0["key"] as? String } == ["1", "2"])
      #expect(lines.allSatisfy { $0["table"] as? String == "item" && $0["action"] as? String == "updated" })
      #expect((lines.first?["before"] as? String)?.contains("\"price\": 10") == true)
      #expect((lines.first?["after"] as? String)?.contains("\"price\": 15") == true)
      #expect(try await Self.prices(client) == [15, 25, 30])
    }
  }

  @Test func queriesSayThatTheyWrite() async throws {
    try await Self.with { client in
      let queries = try #require(try await client.get("/-/queries.json").object()["queries"] as? [[String: Any]])
      #expect(queries.first { $0["name"] as? String == "add" }?["write"] as? Bool == true)
      let paths = try #require(try await client.get("/-/openapi.json").object()["paths"] as? [String: Any])
      #expect(paths["/sample/add.json"] == nil)
    }
  }
}
