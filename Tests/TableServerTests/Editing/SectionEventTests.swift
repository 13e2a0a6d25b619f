import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteTables
import TableModel
import TableRendering
import TableServer
import Testing

/// Sections of tables built in code, changed by forms and by JSON through the handlers of their headers.
@Suite struct SectionEventTests {
  private let client: TestClient
  private let table: MemoryTable<Word>

  init() throws { try self.init { $0.changes = .everyone } }

  private init(_ change: (inout SourceSetup) -> Void) throws {
    let table = try MemoryTable<Word>(
      "Words",
      sections: [
        TableSection("First", rows: [Word(id: 1, text: "one")]),
        TableSection("Second", rows: [Word(id: 2, text: "two"), Word(id: 3, text: "three")]),
        TableSection("fixed"),
      ])
    var site = Site()
    site.mount(table, at: "/words") {
      $0.register(WordCell.self, nib: WordCell.nib)
      $0.handle(WordSections())
      change(&$0)
    }
    self.table = table
    client = .inProcess(try TableServer(unchecked: site))
  }

  private var titles: [String] { table.contents.sections.map(\.title) }

  private static func version(_ title: String) -> String { RowVersion(TitleViewModel(title)).description }

  private static var changes: [(name: String, members: [String: Any], titles: [String])] {
    [
      ("update", ["view": "header-1", "values": ["title": "Other"]], ["First", "Other", "fixed"]),
      ("insert", ["view": "header-0", "values": ["title": "New"]], ["First", "New", "Second", "fixed"]),
      ("move", ["view": "header-1", "move": "up"], ["Second", "First", "fixed"]),
      ("move", ["view": "header-1", "move": "down"], ["First", "fixed", "Second"]),
      ("move", ["view": "header-1", "to": ["section": 0]], ["Second", "First", "fixed"]),
      ("delete", ["view": "header-1", "count": 2], ["First", "fixed"]),
    ]
  }

  // MARK: Changes

  @Test func dataChangeSectionsAndUndoThat() async throws {
    for change in Self.changes {
      let title = change.members["view"] as? String == "header-0" ? "First" : "Second"
      let answer = try await send(
        change.members.merging(["event": change.name, "version": Self.version(title)]) { $1 })
      #expect(answer.status == .ok && titles == change.titles, "\(change) \(answer.text)")
      let undo = try #require(try answer.object()["undo"] as? String)
      let undone = try await send(["event": "undo", "token": undo])
      #expect(undone.status == .ok && titles == ["First", "Second", "fixed"], "\(change) \(undone.text)")
    }
    #expect(table.contents.sections.map { $0.rows.map(\.id) } == [[1], [2, 3], []])
  }

  @Test func formsChangeSectionsAndUndoThat() async throws {
    for change in Self.changes {
      let title = change.members["view"] as? String == "header-0" ? "First" : "Second"
      var fields = [("version", Self.version(title)), ("_return", "/words?_edit=on")]
      for (name, value) in change.members {
        switch value {
        case let values as [String: String]: fields += values.map { ("values." + $0.key, $0.value) }
        case let place as [String: Int]: fields += place.map { ("\(name).\($0.key)", "\($0.value)") }
        default: fields.append((name, "\(value)"))
        }
      }
      // The buttons that move say so by themselves.
      if change.members["move"] == nil { fields.append(("event", change.name)) }
      let answer = try await client.form("/words/-/event", fields)
      #expect(answer.status == .seeOther && titles == change.titles, "\(change) \(answer.text)")
      #expect(answer["Location"] == "/words?_edit=on")
      let cookie = try #require(answer.cookies)
      let page = try await client.get("/words?_edit=on", headers: ["Cookie": cookie]).text
      let token = String(try #require(page.firstMatch(of: #/name="token" value="([^"]+)"/#), "\(page)").1)
      let undone = try await client.form(
        "/words/-/event", [("event", "undo"), ("token", token), ("_return", "/words")])
      #expect(undone.status == .seeOther && titles == ["First", "Second", "fixed"], "\(change) \(undone.text)")
    }
  }

  @Test func deletingASectionAsksFirstAndSaysHowManyRowsGoWithIt() async throws {
    let page = try await client.get("/words?_edit=on&_delete_section=1").text
    #expect(page.contains("Delete “Second”?") && page.contains("Its 2 rows are deleted, too."))
    for (name, value) in [("event", "delete"), ("view", "header-1"), ("count", "2")] {
      #expect(page.contains("name=\"\(name)\" value=\"\(value)\""), "\(name)")
    }
    #expect(page.contains("value=\"\(Self.version("Second"))\"") && page.contains("value=\"/words?_edit=on\""))
    #expect(try await client.get("/words?_edit=on&_delete_section=0").text.contains("Its row is deleted, too."))
    // What can't be deleted is not asked about.
    for place in ["2", "7", ""] {
      let list = try await client.get("/words?_edit=on&_delete_section=\(place)")
      #expect(list.status == .ok && !list.text.contains("deleted, too") && list.text.contains("Move up: Second"))
    }
    for place in ["x", "-1"] {
      #expect(try await client.get("/words?_delete_section=\(place)").status == .badRequest)
    }
  }

  // MARK: What is offered

  @Test func editModeOffersWhatTheHandlerAllows() async throws {
    let page = try await client.get("/words?_edit=on").text
    for part in [
      "name=\"view\" value=\"header-0\"", "name=\"values.title\" value=\"First\"", "aria-label=\"Title of Second\"",
      "aria-label=\"Rename: First\"", "aria-label=\"Add below: Second\"", "Move up: Second", "Move down: First",
      "aria-label=\"Delete: Second\"", "_delete_section=1\"",
    ] { #expect(page.contains(part), "\(part)") }
    #expect(!page.contains("header-2") && !page.contains("_delete_section=2"))
    let reading = try await client.get("/words").text
    #expect(!reading.contains("values.title") && !reading.contains("_delete_section"))
  }

  @Test func dataSayOfEachSectionHowItCanBeChanged() async throws {
    let headers = try await self.headers(client)
    #expect(headers.map { $0["view"] as? String } == ["header-0", "header-1", nil])
    #expect(headers[0]["version"] as? String == Self.version("First"))
    #expect(headers[0]["events"] as? [String] == ["update", "move", "delete", "insert"])
    let reader = try SectionEventTests { $0.changes = .refused }
    #expect(try await reader.headers(reader.client).allSatisfy { $0["version"] == nil && $0["events"] == nil })
  }

  private func headers(_ client: TestClient) async throws -> [[String: Any]] {
    let sections = try #require(try await client.get("/words.json").object()["sections"] as? [[String: Any]])
    return sections.compactMap { $0["header"] as? [String: Any] }
  }

  // MARK: What is not done

  @Test func aSectionThatHasChangedIsLeftAsItIs() async throws {
    let stale = Self.version("Old")
    for event in ["update", "move", "delete"] {
      var body: [String: Any] = ["event": event, "view": "header-0", "version": stale]
      if event == "update" { body["values"] = ["title": "x"] }
      if event == "move" { body["move"] = "down" }
      let answer = try await send(body)
      #expect(answer.status == .conflict && answer.text.contains("The section was changed"), "\(answer.text)")
      body["version"] = nil
      let missing = try await send(body)
      #expect(missing.status == .badRequest && missing.text.contains("version is missing"), "\(missing.text)")
      #expect(try await send(body, headers: ["If-Match": "\"\(stale)\""]).status == .preconditionFailed)
    }
    let form = try await client.form(
      "/words/-/event", [("view", "header-0"), ("version", stale), ("move", "down"), ("_return", "/words?_edit=on")])
    #expect(form.status == .conflict && form.text.contains("This section has changed"))
    #expect(form.text.contains("href=\"/words?_edit=on\""))
    let counted = try await send([
      "event": "delete", "view": "header-1", "version": Self.version("Second"), "count": 1,
    ])
    #expect(counted.status == .conflict)
    #expect(
      try await send(["event": "delete", "view": "header-9", "version": Self.version("First")]).status == .conflict)
    #expect(
      try await send(["event": "delete", "view": "header-9"], headers: ["If-Match": "*"]).status == .notFound)
    #expect(titles == ["First", "Second", "fixed"] && table.contents.rowCount == 3)
  }

  @Test func whatAHandlerRefusesIsToldAndNothingChanges() async throws {
    let members: [String: Any] = ["view": "header-0", "version": Self.version("First"), "values": ["title": "no"]]
    let data = try await send(members.merging(["event": "update"]) { $1 })
    #expect(data.status == .conflict)
    #expect(try data.object()["error"] as? String == "Not that.")
    let form = try await client.form(
      "/words/-/event",
      [("event", "update"), ("view", "header-0"), ("version", Self.version("First")), ("values.title", "no")])
    #expect(form.status == .seeOther)
    let fixed = try await send(["event": "delete", "view": "header-2", "version": Self.version("fixed")])
    #expect(fixed.status == .badRequest && fixed.text.contains("This section can't be deleted"))
    #expect(titles == ["First", "Second", "fixed"])
  }

  @Test func whoeverMayOnlyReadChangesNoSection() async throws {
    let reader = try SectionEventTests { $0.changes = .refused }
    for change in Self.changes {
      let answer = try await reader.send(change.members.merging(["event": change.name]) { $1 })
      #expect(answer.status == .forbidden, "\(answer.text)")
    }
    #expect(reader.titles == ["First", "Second", "fixed"])
    let page = try await reader.client.get("/words?_edit=on&_delete_section=1").text
    #expect(!page.contains("Delete “Second”?") && !page.contains("values.title"))
  }

  @Test func whatMakesNoSenseIsRefused() async throws {
    let any = ["If-Match": "*"]
    let bodies: [[String: Any]] = [
      ["event": "update", "view": "header-0"], ["event": "update", "view": "header-0", "values": ["title": ""]],
      ["event": "update", "view": "header-0", "values": ["title": String(repeating: "x", count: 201)]],
      ["event": "update", "view": "header-0", "values": ["title": "x", "colour": "red"]],
      ["event": "update", "view": "header-0", "values": ["name": "x"]],
      ["event": "update", "view": "footer-0", "values": ["title": "x"]],
      ["event": "update", "view": "header", "values": ["title": "x"]],
      ["event": "move", "view": "header-0"], ["event": "move", "view": "header-0", "move": "sideways"],
      ["event": "move", "view": "header-0", "to": ["section": 1, "row": 0]],
      ["event": "move", "view": "header-0", "move": "up", "to": ["section": 1]],
      ["event": "move", "view": "header-0", "before": 1], ["event": "delete", "view": "header-0", "row": 1],
      ["event": "delete", "view": "header-0", "rows": [["row": 1, "version": "0123456789abcdef"]]],
      ["event": "delete", "view": "header-0", "count": -1], ["event": "select", "view": "header-0"],
      ["event": "insert", "view": "header-0", "at": ["section": 0], "values": ["title": "x"]],
    ]
    for body in bodies {
      #expect(try await send(body, headers: any).status == .badRequest, "\(body)")
      #expect(titles == ["First", "Second", "fixed"], "\(body)")
    }
    let form = try await client.form(
      "/words/-/event",
      [("event", "update"), ("view", "header-0"), ("version", Self.version("First")), ("values.title", "")])
    #expect(form.status == .badRequest && form.text.contains("Title is required"))
  }

  @Test func sectionsCannotFillATableWithoutEnd() async throws {
    let full = try SectionEventTests {
      $0.changes = .everyone
      $0.maximumRows = 3
    }
    let answer = try await full.send(["event": "insert", "view": "header-0", "values": ["title": "New"]])
    #expect(answer.status == .conflict && full.titles == ["First", "Second", "fixed"], "\(answer.text)")
  }

  private func send(_ body: [String: Any], headers: [String: String] = [:]) async throws -> TestResponse {
    let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
    return try await client.post(
      "/words/-/event", text, headers: ["Content-Type": "application/json"].merging(headers) { $1 })
  }
}

private struct WordSections: SectionHandler {
  typealias ViewModel = TitleViewModel

  func changes(of section: ChangedSection) -> Set<SectionChange.Kind> {
    section.viewModel.title == "fixed" ? [] : [.rename, .move, .remove, .insert]
  }
  func change(_ section: ChangedSection, by change: SectionChange) -> EventOutcome {
    change == .rename(to: "no") ? .refused("Not that.") : .edits(change.edits(of: section))
  }
}
