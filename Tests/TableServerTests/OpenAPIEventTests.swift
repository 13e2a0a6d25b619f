import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteTables
import TableModel
import TableRendering
import TableServer
import Testing

/// What the site's description of itself says of tables built in code, held against what they take and answer.
@Suite struct OpenAPIEventTests {
  private let client: TestClient
  private let table: MemoryTable<Word>

  init() throws {
    table = try MemoryTable(
      "Words",
      sections: [
        TableSection(
          "First", rows: [Word(id: 1, text: "one"), Word(id: "two", text: "two"), Word(id: 3, text: "locked")])
      ])
    var site = Site()
    site.mount(table, at: "/lists/words") {
      $0.register(WordCell.self, nib: WordCell.nib)
      $0.handle(WordHandler())
      $0.handle(SentBodyHeaderHandler())
      $0.handlers.allowInsertions(WordHandler(), title: "New word")
      $0.selection = .multiple
      $0.changes = .everyone
      $0.maximumRows = 6
    }
    try site.mount(MemoryTable("Plain", rows: [Word(id: 1, text: "x")]), at: "/plain") {
      $0.register(WordCell.self, nib: WordCell.nib)
    }
    client = .inProcess(try TableServer(unchecked: site))
  }

  @Test func everyAddressOfATableIsDescribed() async throws {
    let paths = try #require(try await client.get("/-/openapi.json").object()["paths"] as? [String: [String: Any]])
    let event = try #require(paths["/lists/words/-/event"]?["post"] as? [String: Any])
    #expect(event["operationId"] as? String == "lists.words.event")
    #expect((event["description"] as? String)?.contains("“New word”, with the fields text") == true)
    #expect(paths["/lists/words.json"]?["get"] != nil && paths["/lists/words/-/copy"]?["get"] != nil)
    // What can only be read takes nothing.
    #expect(paths["/plain.json"] != nil && paths["/plain/-/event"] == nil)
    let names = paths.values.flatMap { $0.values }.compactMap { ($0 as? [String: Any])?["operationId"] as? String }
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: ["/plain", "/lists/words"])
  func aPageOfNoRowsIsAnsweredAsItIsDescribed(table: String) async throws {
    let document = try await client.get("/-/openapi.json").object()
    let answer = try await client.get("\(table).json?_size=0")
    let page = try answer.object()
    #expect((page["sections"] as? [Any])?.isEmpty == true && page["next"] is NSNull && page["title"] is String)
    let schema = try #require(Self.schema(of: answer, "\(table).json", "get", in: document))
    #expect(SchemaCheck(document: document).failures(page, schema) == [])
    #expect(try await client.get("\(table)?_size=0").status == .ok)
    #expect(try await client.get("\(table).txt?_size=0").status == .ok)
  }

  @Test(arguments: [("/plain", "1"), ("/lists/words", "two")])
  func rowsAndTextsAreDescribedAsTheyAreAnswered(table: String, key: String) async throws {
    let document = try await client.get("/-/openapi.json").object()
    let check = SchemaCheck(document: document)
    for (path, target) in [
      ("\(table).json", "\(table).json"), ("\(table)/{key}.json", "\(table)/\(key).json"),
      ("\(table)/{key}.json", "\(table)/none.json"),
    ] {
      let answer = try await client.get(target)
      #expect(answer.status == (target.contains("none") ? .notFound : .ok))
      let schema = try #require(Self.schema(of: answer, path, "get", in: document), "\(target)")
      #expect(check.failures(try answer.object(), schema) == [], "\(target): \(answer.text)")
    }
    let text = try await client.get("\(table).txt")
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    let responses = try #require(paths["\(table).txt"]?["get"]?["responses"] as? [String: [String: Any]])
    let content = try #require(responses["200"]?["content"] as? [String: Any])
    #expect(text.status == .ok && text["Content-Type"]?.hasPrefix("text/plain") == true)
    #expect(Array(content.keys) == ["text/plain"])
  }

  @Test func whatIsSentAndWhatIsAnsweredIsAsItIsDescribed() async throws {
    let document = try await client.get("/-/openapi.json").object()
    var statuses: Set<Int> = []
    func send(_ body: [String: Any], _ status: Int, headers: [String: String] = [:]) async throws -> [String: Any] {
      let check = SchemaCheck(document: document)
      #expect(check.failures(body, ["$ref": "#/components/schemas/Event"]) == [], "\(body)")
      let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
      let answer = try await client.post(
        "/lists/words/-/event", text, headers: ["Content-Type": "application/json"].merging(headers) { $1 })
      #expect(Int(answer.status.code) == status, "\(body): \(answer.text)")
      let schema = try #require(
        Self.schema(of: answer, "/lists/words/-/event", "post", in: document), "\(answer.status)")
      #expect(check.failures(try answer.object(), schema) == [], "\(body): \(answer.text)")
      statuses.insert(Int(answer.status.code))
      return try answer.object()
    }
    let any = ["If-Match": "*"]
    _ = try await send(["event": "select", "row": 1, "selected": ["two"]], 200)
    _ = try await send(["event": "select", "row": 3], 409)
    _ = try await send(["event": "deselect", "row": "two", "selected": [1, "two"]], 200)
    _ = try await send(["event": "accessory", "row": 1], 200)
    _ = try await send(["event": "cancel", "row": 1], 200)
    let deleted = try await send(["event": "delete", "row": 1, "version": version(1)], 200)
    _ = try await send(["event": "undo", "token": try #require(deleted["undo"] as? String)], 200)
    _ = try await send(["event": "undo", "token": "none"], 400)
    _ = try await send(["event": "update", "row": 1, "values": ["text": "uno"]], 200, headers: any)
    _ = try await send(["event": "update", "row": 1, "values": ["text": ""]], 400, headers: any)
    _ = try await send(
      ["event": "update", "row": 1, "values": ["text": "x"], "version": String(repeating: "0", count: 16)], 409)
    _ = try await send(
      ["event": "update", "row": 1, "values": ["text": "x"]], 412, headers: ["If-Match": "\"0000000000000000\""])
    _ = try await send(
      ["event": "update", "row": 99, "values": ["text": "x"], "version": String(repeating: "0", count: 16)], 409)
    _ = try await send(["event": "move", "row": 1, "to": ["section": 0, "row": 1]], 200, headers: any)
    _ = try await send(["event": "move", "row": 1, "move": "up"], 200, headers: any)
    _ = try await send(["event": "action", "row": 1, "action": "shout"], 200, headers: any)
    _ = try await send(["event": "action", "row": 1, "action": "fly"], 400, headers: any)
    _ = try await send(["event": "insert", "values": ["text": "new"], "at": ["section": 0, "row": 0]], 200)
    _ = try await send(["event": "insert", "values": ["text": ""]], 400)
    _ = try await send(["event": "paste", "text": "text\nfour\nfive"], 200)
    _ = try await send(["event": "paste", "text": "text,x\n,1"], 400)
    _ = try await send(["event": "paste", "text": "text\nfour\nfive\nsix", "confirm": true], 409)
    _ = try await send(["event": "select", "row": 99], 404)
    _ = try await send(
      ["event": "action", "action": "shout", "rows": [["row": "two", "version": version("two")]]], 200)
    _ = try await send(["event": "delete", "rows": [["row": 3, "version": version(3)]]], 409)
    let both = [["row": "two", "version": version("two")], ["row": 1, "version": version(1)]]
    _ = try await send(["event": "update", "values": ["text": "same"], "rows": both], 200)
    _ = try await send(["event": "update", "values": ["text": "other"], "rows": both], 409)
    let now = [["row": "two", "version": version("two")]]
    _ = try await send(["event": "update", "values": ["text": ""], "rows": now], 400)
    _ = try await send(["event": "update", "values": ["colour": "red"], "rows": now], 400)
    let header = RowVersion(TitleViewModel("First")).description, section = ["view": "header-0"]
    func sectionEvent(_ event: String, _ members: [String: Any] = [:]) -> [String: Any] {
      members.merging(section) { $1 }.merging(["event": event]) { $1 }
    }
    _ = try await send(sectionEvent("insert", ["values": ["title": "Second"]]), 200)
    _ = try await send(sectionEvent("move", ["version": header, "move": "down"]), 200)
    _ = try await send(sectionEvent("move", ["to": ["section": 1]]), 200, headers: any)
    _ = try await send(sectionEvent("update", ["version": header, "values": ["title": "Other"]]), 200)
    _ = try await send(sectionEvent("update", ["version": header, "values": ["title": "Third"]]), 409)
    _ = try await send(
      sectionEvent("delete"), 412, headers: ["If-Match": "\"0000000000000000\""])
    _ = try await send(sectionEvent("delete", ["count": table.contents.sections[0].rows.count]), 200, headers: any)
    #expect(statuses == [200, 400, 404, 409, 412])
  }

  @Test(arguments: [
    ("/lists/words.json", "/lists/words.json"), ("/lists/words.json?_size=1&_selected=1", "/lists/words.json"),
    ("/lists/words.json?_size=none", "/lists/words.json"), ("/plain.json", "/plain.json"),
    ("/lists/words/-/copy?_selected=1", "/lists/words/-/copy"),
  ])
  func whatIsReadIsAsItIsDescribed(address: String, path: String) async throws {
    let document = try await client.get("/-/openapi.json").object()
    let answer = try await client.get(address, headers: ["Accept": "application/json"])
    let schema = try #require(Self.schema(of: answer, path, "get", in: document), "\(answer.status)")
    #expect(SchemaCheck(document: document).failures(try answer.object(), schema) == [])
  }

  @Test func whatMakesNoSenseIsNotAsItIsDescribed() async throws {
    let check = SchemaCheck(document: try await client.get("/-/openapi.json").object())
    let event = ["$ref": "#/components/schemas/Event"]
    for body: [String: Any] in [
      ["event": "fly"], ["event": "select"], ["event": "delete", "rows": []], ["event": "update", "row": 1],
      ["event": "move", "row": ["a": 1]], ["event": "paste"], ["event": "delete", "view": "footer-1"],
      ["event": "update", "view": "header-1", "values": ["name": "x"]],
      ["event": "select", "row": 1, "selected": Array(0...200)],
    ] { #expect(!check.failures(body, event).isEmpty, "\(body)") }
  }

  private func version(_ id: RowKey) -> String {
    table.contents.row(withID: id).map { RowVersion($0).description } ?? ""
  }

  private static func schema(
    of answer: TestResponse, _ path: String, _ method: String, in document: [String: Any]
  ) -> [String: Any]? {
    let operation = ((document["paths"] as? [String: Any])?[path] as? [String: Any])?[method] as? [String: Any]
    let response = (operation?["responses"] as? [String: Any])?["\(answer.status.code)"] as? [String: Any]
    let content = response?["content"] as? [String: Any]
    return (content?["application/json"] as? [String: Any])?["schema"] as? [String: Any]
  }
}

private struct WordHandler: EditHandler, SelectionPolicy, DeletionPolicy, ActionHandler {
  typealias ViewModel = Word
  let fields = [EditField("text", isRequired: true)]

  func viewModel(_ edit: Edit) -> Word { Word(id: edit.id, text: edit["text"]) }
  func willSelect(_ row: SelectableRow) -> SelectionChoice {
    row.viewModel.text == "locked" ? .refused("It is locked.") : .this
  }
  func deleteConfirmation(_ row: DeletableRow) -> DeleteConfirmation? {
    row.viewModel.text == "locked" ? nil : DeleteConfirmation()
  }
  func actions(_ target: ActionTarget) -> [RowAction] { [RowAction("shout", title: "Shout")] }
  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome {
    .edits([.replace(Word(id: target.viewModel.id, text: target.viewModel.text.uppercased()))], "Shouted.")
  }
}
