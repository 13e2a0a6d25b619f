import Foundation
import MicroHTTP
import MicroHTTPTesting
import RequestBodies
import SQLiteTables
import Secrets
import SiteConfiguration
import SiteTables
import TableModel
import TableRendering
import Testing

@testable import TableServer

/// A site that can be written to, with a session's headers and a token.
struct WritableSite {
  /// An address that takes changes, and a body of each kind that it understands.
  struct Route {
    var path: String
    var json: String?
    var form: [(String, String)]?
    /// Whether it stores something.
    var stores = true
  }

  static func with(
    over transport: TestClient.Transport = .inProcess, _ test: (WritableSite) async throws -> Void
  ) async throws {
    let sample = try SampleDatabase(
      TaskSite.schema + """
        CREATE TABLE note (text TEXT);
        CREATE TABLE doc (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body BLOB, length INTEGER AS (length(title)));
        INSERT INTO doc (title) VALUES ('one');
        """)
    defer { sample.remove() }
    let token = SecretToken()
    var site = Site()
    site.databases = [try sample.writable()]
    site.access = try AccessFile(
      yaml: """
        everyone: read
        roles: {owners: administer}
        users: {ada: {password: "\(AccessSite.password)", roles: [owners]}}
        tokens: {writer: {hash: "\(token.hash)", roles: [owners]}}
        """)
    site.file = try SiteFile(
      yaml: "databases: {sample: {tables: {task: {move: place, actions: {close: {set: {state: closed}}}}}}}")
    let words = try MemoryTable(
      "Words", tableHeader: TitleViewModel("All of them"),
      sections: [TableSection("Some", rows: (1...3).map { Word(id: RowKey($0), text: "word \($0)") })])
    site.mount(words, at: "/words") {
      $0.register(WordCell.self, nib: WordCell.nib)
      $0.handle(SentBodyHandler())
      $0.handle(SentBodyHeaderHandler())
      $0.handlers.allowInsertions(SentBodyHandler(), title: "New word")
      $0.selection = .multiple
      $0.changes = .permitted
    }
    try await TestClient.with(
      try TableServer(unchecked: site), over: transport
    ) { client in
      let headers = ["Sec-Fetch-Site": "same-origin"]
      let signedIn = try await client.post(
        "/-/sign-in", "name=ada&password=password",
        headers: headers.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 })
      let cookie = try #require(AccessSite.sessionCookie(signedIn))
      try await test(
        WritableSite(client: client, token: token.text, session: headers.merging(["Cookie": cookie]) { $1 }))
    }
  }

  let client: TestClient
  let token: String
  let session: [String: String]

  /// All that is stored.
  func content() async throws -> String {
    var content = ""
    for path in ["/sample/task", "/sample/note", "/sample/doc", "/words"] {
      content += try await client.get(path + ".json", headers: ["Host": "x"]).text
    }
    return content
  }

  func version(of row: Int, _ table: String) async throws -> String {
    try #require(try await client.get("/sample/\(table)/\(row).json?_extra=version").object()["version"] as? String)
  }

  func version(ofTask row: Int) async throws -> String { try await version(of: row, "task") }

  func version(ofWord row: Int) async throws -> String {
    let sections = try #require(try await client.get("/words.json").object()["sections"] as? [[String: Any]])
    let cells = try #require(sections.first?["cells"] as? [[String: Any]])
    return try #require(cells.first { $0["id"] as? Int == row }?["version"] as? String)
  }

  private func undo(_ path: String, _ json: String) async throws -> String {
    let answer = try await client.post(path, json, headers: ["Authorization": "Bearer \(token)"])
    return try #require(try answer.object()["undo"] as? String, "\(answer.text)")
  }

  func route(_ name: String) async throws -> Route {
    name.hasPrefix("events/")
      ? try await event(String(name.dropFirst(7)))
      : try await table(try #require(WriteTarget.Action(rawValue: name)))
  }

  private func table(_ action: WriteTarget.Action) async throws -> Route {
    let version = try await version(ofTask: 2), table = "/sample/task/-/" + action.rawValue
    switch action {
    case .insert:
      return Route(path: table, json: #"{"row": {"title": "New"}}"#, form: [("value.title", "New")])
    case .upsert: return Route(path: table, json: #"{"row": {"id": 2, "title": "New"}}"#)
    case .update:
      return Route(
        path: "/sample/task/2/-/update", json: #"{"update": {"title": "New"}}"#,
        form: [("version", version), ("value.title", "New")])
    case .delete:
      return Route(
        path: "/sample/task/2/-/delete", json: #"{"version": "\#(version)"}"#, form: [("version", version)])
    case .paste:
      return Route(
        path: table, json: #"{"text": "title\nNew", "confirm": true}"#,
        form: [("text", "title\nNew"), ("confirm", "on")])
    case .act:
      return Route(
        path: table, json: #"{"action": "close", "rows": ["2"]}"#,
        form: [("action", "close"), ("row", "2"), ("version", version)])
    case .move: return Route(path: table, json: #"{"row": "2", "to": "up"}"#, form: [("up", "2")])
    case .undo:
      let undo = try await undo("/sample/task/-/insert", #"{"row": {"title": "Made"}, "undo": true}"#)
      // What somebody did is taken back by them alone: the form is tried where the token is not known.
      return Route(path: table, json: #"{"undo": "\#(undo)"}"#)
    case .change:
      return Route(
        path: table, form: [("row", "2"), ("version", version), ("set.title", "1"), ("value.title", "New")])
    }
  }

  private func event(_ name: String) async throws -> Route {
    let version = try await version(ofWord: 2)
    let rows = #""rows": [{"row": 2, "version": "\#(version)"}]"#
    let row = #""row": 2, "version": "\#(version)""#
    let one = [("row", "2"), ("version", version)], several = [("rows.row", "2"), ("rows.version", version)]
    func route(_ json: String, _ form: [(String, String)], stores: Bool = true) -> Route {
      Route(path: "/words/-/event", json: "{\(json)}", form: form, stores: stores)
    }
    switch name {
    case "delete": return route(#""event": "delete", \#(row)"#, [("event", "delete")] + one)
    case "deleteAll": return route(#""event": "delete", \#(rows)"#, [("event", "delete")] + several)
    case "update":
      return route(
        #""event": "update", \#(row), "values": {"text": "New"}"#,
        [("event", "update"), ("values.text", "New")] + one)
    case "updateAll":
      return route(
        #""event": "update", \#(rows), "values": {"text": "New"}"#,
        [("event", "update"), ("values.text", "New"), ("set.text", "1")] + several)
    case "insert":
      return route(
        #""event": "insert", "values": {"text": "New"}"#,
        [("event", "insert"), ("values.text", "New"), ("kind", "0")])
    case "paste":
      return route(
        #""event": "paste", "text": "text\nNew", "confirm": true"#,
        [("event", "paste"), ("text", "text\nNew"), ("confirm", "on")])
    case "move": return route(#""event": "move", \#(row), "move": "up""#, [("move", "up")] + one)
    case "action": return route(#""event": "action", "action": "shout", \#(row)"#, [("action", "shout")] + one)
    case "actionAll":
      return route(#""event": "action", "action": "shout", \#(rows)"#, [("action", "shout")] + several)
    case "viewAction":
      return route(
        #""event": "action", "action": "add", "view": "header""#, [("action", "add"), ("view", "header")])
    case "section":
      let header = RowVersion(TitleViewModel("Some"))
      return route(
        #""event": "update", "view": "header-0", "version": "\#(header)", "values": {"title": "Others"}"#,
        [
          ("event", "update"), ("view", "header-0"), ("version", header.description), ("values.title", "Others"),
        ])
    case "undo":
      let undo = try await undo("/words/-/event", #"{"event": "insert", "values": {"text": "Made"}}"#)
      return route(#""event": "undo", "token": "\#(undo)""#, [("event", "undo"), ("token", undo)])
    default: return route(#""event": "\#(name)", "row": 2"#, [("event", name), ("row", "2")], stores: false)
    }
  }
}

/// Changes words, and shouts them.
struct SentBodyHandler: EditHandler, ActionHandler {
  typealias ViewModel = Word
  static let shout = RowAction("shout", title: "Shout")
  let fields = [EditField("text", title: "Text", isRequired: true)]

  func viewModel(_ edit: Edit) -> Word { Word(id: edit.id, text: edit["text"]) }

  func actions(_ target: ActionTarget) -> [RowAction] { [Self.shout] }

  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome {
    .edits([.replace(Word(id: target.viewModel.id, text: target.viewModel.text + "!"))])
  }
}

/// Adds words to the table, and changes its sections.
struct SentBodyHeaderHandler: ActionHandler, SectionHandler {
  typealias ViewModel = TitleViewModel

  func actions(_ target: ActionTarget) -> [RowAction] { [RowAction("add", title: "Add")] }

  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome {
    .edits([.insert(Word(id: .unique(), text: "added"))])
  }

  func changes(of section: ChangedSection) -> Set<SectionChange.Kind> { Set(SectionChange.Kind.allCases) }

  func change(_ section: ChangedSection, by change: SectionChange) -> EventOutcome {
    .edits(change.edits(of: section))
  }
}
