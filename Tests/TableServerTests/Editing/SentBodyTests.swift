import Foundation
import MicroHTTP
import MicroHTTPTesting
import RequestBodies
import SQLiteTables
import Secrets
import SeededNumbers
import TableModel
import Testing
import TextCoding

@testable import TableServer

/// Every address that takes changes, with every kind of body: what is sent is understood as a whole, or nothing is stored.
@Suite struct SentBodyTests {
  private static let names =
    WriteTarget.Action.allCases.map(\.rawValue)
    + [
      "events/delete", "events/deleteAll", "events/update", "events/updateAll", "events/insert", "events/paste",
      "events/move", "events/action", "events/actionAll", "events/viewAction", "events/section", "events/undo",
      "events/select",
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
    try await WritableSite.with { site in
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

  @Test(
    arguments: names,
    Thoroughness.some(
      ["application/x-www-form-urlencoded", nil, "application/json; charset=utf-8", "text/plain"], quickly: 2))
  func withATokenABodyIsJSONWhateverItsType(route name: String, type: String?) async throws {
    try await WritableSite.with { site in
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
    try await WritableSite.with { site in
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
    try await WritableSite.with(over: transport) { site in
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
      #expect(try await site.client.get("/sample/note.csv").text == "rowid,text\r\n1,kept\r\n")
    }
  }

  @Test func valuesThatJSONCantHoldAreRefusedAndRawOnesAreKept() async throws {
    try await WritableSite.with { site in
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
    try await WritableSite.with { site in
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
    try await WritableSite.with { site in
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
}
