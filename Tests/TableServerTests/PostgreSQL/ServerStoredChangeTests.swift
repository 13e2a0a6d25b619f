import MicroHTTP
import MicroHTTPTesting
import PostgreSQLServer
import PostgreSQLTables
import SiteConfiguration
import SitePages
import SiteTables
import TableModel
import TableServer
import Testing

/// Statements of the site's owner change rows of a server as they do those of a file.
@Suite struct ServerStoredChangeTests {
  private static let tables = """
    CREATE TABLE item (id integer PRIMARY KEY, name text NOT NULL UNIQUE, price integer CHECK (price >= 0), sold boolean NOT NULL DEFAULT false);
    INSERT INTO item VALUES (1, 'Lamp', 10), (2, 'Chair', 20), (3, 'Table', 30);
    """

  private static let queries = """
    databases:
      db:
        queries:
          raise:
            sql: |
              -- All prices but one
              UPDATE item SET price = price + :amount WHERE id <> :but
            write: true
            on_success_message: Prices are raised.
            on_success_redirect: /db/item
          add: {sql: "INSERT INTO item (id, name, sold) VALUES (:id, :name, :sold) RETURNING id", write: true}
          clear: {sql: "WITH dear AS (SELECT id FROM item WHERE price > :price) DELETE FROM item USING dear WHERE item.id = dear.id", write: true}
          rename:
            sql: UPDATE item SET name = :name WHERE id = :id
            write: true
            on_success_message: Renamed.
            on_success_message_sql: SELECT 'Now ' || name || ', of ' || price FROM item WHERE id = :id
          reads: {sql: "SELECT 1", write: true}
          structure: {sql: "DROP TABLE item", write: true}
          two: {sql: "DELETE FROM item; DELETE FROM item", write: true}
    """

  private static let json = ["Content-Type": "application/json"]
  private static let form = [
    "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin",
  ]

  private func site(_ file: String = Self.queries, isWritable: Bool = true) throws -> (TestDatabase, Site) {
    let sample = try TestDatabase(Self.tables)
    var site = Site()
    site.databases = [try PostgreSQLDatabase.ofTest(sample, isWritable: isWritable)]
    site.file = try SiteFile(yaml: file)
    if isWritable { site.everyone = Grants(.write) }
    return (sample, site)
  }

  @Test func aStatementRunsWhenItIsSent() async throws {
    let (sample, site) = try site()
    let client = TestClient.inProcess(try TableServer(unchecked: site))
    let page = try await client.get("/db/raise?amount=5").text
    #expect(page.contains("action=\"/db/raise/-/run\"") && page.contains("name=\"amount\" value=\"5\""))
    let prices = "SELECT string_agg(price::text, ' ' ORDER BY id) FROM item"
    #expect(try sample.rows(prices) == [["10 20 30"]])
    let sent = try await client.post("/db/raise/-/run", "but=3&amount=5", headers: Self.form)
    #expect(sent.status == .seeOther && sent["Location"] == "/db/item")
    #expect(try sample.rows(prices) == [["15 25 30"]])
    let answers: [(query: String, body: String, count: Int, message: String)] = [
      ("raise", #"{"but": 9, "amount": 1}"#, 3, "Prices are raised."),
      ("add", #"{"id": 4, "name": "it's", "sold": true}"#, 1, "1 row changed."),
      ("rename", #"{"id": 2, "name": "Stool"}"#, 1, "Now Stool, of 26"),
      ("rename", #"{"id": 9, "name": "Stool"}"#, 0, "Renamed."),
      ("clear", #"{"price": 20}"#, 2, "2 rows changed."),
    ]
    for (query, body, count, message) in answers {
      let answer = try await client.post("/db/\(query)/-/run", body, headers: Self.json)
      #expect(answer.status == .ok, "\(query): \(answer.text)")
      #expect(try answer.object()["rows_affected"] as? Int == count, "\(query)")
      #expect(try answer.object()["message"] as? String == message, "\(query)")
    }
    #expect(
      try sample.rows("SELECT id, name, sold FROM item ORDER BY id") == [["1", "Lamp", "f"], ["4", "it's", "t"]])
  }

  @Test(arguments: [
    ("add", #"{"id": 4, "name": "x"}"#, "Missing parameters: sold"),
    (
      "add", #"{"id": 4, "name": "Lamp", "sold": false}"#,
      "duplicate key value violates unique constraint \"item_name_key\""
    ),
    ("add", #"{"id": "x", "name": "y", "sold": false}"#, "invalid input syntax for type integer: \"x\""),
    (
      "raise", #"{"but": 1, "amount": -25}"#,
      "new row for relation \"item\" violates check constraint \"item_price_check\""
    ),
    ("reads", "{}", "Only INSERT, UPDATE, DELETE and MERGE statements change rows"),
    ("structure", "{}", "Only INSERT, UPDATE, DELETE and MERGE statements change rows"),
    ("two", "{}", "Only one statement is allowed"),
  ])
  func whatIsNotTakenChangesNothing(query: String, body: String, message: String) async throws {
    let (sample, site) = try site()
    let client = TestClient.inProcess(try TableServer(unchecked: site))
    let answer = try await client.post("/db/\(query)/-/run", body, headers: Self.json)
    #expect(answer.status == .badRequest)
    #expect(try answer.object()["error"] as? String == message)
    #expect(try sample.rows("SELECT count(*), sum(price) FROM item") == [["3", "60"]])
  }

  @Test func whatCannotBeRunIsAMistakeOfTheFile() async throws {
    let (_, site) = try site(
      """
      databases:
        db:
          queries:
            a: {sql: "UPDATE item SET prise = :price", write: true}
            b: {sql: "UPDATE item SET price = :price", write: true, on_success_message_sql: "SELECT :prise"}
            c: {sql: "UPDATE item SET price = :price", write: true, params: [price]}
      """)
    let problems = try await site.problemsOfFile().map(\.description)
    #expect(problems.count == 2)
    #expect(problems.first?.contains("\"prise\" of relation \"item\" does not exist") == true)
    #expect(problems.last?.contains("has a parameter “prise” that the query doesn't have") == true)
  }

  @Test func aServerThatIsOnlyReadRunsNone() async throws {
    let (sample, site) = try site(isWritable: false)
    let client = TestClient.inProcess(try TableServer(unchecked: site))
    #expect(try await client.get("/db/raise").text.contains("can only be read"))
    let sent = try await client.post("/db/raise/-/run", #"{"but": 1, "amount": 1}"#, headers: Self.json)
    #expect(sent.status == .forbidden)
    #expect(try sample.rows("SELECT sum(price) FROM item") == [["60"]])
  }
}
