import MicroHTTP
import MicroHTTPTesting
import Testing

private let handler = ClosureHandler { request in Response(body: .text(request.origin)) }

private func status(
  at host: String, _ allowed: AllowedHosts, over transport: TestClient.Transport, target: String = "/",
  addresses: [BindAddress] = [.tcp(host: "127.0.0.1", port: 0)]
) async throws -> Int {
  let configuration = testConfiguration {
    $0.allowedHosts = allowed
    $0.addresses = addresses
  }
  return try await TestClient.with(handler, over: transport, configuration: configuration) { client in
    Int(try await client.get(target, headers: ["Host": host]).status.code)
  }
}

@Test(
  arguments: TestClient.Transport.allCases,
  [
    ("localhost", 200), ("localhost:8080", 200), ("LocalHost.", 200), ("127.0.0.1", 200), ("127.0.0.1:81", 200),
    ("[::1]:8080", 200), ("tables.localhost", 200), ("evil.example", 421), ("127.0.0.1.evil.example", 421),
    ("localhost.evil.example", 421), ("192.0.2.1", 421), ("[::2]", 421), ("127.evil", 421),
  ])
func aLoopbackServerAnswersToItsOwnNamesAlone(over transport: TestClient.Transport, _ host: (String, Int)) async throws
{
  #expect(try await status(at: host.0, .automatic, over: transport) == host.1)
}

@Test(arguments: TestClient.Transport.allCases)
func aServerOfAllAddressesAnswersToAnyNameUnlessItIsToldItsNames(over transport: TestClient.Transport) async throws {
  let everywhere = [BindAddress.tcp(host: "0.0.0.0", port: 0)]
  #expect(try await status(at: "data.example", .automatic, over: transport, addresses: everywhere) == 200)
  let named = try #require(AllowedHosts(["data.example", "*.tables.example"]))
  for (host, expected) in [
    ("data.example", 200), ("DATA.example.:80", 200), ("a.b.tables.example", 200), ("tables.example", 421),
    ("evil.example", 421), ("xdata.example", 421), ("localhost:8080", 200),
  ] {
    #expect(try await status(at: host, named, over: transport, addresses: everywhere) == expected, "\(host)")
  }
}

@Test(
  arguments: TestClient.Transport.allCases,
  ["", "a b", "a/b", "user@localhost", "localhost:80x", "localhost:123456", "[::1", "[]", ":80", "<b>", "a,b", "."])
func anOddHostIsRefused(over transport: TestClient.Transport, _ host: String) async throws {
  #expect(try await status(at: host, .any, over: transport) == 400)
}

@Test(arguments: TestClient.Transport.allCases)
func theHostOfAWholeURLCounts(over transport: TestClient.Transport) async throws {
  for (target, expected) in [
    ("http://localhost/", 200), ("http://evil.example/", 421), ("http://user@localhost/", 400), ("http:///", 400),
  ] {
    #expect(try await status(at: "localhost", .automatic, over: transport, target: target) == expected, "\(target)")
  }
}

@Test func whatIsNoNameIsNoAllowedHost() {
  for name in ["", "*", "a b", "http://a", "a/b", "*."] { #expect(AllowedHosts([name]) == nil, "\(name)") }
}

@Test func whoIsRefusedIsToldWhoCanChangeIt() async throws {
  let configuration = testConfiguration {
    $0.allowedHosts = .automatic
    $0.allowedHostsAdvice = "Ask Ada."
  }
  let client = TestClient.inProcess(handler, configuration: configuration)
  let answer = try await client.get("/", headers: ["Host": "evil.example:80"])
  #expect(answer.text == "This server isn't configured for evil.example. Ask Ada.\n")
}

@Test func aUnixSocketIsAskedByAnyName() async throws {
  try await withTemporaryFolder { folder in
    let configuration = testConfiguration {
      $0.allowedHosts = .automatic
      $0.addresses = [.unix(path: folder + "/socket"), .tcp(host: "127.0.0.1", port: 0)]
    }
    try await LiveServer.with(handler, configuration: configuration) { server in
      for (address, expected) in zip(server.addresses, [Status.ok, .misdirectedRequest]) {
        let connection = try await TestConnection.open(address)
        try await connection.send("GET / HTTP/1.1\r\nHost: data.example\r\n\r\n")
        #expect(try await connection.response().status == expected, "\(address)")
      }
    }
  }
}
