import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableModel
import Testing

@testable import TableServer

/// A new row that is written at the end of its grid.
struct InsertionRowTests {
  private static let schema = """
    CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO kind VALUES (1, 'Lamp'), (2, 'Desk');
    CREATE TABLE item (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind_id INTEGER REFERENCES kind(id), note TEXT, colour TEXT DEFAULT 'white',
      price REAL CHECK (price >= 0), twice AS (price * 2), picture BLOB, sold DATE);
    INSERT INTO item (name, kind_id) VALUES ('First', 1);
    CREATE VIEW dear AS SELECT * FROM item;
    """

  private static func with(
    _ everyone: Grants = Grants(.write), _ change: (inout Site) -> Void = { _ in },
    _ test: (TestClient) async throws -> Void
  ) async throws {
    try await SampleDatabase.withWritable(schema, everyone, change) { try await test($0) }
  }

  private func send(_ client: TestClient, _ body: String) async throws -> TestResponse {
    try await client.post(
      "/sample/item/-/insert", body, headers: ["Content-Type": "application/x-www-form-urlencoded"])
  }

  @Test func thereIsAFieldForEachColumnThatIsShownAndCanBeWritten() async throws {
    try await Self.with { client async throws in
      let page = try await client.get("/sample/item?_edit=on").text
      let row = try #require(page.split(separator: #"<tr class="insertion""#).dropFirst().first)
      for name in ["id", "name", "kind_id", "note", "colour", "price", "sold"] {
        #expect(row.contains(#"name="value.\#(name)" form="insert" aria-label="#), "\(name)")
      }
      // What the database makes by itself, and bytes, which the form of a new row takes.
      #expect(!row.contains("value.twice"))
      #expect(!row.contains("value.picture"))
      #expect(row.contains(#"<option value="2">Desk</option>"#))
      #expect(row.contains(#"type="date""#))
      #expect(row.contains(#"placeholder="next""#))
      #expect(row.contains(#"placeholder="&#39;white&#39;""#))
      #expect(row.contains(#"action="/sample/item/-/insert""#))
      // The first field is where the page goes on after an insertion.
      #expect(row.contains("#new-field-1"))
      let part = try await client.get("/sample/item?_edit=on&_col=name&_col=price").text
      #expect(part.contains("value.price"))
      #expect(!part.contains("value.note"))
    }
  }

  @Test func whatIsWrittenInItBecomesARowAndTheNextCanFollow() async throws {
    try await Self.with { client async throws in
      let answer = try await send(
        client,
        "value.id=&value.name=Second&value.kind_id=2&value.note=&null.note=1&value.colour=&value.price=2.5"
          + "&value.sold=2026-11-20&_return=%2Fsample%2Fitem%3F_edit%3Don%23new-field-1")
      #expect(answer.status == .seeOther)
      #expect(answer["Location"] == "/sample/item?_edit=on#new-field-1")
      let row = try #require(try await client.get("/sample/item.json?name=Second").rows().first)
      #expect(row["kind_id"] as? Int == 2)
      #expect(row["colour"] as? String == "white")
      #expect(row["price"] as? Double == 2.5)
      #expect(row["note"] is NSNull)
      #expect(row["sold"] as? String == "2026-11-20")
    }
  }

  @Test func whatIsWrongWithItIsSaidInTheFormOfANewRow() async throws {
    try await Self.with { client async throws in
      let answer = try await send(client, "value.name=First&value.price=-1")
      #expect(answer.status == .badRequest)
      #expect(answer.text.contains(#"value="First""#))
      #expect(answer.text.contains(#"aria-invalid="true""#))
      #expect(try await client.get("/sample/item.json").rows().count == 1)
    }
  }

  @Test func nobodyElseFindsIt() async throws {
    for grants in [Grants(.read), Grants(.write)] {
      try await Self.with(grants) { client async throws in
        for path in ["/sample/item", "/sample/dear?_edit=on"] {
          #expect(!(try await client.get(path).text.contains("insertion")), "\(path)")
        }
      }
    }
    try await Self.with(Grants(.read)) { client async throws in
      #expect(!(try await client.get("/sample/item?_edit=on").text.contains("insertion")))
    }
    let file = try SiteFile(yaml: "databases: {sample: {tables: {item: {editable: [name]}}}}")
    try await Self.with(Grants(.write), { $0.file = file }) { client async throws in
      #expect(!(try await client.get("/sample/item?_edit=on").text.contains("insertion")))
    }
  }
}
