import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import Secrets
import TableModel
import Testing

@testable import TableServer

/// Every address that takes changes, with every kind of body: what is sent is understood as a whole, or nothing is stored.
@Suite struct SentBodyTests {
  /// An address that takes changes, and a body of each kind that it understands.
  private struct Route {
    var path: String
    var json: String?
    var form: [(String, String)]?
    /// Whether it stores something.
    var stores = true
  }

  private static let names =
    WriteTarget.Action.allCases.map(\.rawValue)
    + [
      "events/delete", "events/deleteAll", "events/update", "events/updateAll", "events/insert", "events/paste",
      "events/move", "events/action", "events/actionAll", "events/viewAction", "events/undo", "events/select",
      "events/deselect", "events/accessory", "events/cancel",
    ]

  /// Texts that are no JSON object, or would lose something when they are read as one.
  private static func broken(_ json: String) -> [[UInt8]] {
    let inner = json.dropFirst().dropLast()
    let texts: [String] = [
      "", " ", "{", "[]", "null", "3", "\"x\"", "[\(json)]", json + "x", json + json, String(json.dropLast()),
      "{\(inner), \(inner)}", "{\(inner), \"unknown\": 1}", "{\(inner), \"x\": 1e999}", "{\(inner), \"\\ud800\": 1}",
      "title=x", "\u{FEFF}" + json,
    ]
    let wide: [UInt8] = json.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] }
    return texts.map { Array($0.utf8) } + [Array(json.utf8) + [0xFF], [0xFF, 0xFE] + wide]
  }

  private static func encoded(_ fields: [(String, String)]) -> String {
    fields.map { PercentEncoding.encode($0.0) + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
  }

  private static func parts(_ fields: [(String, String)], end: String = "--x--\r\n") -> String {
    fields.map { "--x\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n" }.joined() + end
  }

  /// Forms that can't be read, or hold what isn't known there.
  private static func broken(_ fields: [(String, String)]) -> [(type: String, body: String)] {
    let form = "application/x-www-form-urlencoded", text = encoded(fields), multipart = "multipart/form-data"
    return [
      (form, text + "&x=%"), (form, text + "&x=%zz"), (form, text + "&_return=%ff"), (form, "%c3%28=1&" + text),
      (form, text + "&unknown=1"), (form, text + "&value.unknown=1"), (form, text + "&values.unknown.x=1&unknown"),
      (form, text + "&" + text + "&_return=a&_return=b"), (form, parts(fields)),
      (form + "; charset=iso-8859-1", text), (form + ";charset=\"utf-16\"", text),
      (multipart, parts(fields)), (multipart + "; boundary=y", parts(fields)),
      (multipart + "; boundary=\"\"", parts(fields)), (multipart + "; boundary=x", parts(fields, end: "")),
      (multipart + "; boundary=x", parts(fields) + "more"), (multipart + "; boundary=x", text),
      (multipart + "; boundary=x", parts(fields + [("unknown", "1")])),
      (multipart + "; boundary=x", "--x\r\nContent-Type: text/plain\r\n\r\nnameless\r\n" + parts(fields)),
      (
        multipart + "; boundary=x",
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nbytes\r\n" + parts(fields)
      ),
    ]
  }

  private static let otherTypes = [
    "text/plain", "text/csv", "application/xml", "multipart/mixed; boundary=x", "application/octet-stream",
    "application/jsonx", "nonsense", "application/json; charset=utf-16",
  ]

  // MARK: The tests

  @Test(arguments: names)
  func whatIsNotUnderstoodStoresNothing(route name: String) async throws {
    try await Self.with { site in
      let route = try await site.route(name)
      let before = try await site.content()
      func refuses(
        _ body: [UInt8], _ headers: [String: String], status: Int? = nil, line: SourceLocation = #_sourceLocation
      ) async throws {
        let answer = try await site.client.send(.post, route.path, headers: headers, body: body)
        let code = Int(answer.status.code)
        let said: Comment =
          "\(headers) \(String(decoding: body.prefix(300), as: UTF8.self)) → \(code) \(answer.text.prefix(300))"
        #expect((400..<500).contains(code), said, sourceLocation: line)
        if let status { #expect(code == status, said, sourceLocation: line) }
        #expect(try await site.content() == before, said, sourceLocation: line)
      }
      let token = ["Authorization": "Bearer \(site.token)"], cookie = site.session
      let valid = Array((route.json ?? "{}").utf8)
      for type in Self.otherTypes {
        try await refuses(valid, cookie.merging(["Content-Type": type]) { $1 }, status: 415)
        try await refuses(
          Array(Self.encoded(route.form ?? []).utf8) + [0x26], cookie.merging(["Content-Type": type]) { $1 },
          status: 415)
      }
      try await refuses(valid, cookie, status: 415)
      try await refuses(
        valid, cookie.merging(["Content-Type": "application/json", "Content-Encoding": "gzip"]) { $1 }, status: 415)
      // JSON that is called a form, as command-line clients do that are told nothing else.
      try await refuses(valid, cookie.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 })
      for body in Self.broken(route.json ?? "{}") {
        // Deleting needs no body.
        if name == "delete", body.allSatisfy({ $0 == 0x20 }) { continue }
        for type in ["application/json", "application/x-www-form-urlencoded", "text/plain"] {
          try await refuses(body, token.merging(["Content-Type": type]) { $1 })
        }
        try await refuses(body, cookie.merging(["Content-Type": "application/json"]) { $1 })
      }
      for (type, body) in Self.broken(route.form ?? [("_return", "/")]) {
        try await refuses(Array(body.utf8), cookie.merging(["Content-Type": type]) { $1 })
        try await refuses(Array(body.utf8), token.merging(["Content-Type": type]) { $1 })
      }
      if route.stores {
        try await refuses([], cookie.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 })
      }
    }
  }

  @Test(arguments: names, ["application/json; charset=utf-8", "application/x-www-form-urlencoded", "text/plain", nil])
  func withATokenABodyIsJSONWhateverItsType(route name: String, type: String?) async throws {
    try await Self.with { site in
      let route = try await site.route(name)
      guard let json = route.json else { return }
      let before = try await site.content()
      let type = type.map { ["Content-Type": $0] } ?? [:]
      let answer = try await site.client.post(
        route.path, json, headers: ["Authorization": "bearer  \(site.token)"].merging(type) { $1 })
      #expect([200, 201].contains(answer.status.code), "\(answer.status.code) \(answer.text)")
      #expect(try answer.object()["ok"] as? Bool == true)
      #expect(try await (site.content() != before) == route.stores)
    }
  }

  @Test(arguments: names, [false, true])
  func formsAreTakenInEitherType(route name: String, isInParts: Bool) async throws {
    try await Self.with { site in
      let route = try await site.route(name)
      guard let form = route.form else { return }
      let before = try await site.content()
      let answer = try await site.client.post(
        route.path, isInParts ? Self.parts(form) : Self.encoded(form),
        headers: site.session.merging([
          "Content-Type": isInParts ? "multipart/form-data; boundary=\"x\"" : "application/x-www-form-urlencoded"
        ]) { $1 })
      #expect(answer.status == .seeOther, "\(answer.status.code) \(answer.text.prefix(500))")
      #expect(try await (site.content() != before) == route.stores)
    }
  }

  /// What curl sends with `-d` and a token, over a socket as well.
  @Test(arguments: TestClient.Transport.allCases)
  func aRowOfNullsIsNotMadeOfJSONThatIsCalledAForm(over transport: TestClient.Transport) async throws {
    try await Self.with(over: transport) { site in
      let headers = [
        "Authorization": "Bearer \(site.token)", "Content-Type": "application/x-www-form-urlencoded",
      ]
      let stored = try await site.client.post(
        "/sample/note/-/insert", #"{"row": {"text": "kept"}}"#, headers: headers)
      #expect(stored.status == .created)
      let wrong = try await site.client.post("/sample/note/-/insert", "text=lost", headers: headers)
      #expect(wrong.status == .badRequest && wrong.text.contains("Invalid JSON"))
      let unsigned = try await site.client.post(
        "/sample/note/-/insert", #"{"row": {"text": "lost"}}"#,
        headers: site.session.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 })
      #expect(unsigned.status == .badRequest && unsigned.text.contains("Content-Type: application/json"))
      let empty = try await site.client.post(
        "/sample/note/-/insert", "_return=/",
        headers: site.session.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 })
      #expect(empty.status == .badRequest && empty.text.contains("names no column"))
      #expect(try await site.client.get("/sample/note.json?_shape=arrayfirst&_col=text").text == "[\"kept\"]")
    }
  }

  @Test func valuesThatJSONCantHoldAreRefusedAndRawOnesAreKept() async throws {
    try await Self.with { site in
      func insert(_ value: String) async throws -> TestResponse {
        try await site.client.post(
          "/sample/note/-/insert", "{\"row\": {\"text\": \(value)}}", headers: ["Authorization": "Bearer \(site.token)"]
        )
      }
      for value in [
        #"{"a": 1, "a": 2}"#, "9223372036854775808", "1e400", "-1e400", #""\ud83d""#, #"{"$base64": true}"#,
        #"{"$base64": true, "encoded": "AP8=", "more": 1}"#, #"{"$base64": true, "encoded": "?"}"#,
      ] {
        #expect(try await insert(value).status == .badRequest, "\(value)")
      }
      #expect(try await insert(#"{"$raw": {"$base64": true, "encoded": "AP8="}}"#).status == .created)
      #expect(try await insert(#""\ud83d\ude00""#).status == .created)
      let texts = try await site.client.get("/sample/note.json").rows().map { $0["text"] as? String }
      #expect(texts == [#"{"$base64":true,"encoded":"AP8="}"#, "😀"])
    }
  }

  @Test func formsThatMeanTwoThingsOrFieldsThatAreNoneStoreNothing() async throws {
    try await Self.with { site in
      let before = try await site.content()
      let version = try await site.version(ofTask: 1)
      for (path, body) in [
        // A column that can't be written, a text for bytes, null where there is no value, an action among ticked fields.
        ("doc/1/-/update", "version=\(try await site.version(of: 1, "doc"))&value.id=7"),
        ("doc/-/insert", "value.title=x&value.length=3"), ("doc/-/insert", "value.title=x&value.body=text"),
        ("doc/1/-/update", "version=\(try await site.version(of: 1, "doc"))&null.title=1"),
        ("task/-/change", "row=1&version=\(version)&set.title=1"),
        ("task/-/change", "row=1&version=\(version)&set.id=1&value.id=9"),
        ("task/-/act", "action=close&row=1&version=\(version)&set.title=1&value.title=x"),
        ("task/-/move", "up=2&down=2"), ("task/-/change", "_duplicate=/&_selected=1&nonsense=1"),
        ("task/-/paste", "text=title%0Ax&confirm=perhaps"),
      ] {
        let answer = try await site.client.post(
          "/sample/" + path, body,
          headers: site.session.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 })
        #expect(answer.status == .badRequest, "\(path) \(body): \(answer.status.code)")
        #expect(try await site.content() == before, "\(path) \(body)")
      }
      for (path, body) in [
        ("/sample/task/-/paste", #"{"text": "title\tcolour\nx\tred", "confirm": true}"#),
        ("/words/-/event", #"{"event": "paste", "text": "text\tcolour\nx\tred", "confirm": true}"#),
        ("/words/-/event", #"{"event": "insert", "values": {}}"#), ("/words/-/event", #"{"event": "insert"}"#),
        ("/words/-/event", #"{"event": "insert", "values": {"text": "x", "colour": "red"}}"#),
      ] {
        let answer = try await site.client.post(path, body, headers: ["Authorization": "Bearer \(site.token)"])
        #expect(answer.status == .badRequest, "\(path) \(body): \(answer.text)")
        #expect(try await site.content() == before, "\(path) \(body)")
      }
    }
  }

  @Test func peopleSignInAndChooseByFormsAlone() async throws {
    try await Self.with { site in
      for path in ["/-/sign-in", "/-/view"] {
        for (type, body) in [
          ("application/json", #"{"name": "ada", "password": "password"}"#),
          ("text/plain", "name=ada&password=password"),
          ("application/x-www-form-urlencoded", "name=ada&password=password&theme=dark&more=1"),
          ("application/x-www-form-urlencoded", "theme=%ff"),
        ] {
          let answer = try await site.client.post(
            path, body, headers: AccessSite.ownOrigin.merging(["Content-Type": type, "Host": "tables.example"]) { $1 })
          #expect([400, 415].contains(answer.status.code) && answer["Set-Cookie"] == nil, "\(path) \(body)")
        }
      }
    }
  }

  // MARK: The site

  private static func with(
    over transport: TestClient.Transport = .inProcess, _ test: (Writable) async throws -> Void
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
      "Words", header: TitleViewModel("All of them"),
      sections: [TableSection(cells: (1...3).map { Word(id: .number($0), text: "word \($0)") })])
    var controller = TableController(path: "/words", table: words, adapters: try WordTable.adapters())
    try controller.handlers.register(BodyHandler.self)
    try controller.handlers.register(BodyHeaderHandler.self)
    controller.handlers.allowInsertions(BodyHandler.self, title: "New word")
    controller.selection = .multiple
    controller.changes = .permitted
    site.controllers = [controller]
    try await TestClient.with(
      try TableServer(site, publicFolder: SiteUnderTest.publicFolder), over: transport
    ) { client in
      let headers = ["Sec-Fetch-Site": "same-origin"]
      let signedIn = try await client.post(
        "/-/sign-in", "name=ada&password=password",
        headers: headers.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 })
      let cookie = try #require(AccessSite.sessionCookie(signedIn))
      try await test(
        Writable(client: client, token: token.text, session: headers.merging(["Cookie": cookie]) { $1 }))
    }
  }

  /// A site that can be written to, with a session's headers and a token.
  private struct Writable {
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
      case "undo":
        let undo = try await undo("/words/-/event", #"{"event": "insert", "values": {"text": "Made"}}"#)
        return route(#""event": "undo", "token": "\#(undo)""#, [("event", "undo"), ("token", undo)])
      default: return route(#""event": "\#(name)", "row": 2"#, [("event", name), ("row", "2")], stores: false)
      }
    }
  }
}

private struct BodyHandler: CellEventHandler {
  static let fields = [EditField("text", title: "Text", isRequired: true)]
  static let shout = RowAction("shout", title: "Shout")

  func viewModel(_ values: [String: String], replacing old: Word?, id: CellID) throws(FieldErrors) -> Word {
    Word(id: id, text: values["text"] ?? "")
  }

  func menuActions(_ event: TableEvent<Word>) -> [RowAction] { [Self.shout] }

  func perform(_ action: RowAction, _ event: TableEvent<Word>) -> EventOutcome {
    .edits([.replace(Word(id: event.viewModel.id, text: event.viewModel.text + "!"))])
  }
}

private struct BodyHeaderHandler: ViewEventHandler {
  func menuActions(_ event: TableEvent<TitleViewModel>) -> [RowAction] { [RowAction("add", title: "Add")] }

  func perform(_ action: RowAction, _ event: TableEvent<TitleViewModel>) -> EventOutcome {
    .edits([.insert(Word(id: .unique(), text: "added"))])
  }
}
