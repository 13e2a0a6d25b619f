import MicroHTTP
import MicroHTTPTesting
import Testing

@Test(arguments: TestClient.Transport.allCases)
func answersARequest(over transport: TestClient.Transport) async throws {
  try await TestClient.with(echo, over: transport) { client in
    let response = try await client.get("/a%2Fb/c/?x=1+2&y=%2B", headers: ["X-Test": "yes"])
    #expect(response.status == .ok)
    #expect(response["Content-Type"] == "text/plain; charset=utf-8")
    #expect(response["Content-Length"] == "\(response.body.count)")
    #expect(response.text.contains(#"GET ["a/b", "c"] trailing=true /a%2Fb/c/?x=1+2&y=%2B"#))
    #expect(response.text.contains("query x=1 2\nquery y=+\n"))
    #expect(response.text.contains("header X-Test=yes\n"))
  }
}

@Test(arguments: TestClient.Transport.allCases)
func headHasTheHeadersOfGetAndNoBody(over transport: TestClient.Transport) async throws {
  try await TestClient.with(ClosureHandler { _ in Response(body: .text("hello")) }, over: transport) { client in
    let response = try await client.head("/")
    #expect(response.status == .ok)
    #expect(response["Content-Length"] == "5")
    #expect(response.body.isEmpty)
  }
}

@Test(arguments: TestClient.Transport.allCases)
func errorsThatAreNotAnswersBecomeAPlain500(over transport: TestClient.Transport) async throws {
  struct Secret: Error, CustomStringConvertible { var description: String { "the password is 1234" } }
  try await TestClient.with(ClosureHandler { _ in throw Secret() }, over: transport) { client in
    let response = try await client.get("/")
    #expect(response.status == .internalServerError)
    #expect(!response.text.contains("1234"))
  }
}

@Test(arguments: TestClient.Transport.allCases)
func errorsThatAreAnswersAnswer(over transport: TestClient.Transport) async throws {
  let handler = ClosureHandler { _ in
    throw HTTPError(.conflict, "It is taken.", headers: [Header("X-Reason", "taken")])
  }
  try await TestClient.with(handler, over: transport) { client in
    let response = try await client.get("/")
    #expect(response.status == .conflict)
    #expect(response.text == "It is taken.\n")
    #expect(response["X-Reason"] == "taken")
    #expect(response["Cache-Control"] == "no-store")
  }
}

@Test(arguments: TestClient.Transport.allCases)
func aHandlerMayWait(over transport: TestClient.Transport) async throws {
  let handler = ClosureHandler { request in
    try await Task.sleep(for: .milliseconds(20))
    // Read after the suspension, on another thread than the worker's.
    return Response(body: .text(request.header("X-Name") ?? "nobody"))
  }
  try await TestClient.with(handler, over: transport) { client in
    let response = try await client.get("/", headers: ["x-name": "Ada"])
    #expect(response.text == "Ada")
  }
}

@Test(arguments: TestClient.Transport.allCases)
func aBodyUpToTheLimitIsTakenAndALongerOneRefused(over transport: TestClient.Transport) async throws {
  let configuration = testConfiguration { $0.maximumBodySize = 1000 }
  try await TestClient.with(echo, over: transport, configuration: configuration) { client in
    let fits = try await client.post("/", String(repeating: "x", count: 1000))
    #expect(fits.text.contains("body 1000 xxx"))
    let exceeds = try await client.post("/", String(repeating: "x", count: 1001))
    #expect(exceeds.status == .contentTooLarge)
  }
}

@Test(arguments: TestClient.Transport.allCases)
func whoSendsTooMuchIsToldTheLimitAndWhoCanChangeIt(over transport: TestClient.Transport) async throws {
  let configuration = testConfiguration {
    $0.maximumBodySize = 1000
    $0.bodySizeAdvice = "Ask Ada."
  }
  try await TestClient.with(echo, over: transport, configuration: configuration) { client in
    let exceeds = try await client.post("/", String(repeating: "x", count: 1001))
    #expect(exceeds.text.contains("The body exceeds the limit of 1000 bytes. Ask Ada."))
  }
}

@Test(arguments: TestClient.Transport.allCases)
func aHandlerMayRefuseALongBodyInItsOwnWords(over transport: TestClient.Transport) async throws {
  struct Own: Handler {
    func respond(to request: Request) async throws -> Response { Response(body: .text("taken")) }
    func refusal(_ error: HTTPError, of request: Request) -> Response {
      var response = Response(body: .text("\(request.target) of \(request.header("X-Name") ?? "nobody")"))
      response.status = error.status
      return response
    }
  }
  let configuration = testConfiguration { $0.maximumBodySize = 10 }
  try await TestClient.with(Own(), over: transport, configuration: configuration) { client in
    let exceeds = try await client.post("/a", "12345678901", headers: ["X-Name": "Ada"])
    #expect(exceeds.status == .contentTooLarge && exceeds.text == "/a of Ada")
    #expect(try await client.post("/a", "1234567890").text == "taken")
  }
}

@Test func aChunkedBodyOverTheLimitIsRefused() async throws {
  let configuration = testConfiguration { $0.maximumBodySize = 1000 }
  try await LiveServer.with(echo, configuration: configuration) { server in
    let head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    let chunk = "100\r\n" + String(repeating: "x", count: 256) + "\r\n"
    let fits = try await server.raw(head + chunk + chunk + "0\r\n\r\n")
    #expect(fits.text.contains("body 512"))
    let exceeds = try await server.raw(head + String(repeating: chunk, count: 8) + "0\r\n\r\n")
    #expect(exceeds.text.hasPrefix("HTTP/1.1 413 "))
    #expect(exceeds.isClosed)
    // One that never ends is cut before it has cost much.
    let endless = try await server.raw(head + String(repeating: chunk, count: 8000))
    #expect(endless.isClosed)
    #expect(!endless.text.contains("200 OK"))
  }
}

@Test func aHandlerMayHaveALimitOfItsOwn() async throws {
  let handler = ClosureHandler { request in Response(body: .text("\(try request.body(upTo: 3).count)")) }
  let client = TestClient.inProcess(handler)
  #expect(try await client.post("/", "abc").text == "3")
  #expect(try await client.post("/", "abcd").status == .contentTooLarge)
}

@Test func aRequestOutlivesItsConnection() async throws {
  let (requests, keeper) = AsyncStream.makeStream(of: Request.self)
  let handler = ClosureHandler { request in
    keeper.yield(request)
    return Response(body: .text("ok"))
  }
  try await LiveServer.with(handler) { server in
    _ = try await server.client.get("/kept?a=b", headers: ["X-Kept": "still here"])
  }
  for await request in requests {
    #expect(request.target == "/kept?a=b")
    #expect(request.header("X-Kept") == "still here")
    #expect(request.query["a"] == "b")
    break
  }
}

@Test func connectAndTraceAreNotAnswered() async throws {
  var router = Router()
  try router.on(.get, path: "/", handler: echo)
  try await LiveServer.with(router) { server in
    let connect = try await server.raw("CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(connect.text.hasPrefix("HTTP/1.1 501 "))
    let trace = try await server.raw("TRACE / HTTP/1.1\r\nHost: x\r\nCookie: secret\r\n\r\n")
    #expect(trace.text.hasPrefix("HTTP/1.1 405 "))
    #expect(trace.text.contains("\r\nAllow: GET, HEAD, OPTIONS\r\n"))
    #expect(!trace.text.contains("secret"))
  }
}
