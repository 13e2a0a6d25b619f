import Foundation
import Logging
import MicroHTTP
import MicroHTTPTesting
import Synchronization
import Testing

// What follows up to the tests stands in the article as it is here, without `private`.

private struct Note: Codable, Sendable {
  var text: String
  var author: String?
}

private final class Notes: Sendable {
  private let notes = Mutex<[Note]>([])
  var all: [Note] { notes.withLock { $0 } }
  func add(_ note: Note) { notes.withLock { $0.append(note) } }
}

private func routes(_ notes: Notes) throws -> Router {
  var router = Router()
  try router.get("/notes") { _ in try .json(notes.all, headers: [Header(.cacheControl, "no-cache")]) }
  try router.get("/notes/{number}") { request in
    guard let number = request.parameters["number"].flatMap({ Int($0) }), notes.all.indices.contains(number) else {
      throw HTTPError(.notFound, "There is no such note.")
    }
    return try .json(notes.all[number])
  }
  try router.group("/notes", RequiresToken(token: "open sesame")) { group in
    try group.post("") { request in
      notes.add(try request.json())
      return .redirect(to: "/notes")
    }
  }
  return router
}

private struct RequiresToken: Middleware {
  let token: String

  func respond(to request: Request, next: any Handler) async throws -> Response {
    guard request.header("Authorization") == "Bearer \(token)" else {
      throw HTTPError(.unauthorized, headers: [Header("WWW-Authenticate", "Bearer")])
    }
    var response = try await next.respond(to: request)
    response.headers.append(Header(.cacheControl, "no-store"))
    return response
  }
}

private func clock() -> ClosureHandler {
  ClosureHandler { _ in
    .events { events in
      for second in 0... {
        try await events.send(ServerSentEvent("\(second)", name: "tick", id: "\(second)"))
        try await Task.sleep(for: .seconds(1))
      }
    }
  }
}

private func lines(of count: Int) -> Response {
  Response(
    body: .stream(contentType: "text/plain; charset=utf-8") { writer in
      for number in 0..<count { try await writer.write("line \(number)\n") }
    })
}

private let counting = ClosureHandler(readsBody: true) { request in
  var lines = 0
  for try await piece in request.bodyPieces { lines += piece.count { $0 == UInt8(ascii: "\n") } }
  return Response(body: .text("\(lines) lines\n"))
}

private let uploads = ClosureHandler { request in
  let files = try request.formParts().compactMap { part in part.fileName.map { "\($0): \(part.content.count) bytes" } }
  return Response(body: .text(files.joined(separator: "\n")))
}

private func settings() -> HTTPServer.Configuration {
  var configuration = HTTPServer.Configuration(addresses: [.unix(path: "/run/notes.socket")])
  configuration.allowedHosts = AllowedHosts(["notes.example.org"]) ?? .automatic
  configuration.trustedProxies = TrustedProxies(["unix"]) ?? TrustedProxies.none
  configuration.maximumBodySize = 64 << 10
  configuration.logsAccess = true
  return configuration
}

/// The examples of the article about this library alone; the first one is a whole program.
@Suite struct ArticleTests {
  private static func blocks() throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = root.appending(path: "Sources/TablePages/TablePages.docc/MicroHTTP.md")
    return try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```\n").first }
  }

  @Test func theExamplesOfTheArticleAreThese() throws {
    let own = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).replacing("private ", with: "")
    let blocks = try Self.blocks()
    #expect(blocks.count == 6)
    for block in blocks.dropFirst() {
      for part in block.replacing("private ", with: "").components(separatedBy: "\n\n") {
        #expect(own.contains(part), "\(part)")
      }
    }
  }

  @Test(arguments: TestClient.Transport.allCases)
  func greets(over transport: TestClient.Transport) async throws {
    var router = Router()
    try router.get("/hello/{name}") { request in
      Response(body: .text("Hello, \(request.parameters["name"] ?? "")!\n"))
    }
    try await TestClient.with(router, over: transport) { client in
      let response = try await client.get("/hello/Ada")
      #expect(response.text == "Hello, Ada!\n")
    }
  }

  @Test(arguments: TestClient.Transport.allCases)
  func theNotesWork(over transport: TestClient.Transport) async throws {
    try await TestClient.with(try routes(Notes()), over: transport) { client in
      let refused = try await client.post("/notes", #"{"text":"one"}"#)
      #expect(refused.status == .unauthorized && refused["WWW-Authenticate"] == "Bearer")
      let added = try await client.post(
        "/notes", #"{"text":"one"}"#, headers: ["Authorization": "Bearer open sesame"])
      #expect(added.status == .seeOther && added["Location"] == "/notes" && added["Cache-Control"] == "no-store")
      #expect(try await client.get("/notes").text == #"[{"text":"one"}]"#)
      #expect(try await client.get("/notes/0").text == #"{"text":"one"}"#)
      #expect(try await client.get("/notes/1").text == "There is no such note.\n")
    }
  }

  @Test func theBodiesWork() async throws {
    #expect(try await TestClient.inProcess(ClosureHandler { _ in lines(of: 2) }).get("/").text == "line 0\nline 1\n")
    #expect(try await TestClient.inProcess(counting).post("/", "a\nb\n").text == "2 lines\n")
    let form = "--x\r\nContent-Disposition: form-data; name=f; filename=a.txt\r\n\r\nabc\r\n--x--\r\n"
    let type = "multipart/form-data; boundary=x"
    let uploaded = try await TestClient.inProcess(uploads).post("/", form, headers: ["Content-Type": type])
    #expect(uploaded.text == "a.txt: 3 bytes")
    #expect(settings().maximumBodySize == 65_536)
    try await LiveServer.with(clock()) { server in
      let connection = try await server.connect()
      try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      var text = ""
      while !text.contains("id: 0\n") || !text.contains("data: 0\n") {
        text += String(decoding: try await connection.bytes(upTo: 1000) ?? [], as: UTF8.self)
      }
      #expect(text.contains("event: tick\n"))
    }
  }
}
