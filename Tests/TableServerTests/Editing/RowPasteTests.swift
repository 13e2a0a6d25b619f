import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SiteTables
import TableModel
import Testing

@testable import TableServer

/// Rows pasted into a table of a database: looked at first, stored all or none.
struct RowPasteTests {
  private static let schema = """
    CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO maker VALUES (1, 'Ada'), (2, 'Bob');
    CREATE TABLE item (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, price REAL NOT NULL CHECK (price >= 0), maker INTEGER REFERENCES maker,
      good BOOLEAN, made DATE, note TEXT DEFAULT 'none');
    INSERT INTO item (name, price) VALUES ('Lamp', 1);
    """

  private static func with(
    _ test: (TestClient, SQLiteDatabase) async throws -> Void
  ) async throws {
    let sample = try SampleDatabase(schema)
    defer { sample.remove() }
    let database = try sample.writable { $0.keepsAudit = true }
    let server = try SiteUnderTest.server { site in
      site.databases = [database]
      site.everyone = Grants(.write)
    }
    try await test(.inProcess(server), database)
  }

  private func paste(_ client: TestClient, _ text: String, confirm: Bool = false) async throws -> TestResponse {
    let text = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return try await client.post(
      "/sample/item/-/paste", "text=\(text)&_return=%2Fsample%2Fitem" + (confirm ? "&confirm=on" : ""),
      headers: ["Content-Type": "application/x-www-form-urlencoded"])
  }

  private func names(_ client: TestClient) async throws -> [String] {
    try await client.get("/sample/item.json").rows().compactMap { $0["name"] as? String }
  }

  @Test func rowsAreShownWithTheirTypesBeforeTheyAreStored() async throws {
    try await Self.with { client, _ async throws in
      let page = try await paste(client, "Name\tprice\tmaker\tgood\nChair\t2.5\tBob\tyes\n")
      #expect(page.status == .ok)
      #expect(page.text.contains("Add 1 row?"))
      #expect(page.text.contains("<small>number, required</small>"))
      #expect(page.text.contains("<small>yes or no</small>"))
      #expect(try await names(client) == ["Lamp"])
      let answer = try await paste(client, "Name\tprice\tmaker\tgood\nChair\t2.5\tBob\tyes\n", confirm: true)
      #expect(answer["Location"] == "/sample/item")
      let row = try #require(try await client.get("/sample/item.json?name=Chair").rows().first)
      #expect(row["maker"] as? Int == 2)
      #expect(row["good"] as? Int == 1)
      #expect(row["note"] as? String == "none")
    }
  }

  @Test func whatIsWrongIsToldAtEachValueAndNothingIsStored() async throws {
    try await Self.with { client, _ async throws in
      let page = try await paste(
        client, "name,price,maker,made\nChair,cheap,Bob,2024-02-30\n,1,Nobody,\nTable,2,Ada,2024-02-29,more\n",
        confirm: true)
      #expect(page.status == .badRequest)
      for words in [
        "3 rows can&#39;t be stored", "“cheap” isn&#39;t a number; write 0.99", "“2024-02-30” isn&#39;t a date",
        "There is no such row in maker.",
        "There are more values than columns",
      ] { #expect(page.text.contains(words) || page.text.contains(words.replacing("&#39;", with: "'")), "\(words)") }
      #expect(try await names(client) == ["Lamp"])
    }
  }

  @Test func whatTheDatabaseWouldNotTakeIsToldBeforeItIsAsked() async throws {
    try await Self.with { client, _ async throws in
      let page = try await paste(client, "name,price\nChair,1\nLamp,2\nTable,-1\nChair,3\n")
      #expect(page.status == .badRequest)
      #expect(page.text.contains("3 rows can"))
      #expect(page.text.matches(of: #/Another row already has this value/#).count == 2)
      #expect(page.text.contains("price &gt;= 0"))
      #expect(try await names(client) == ["Lamp"])
    }
  }

  @Test func withoutALineOfTitlesColumnsAreTakenInTheirOrder() async throws {
    try await Self.with { client, _ async throws in
      _ = try await paste(client, "\tChair\t3\n\tTable\t4\n", confirm: true)
      #expect(try await names(client) == ["Lamp", "Chair", "Table"])
    }
  }

  @Test func aColumnThatMustHaveAValueIsMissed() async throws {
    try await Self.with { client, _ async throws in
      let page = try await paste(client, "name\nChair\n")
      #expect(page.text.contains("price: A value is required."))
    }
  }

  @Test func allThatWasPastedIsTakenBackTogetherAndTheAuditHasIt() async throws {
    try await Self.with { client, database async throws in
      let answer = try await paste(client, "name,price\nChair,1\nTable,2\n", confirm: true)
      let cookie = try #require(answer.cookies)
      let page = try await client.get("/sample/item", headers: ["Cookie": cookie]).text
      #expect(page.contains("Added 2 rows."))
      let undo = try #require(page.firstMatch(of: #/name="undo" value="([^"]+)"/#)?.1)
      let audit = try await client.get("/sample/_tablepages_audit.json").rows()
      #expect(audit.map { $0["action"] as? String } == ["inserted", "inserted"])
      _ = try await client.post(
        "/sample/item/-/undo", "undo=\(undo)", headers: ["Content-Type": "application/x-www-form-urlencoded"])
      #expect(try await names(client) == ["Lamp"])
    }
  }

  @Test func scriptsPasteByJSON() async throws {
    try await Self.with { client, _ async throws in
      func send(_ body: String) async throws -> (TestResponse, [String: Any]) {
        let answer = try await client.post(
          "/sample/item/-/paste", body, headers: ["Content-Type": "application/json"])
        return (answer, try answer.object())
      }
      let (looked, preview) = try await send(#"{"text": "name,price\nChair,1"}"#)
      #expect(looked.status == .ok)
      #expect((preview["preview"] as? [String: Any])?["rows"] as? [[String]] == [["Chair", "1"]])
      let (refused, errors) = try await send(#"{"text": "name,price\nChair,x", "confirm": true}"#)
      #expect(refused.status == .badRequest)
      #expect((errors["errors"] as? [String])?.first?.hasPrefix("Row 1: ") == true)
      let (stored, rows) = try await send(#"{"text": "name,price\nChair,1", "confirm": true}"#)
      #expect(stored.status == .created)
      #expect((rows["rows"] as? [[String: Any]])?.first?["name"] as? String == "Chair")
      #expect(try await names(client) == ["Lamp", "Chair"])
    }
  }

  @Test(arguments: [#"{"text": 7}"#, #"{"text": "name", "confirm": 1}"#, #"{"text": "", "more": 1}"#, "[]", "{"])
  func whatIsNotAsItIsDescribedIsRefused(_ body: String) async throws {
    try await Self.with { client, _ async throws in
      let answer = try await client.post(
        "/sample/item/-/paste", body, headers: ["Content-Type": "application/json"])
      #expect(answer.status == .badRequest)
    }
  }

  @Test func moreRowsThanFitAreRefused() async throws {
    try await Self.with { client, _ async throws in
      let page = try await paste(client, "name,price\n" + (0...1_000).map { "n\($0),1\n" }.joined())
      #expect(page.status == .badRequest)
      #expect(page.text.contains("At most 1000 rows can be pasted at once"))
    }
  }

  @Test func thoseWhoMayNotWriteCanPasteNothing() async throws {
    try await SampleDatabase.withWritable(Self.schema, Grants(.read)) { client in
      let answer = try await paste(client, "name,price\nChair,1\n", confirm: true)
      #expect(answer.status == .unauthorized || answer.status == .forbidden)
      #expect(try await names(client) == ["Lamp"])
    }
  }
}
