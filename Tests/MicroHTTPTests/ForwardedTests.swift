import MicroHTTP
import MicroHTTPTesting
import Testing

private let handler = ClosureHandler { request in Response(body: .text("\(request.client) \(request.origin)")) }

/// The request's `Host` is `back:8080`, its peer 127.0.0.1.
private func seen(
  _ headers: [String: String], by proxies: [String], over transport: TestClient.Transport,
  _ change: (inout HTTPServer.Configuration) -> Void = { _ in }
) async throws -> String {
  let trusted = try #require(TrustedProxies(proxies))
  let configuration = testConfiguration {
    $0.trustedProxies = trusted
    change(&$0)
  }
  return try await TestClient.with(handler, over: transport, configuration: configuration) { client in
    try await client.get("/", headers: headers.merging(["Host": "back:8080"]) { $1 }).text
  }
}

private let loopback = ["127.0.0.0/8", "10.0.0.1"]

@Test(
  arguments: TestClient.Transport.allCases,
  [
    (["X-Forwarded-For": "192.0.2.7"], "192.0.2.7 http://back:8080"),
    (
      ["X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "data.example"],
      "192.0.2.7 https://data.example"
    ),
    // What the client itself wrote stands first, and is not believed.
    (["X-Forwarded-For": "198.51.100.1, 192.0.2.7"], "192.0.2.7 http://back:8080"),
    (["X-Forwarded-For": "198.51.100.1, 192.0.2.7, 10.0.0.1"], "192.0.2.7 http://back:8080"),
    (["X-Forwarded-For": "192.0.2.7, 10.0.0.1", "X-Forwarded-Proto": "https, http"], "192.0.2.7 https://back:8080"),
    (
      ["X-Forwarded-For": "198.51.100.1, 192.0.2.7", "X-Forwarded-Proto": "http, https"],
      "192.0.2.7 https://back:8080"
    ),
    (["X-Forwarded-For": "[2001:db8::1]:4711"], "2001:db8::1 http://back:8080"),
    (["X-Forwarded-For": "2001:db8::1"], "2001:db8::1 http://back:8080"),
    (["X-Forwarded-For": "192.0.2.7:4711"], "192.0.2.7 http://back:8080"),
    (["Forwarded": "for=192.0.2.7;proto=https;host=data.example"], "192.0.2.7 https://data.example"),
    (
      ["Forwarded": #"for="198.51.100.1", For="[2001:db8::1]:47" ; Host="data.example:81""#],
      "2001:db8::1 http://data.example:81"
    ),
    (["Forwarded": #"for=192.0.2.7;proto=https, for=10.0.0.1;by="a,b;c""#], "192.0.2.7 https://back:8080"),
    (["X-Forwarded-For": "192.0.2.7", "Forwarded": "for=198.51.100.1;proto=https"], "192.0.2.7 http://back:8080"),
  ])
func aTrustedProxyTellsWhoAsksAndHow(
  over transport: TestClient.Transport, _ way: (headers: [String: String], expected: String)
) async throws {
  #expect(try await seen(way.headers, by: loopback, over: transport) == way.expected)
}

@Test(
  arguments: TestClient.Transport.allCases,
  ["unknown", "_hidden", "", "192.0.2", "[::1", ":", "[", "a:b:c", "1.2.3.4:x"])
func whoIsHiddenIsTheProxy(over transport: TestClient.Transport, _ name: String) async throws {
  let peer = transport == .live ? "127.0.0.1" : "in-process"
  #expect(try await seen(["X-Forwarded-For": name], by: loopback, over: transport) == "\(peer) http://back:8080")
  #expect(
    try await seen(["Forwarded": "for=\"\(name)\";proto=https"], by: loopback, over: transport)
      == "\(peer) https://back:8080")
}

@Test func whoIsNotTrustedIsNotBelieved() async throws {
  let headers = [
    "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "a.example",
    "Forwarded": "for=192.0.2.7;proto=https;host=a.example",
  ]
  for proxies in [[], ["10.0.0.0/8", "::/1", "unix", "127.0.0.2"]] {
    #expect(try await seen(headers, by: proxies, over: .live) == "127.0.0.1 http://back:8080")
  }
}

@Test(arguments: TestClient.Transport.allCases)
func aPublicOriginStandsInWholeAddresses(over transport: TestClient.Transport) async throws {
  let text = try await seen([:], by: [], over: transport) { $0.publicOrigin = PublicOrigin("https://data.example/") }
  #expect(text.hasSuffix(" https://data.example"))
  // The name counts among the allowed ones.
  for (host, isAnswered) in [("data.example", true), ("localhost", true), ("evil.example", false)] {
    let text = try await seen(["X-Forwarded-Host": host], by: loopback, over: transport) {
      $0.publicOrigin = PublicOrigin("https://data.example")
      $0.allowedHosts = .automatic
    }
    #expect(text.hasSuffix("https://data.example") == isAnswered, "\(text)")
  }
}

@Test func theProxyOfAUnixSocketIsTrustedWhereThatIsSaid() async throws {
  try await withTemporaryFolder { folder in
    for (proxies, expected) in [(["unix"], "192.0.2.7 http://x"), (["::/0"], "unix http://x")] {
      let trusted = try #require(TrustedProxies(proxies))
      let configuration = testConfiguration {
        $0.addresses = [.unix(path: folder + "/socket")]
        $0.trustedProxies = trusted
      }
      try await LiveServer.with(handler, configuration: configuration) { server in
        let answer = try await server.client.get("/", headers: ["Host": "x", "X-Forwarded-For": "192.0.2.7"])
        #expect(answer.text == expected)
      }
    }
  }
}

@Test func networksAreRead() {
  for good in ["192.0.2.1", "10.0.0.0/8", "::1", "fd00::/8", "0.0.0.0/0", "::/0", "10.0.0.1/32", "::1/128", "unix"] {
    #expect(TrustedProxies([good]) != nil, "\(good)")
  }
  for bad in ["", "proxy", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "[::1]", "1.2.3.4:80"] {
    #expect(TrustedProxies([bad]) == nil, "\(bad)")
  }
  for bad in ["", "data.example", "ftp://a", "https://", "https://a/b", "https://a b", "https://u@a"] {
    #expect(PublicOrigin(bad) == nil, "\(bad)")
  }
}
