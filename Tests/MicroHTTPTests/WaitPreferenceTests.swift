import MicroHTTPTesting
import Testing

@testable import MicroHTTP

@Suite struct WaitPreferenceTests {
  @Test(
    arguments: [
      ("wait=10", 10), ("respond-async, wait=10", 10), ("WAIT = 3", 3), ("wait=5;x=1, wait=7", 5), ("wait=0", 0),
      ("wait", nil), ("wait=soon", nil), ("wait=-1", nil), ("wait=1.5", nil), ("waits=5", nil), ("", nil),
      ("wait=99999999999999999999", nil), ("x=\"wait=5\"", nil), (nil, nil),
    ] as [(String?, Int?)], TestClient.Transport.allCases)
  func isReadFromPrefer(_ field: (value: String?, seconds: Int?), over transport: TestClient.Transport) async throws {
    let handler = ClosureHandler { Response(body: .text($0.waitPreference.map { String($0.seconds) } ?? "none")) }
    try await TestClient.with(handler, over: transport) { client in
      let answer = try await client.get("/", headers: field.value.map { ["Prefer": $0] } ?? [:])
      #expect(answer.text == field.seconds.map(String.init) ?? "none", "\(field.value ?? "")")
    }
  }

  @Test(arguments: [
    ("wait=5", "none"), ("wait=5; changes=any", "any"), ("wait=5;x;Changes = 1x ", "1x"),
    ("changes=any, wait=5", "none"),
    ("wait=5; changes", "none"), ("wait=5, x; changes=any", "none"), ("x; changes=any, wait=5;changes=2", "2"),
  ])
  func mayNameTheStateThatIsKnown(field: String, state: String) async throws {
    let handler = ClosureHandler { Response(body: .text($0.waitPreference?.changes ?? "none")) }
    #expect(try await TestClient.inProcess(handler).get("/", headers: ["Prefer": field]).text == state)
  }

  /// What changes something is carried out once, and nobody waits before it is carried out again.
  @Test func whoChangesSomethingDoesNotWait() async throws {
    let handler = ClosureHandler { Response(body: .text($0.waitPreference == nil ? "none" : "some")) }
    let client = TestClient.inProcess(handler)
    #expect(try await client.post("/", "", headers: ["Prefer": "wait=10", "If-None-Match": "*"]).text == "none")
  }

  @Test func whatWasWaitedForIsNoTimeOfTheRequest() async throws {
    let handler = ClosureHandler { request in
      let before = request.receivedAt
      request.restartTime()
      return Response(body: .text(request.receivedAt > before ? "later" : "the same"))
    }
    #expect(try await TestClient.inProcess(handler).get("/").text == "later")
    // A connection's next request has its own time.
    try await LiveServer.with(
      ClosureHandler { request in
        let age = request.receivedAt.duration(to: .now)
        if request.target == "/first" { request.restartTime() }
        return Response(body: .text(age < .milliseconds(200) ? "now" : "\(age)"))
      }
    ) { server in
      let connection = try await server.connect()
      for target in ["/first", "/next"] {
        try await connection.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await connection.response().text == "now")
        try await Task.sleep(for: .milliseconds(300))
      }
    }
  }

  @Test func whoWaitsIsToldThatTheServerStops() async throws {
    let began = Counter()
    let handler = ClosureHandler { request in
      began.add(1)
      while !request.isServerStopping { try await Task.sleep(for: .milliseconds(5)) }
      return Response(body: .text("nothing new"))
    }
    let server = try HTTPServer(configuration: testConfiguration(), handler: handler)
    let address = try #require(try server.start().first)
    let connection = try await TestConnection.open(address)
    try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    while began.value == 0 { try await Task.sleep(for: .milliseconds(2)) }
    async let stopped: Void = server.stop()
    #expect(try await connection.response().text == "nothing new")
    await stopped
  }
}
