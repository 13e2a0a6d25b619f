import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableModel
import TableRendering
import TableServer
import Testing

/// A table that everybody may add to has an end.
@Suite struct RowLimitTests {
  @Test func whoeverFindsATableFullIsToldSoInWords() async throws {
    let (client, table) = try Self.client(rows: 2) { $0.maximumRows = 3 }
    let first = try await client.post("/words/-/event", "event=insert&values.text=c&_return=/words", headers: Self.form)
    #expect(first.status == .seeOther && table.contents.rowCount == 3)
    let page = try await client.post("/words/-/event", "event=insert&values.text=d&_return=/words", headers: Self.form)
    #expect(page.status == .conflict && page.text.contains("“Words” is full"))
    #expect(page.text.contains("holds at most 3 rows"))
    let data = try await client.post(
      "/words/-/event", #"{"event": "paste", "text": "text\nd\ne", "confirm": true}"#, headers: Self.json)
    #expect(data.status == .conflict)
    #expect(
      try data.object()["error"] as? String == "This table holds at most 3 rows, and there is no room for more")
    #expect(table.contents.rowCount == 3)
    // Room is made by whoever deletes a row.
    _ = try await client.post("/words/-/event", #"{"event": "delete", "row": 1}"#, headers: Self.any)
    #expect(
      try await client.post("/words/-/event", #"{"event": "insert", "values": {"text": "d"}}"#, headers: Self.json)
        .status == .ok)
  }

  @Test func aTableForEverybodyHasAnEndWithoutSayingSo() async throws {
    let full = SourceSetup.defaultPublicRowLimit
    let (client, table) = try Self.client(rows: full)
    let answer = try await client.post(
      "/words/-/event", #"{"event": "insert", "values": {"text": "x"}}"#, headers: Self.json)
    #expect(answer.status == .conflict && answer.text.contains("at most 10,000 rows"))
    #expect(table.contents.rowCount == full)
  }

  @Test func whereTheSitesRulesDecideThereIsNoneUnlessItIsSaid() async throws {
    let (client, table) = try Self.client(rows: SourceSetup.defaultPublicRowLimit, everyone: Grants(.write)) {
      $0.changes = .permitted
    }
    let answer = try await client.post(
      "/words/-/event", #"{"event": "insert", "values": {"text": "x"}}"#, headers: Self.json)
    #expect(answer.status == .ok && table.contents.rowCount == SourceSetup.defaultPublicRowLimit + 1)
  }

  @Test func aValueThatIsTooLongIsToldBesideItsField() async throws {
    let (client, table) = try Self.client(rows: 1)
    let answer = try await client.post(
      "/words/-/event", #"{"event": "insert", "values": {"text": "\#(String(repeating: "x", count: 41))"}}"#,
      headers: Self.json)
    #expect(answer.status == .badRequest && table.contents.rowCount == 1)
    #expect(try answer.object()["fields"] as? [String: String] == ["text": "text takes at most 40 characters"])
  }

  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]
  private static let json = ["Content-Type": "application/json"]
  private static let any = ["Content-Type": "application/json", "If-Match": "*"]

  private static func client(
    rows: Int, everyone: Grants = Grants(.read), _ change: (inout SourceSetup) -> Void = { _ in }
  ) throws -> (TestClient, MemoryTable<Word>) {
    try WordTable.client(Array(repeating: "word", count: rows), everyone: everyone) { controller in
      controller.changes = .everyone
      controller.handlers.allowInsertions(WordHandler(), title: "New word")
      change(&controller)
    }
  }
}

private struct WordHandler: EditHandler {
  typealias ViewModel = Word
  let fields = [EditField("text", maximumLength: 40)]
  func viewModel(_ edit: Edit) -> Word { Word(id: edit.id, text: edit["text"]) }
}
