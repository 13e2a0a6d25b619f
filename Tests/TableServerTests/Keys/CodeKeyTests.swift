import Foundation
import MicroHTTP
import MicroHTTPTesting
import SeededNumbers
import SiteTables
import TableModel
import TableRendering
import TableServer
import Testing
import TextCoding

/// Rows in code whose keys are whatever a key can be: each is found, chosen and deleted by what pages, data and addresses call it, and no
/// other is.
@Suite struct CodeKeyTests {
  private static func client(_ keys: [RowKey], columns: [TableColumn<Word>] = []) throws -> TestClient {
    var site = Site()
    let words = keys.map { Word(id: $0, text: "word \($0.encoded)") }
    let table = try MemoryTable("Words", columns: columns, rows: words)
    site.mount(table, at: "/words") {
      $0.register(WordCell.self, nib: WordCell.nib)
      $0.selection = .multiple
      $0.changes = .everyone
    }
    return .inProcess(try TableServer(unchecked: site))
  }

  /// The rows of a page: the id of each as its text, and what JSON says about it.
  private func cells(_ target: String, _ client: TestClient) async throws -> [(id: String, cell: [String: Any])] {
    let sections = try await client.get(target).object()["sections"] as? [[String: Any]]
    return (sections ?? []).flatMap { $0["cells"] as? [[String: Any]] ?? [] }.map { ("\($0["id"] ?? "")", $0) }
  }

  @Test(arguments: 0..<4)
  func eachRowHasOneNameInPagesDataTokensAndEvents(seed: Int) async throws {
    var random = SeededGenerator(seed: seed)
    let keys = random.rowKeys()
    let client = try Self.client(keys)
    let names = keys.map(\.encoded)
    #expect(try await cells("/words.json", client).map(\.id) == names)
    let page = try await client.get("/words?_edit=on").text
    for name in names { #expect(page.contains("id=\"row-\(name)\"") && page.contains("value=\"\(name)\""), "\(name)") }

    var seen: [String] = [], next: String? = "/words.json?_size=1"
    while let target = next {
      seen += try await cells(target, client).map(\.id)
      next = (try await client.get(target).object()["next_url"] as? String).map {
        String($0[($0.range(of: "/words")?.lowerBound ?? $0.startIndex)...])
      }
    }
    #expect(seen == names)

    for name in names.shuffled(using: &random).prefix(5) {
      let chosen = try await cells("/words.json?_selected=" + PercentEncoding.encodeForm(name), client)
      #expect(chosen.filter { $0.cell["is_selected"] as? Bool == true }.map(\.id) == [name])
    }
    var left = names
    for name in names.shuffled(using: &random) {
      let version = try await cells("/words.json", client).first { $0.id == name }?.cell["version"] as? String ?? ""
      let answer = try await client.post(
        "/words/-/event", "{\"event\": \"delete\", \"row\": \"\(name)\", \"version\": \"\(version)\"}",
        headers: ["Content-Type": "application/json", "Accept": "application/json"])
      #expect(answer.status == .ok, "\(name): \(answer.text)")
      left.removeAll { $0 == name }
      #expect(try await cells("/words.json", client).map(\.id) == left)
    }
  }

  @Test(arguments: 0..<4)
  func eachRowOfATableWithColumnsHasItsOwnPage(seed: Int) async throws {
    var random = SeededGenerator(seed: seed)
    let keys = random.rowKeys()
    let client = try Self.client(keys, columns: [.init("text", \Word.text)])
    let rows = try await client.get("/words.json?_shape=object&_size=max").object()
    #expect(rows.count == keys.count)
    for (address, row) in rows {
      let text = try #require((row as? [String: Any])?["text"] as? String)
      #expect(try await client.get("/words/\(address).json").rows().map { $0["text"] as? String } == [text])
    }
  }

  @Test func whatIsNoKeyIsRefused() async throws {
    let answer = try await Self.client([1]).post(
      "/words/-/event", #"{"event": "select", "row": "~zz"}"#,
      headers: ["Content-Type": "application/json", "Accept": "application/json"])
    #expect(answer.status == .badRequest && answer.text.contains("“~zz” is no id of a row"))
  }
}

extension SeededGenerator {
  /// Keys of one, two or three values of any type, and some that are easily taken for each other.
  fileprivate mutating func rowKeys() -> [RowKey] {
    let parts: [RowKey.Part] = [
      1, "1", "", "a b", "a,b", "~n", "~x61", "é/?#&", .real(1), .real(-0.25), .blob([]), .blob([0x61, 0xFF]),
      .text([0xC3]), .null,
    ]
    let random = (0..<12).map { _ in
      RowKey((0..<Int.random(in: 1...3, using: &self)).map { _ in parts.randomElement(using: &self) ?? .null })
    }
    let known: [RowKey] = [["a,b", "c"], ["a", "b,c"], 42, "42", .rowID(42), ["x"], [.blob([0x78])], [.null, 1]]
    return Array(Set(random + known).subtracting([[.null]])).shuffled(using: &self)
  }
}
