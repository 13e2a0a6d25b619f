import MicroHTTP
import MicroHTTPTesting
import Testing

private let handler = ClosureHandler { Response(body: .text("\($0.id) \($0.id)")) }

/// What a request is called.
private func id(
  _ headers: [String: String], by proxies: [String] = [], over transport: TestClient.Transport
) async throws -> String {
  let trusted = try #require(TrustedProxies(proxies))
  let configuration = testConfiguration { $0.trustedProxies = trusted }
  return try await TestClient.with(handler, over: transport, configuration: configuration) { client in
    let parts = try await client.get("/", headers: headers).text.split(separator: " ").map(String.init)
    #expect(parts.count == 2 && parts[0] == parts[1])
    return parts[0]
  }
}

private let trace = "0af7651916cd43dd8448eb211c80319c"

@Test(arguments: TestClient.Transport.allCases)
func aRequestBelongsToItsTrace(over transport: TestClient.Transport) async throws {
  #expect(try await id(["traceparent": "00-\(trace)-b7ad6b7169203331-01"], over: transport) == trace)
  for wrong in [
    "", "00-\(trace)-b7ad6b7169203331", "00-\(trace.uppercased())-b7ad6b7169203331-01",
    "00-\(trace)0-b7ad6b7169203331-01",
    "00-00000000000000000000000000000000-b7ad6b7169203331-01", "00-\(trace.dropLast())\n-b7ad6b7169203331-01",
  ] where !wrong.contains("\n") || transport == .inProcess {
    let own = try await id(["traceparent": wrong], over: transport)
    #expect(own.count == 16 && own.allSatisfy(\.isHexDigit), "\(wrong): \(own)")
  }
}

@Test(arguments: TestClient.Transport.allCases)
func onlyATrustedProxyNamesRequests(over transport: TestClient.Transport) async throws {
  guard transport == .live else { return }
  let given = ["X-Request-ID": "front/42:a"]
  #expect(try await id(given, by: ["127.0.0.1"], over: transport) == "front/42:a")
  #expect(try await id(given, over: transport) != "front/42:a")
  for wrong in ["", "two words", String(repeating: "a", count: 129), "a\"b"] {
    #expect(try await id(["X-Request-ID": wrong], by: ["127.0.0.1"], over: transport).count == 16)
  }
}

@Test(arguments: TestClient.Transport.allCases)
func noTwoRequestsAreCalledTheSame(over transport: TestClient.Transport) async throws {
  try await TestClient.with(handler, over: transport) { client in
    var ids = Set<String>()
    for _ in 0..<20 { ids.insert(try await client.get("/").text) }
    #expect(ids.count == 20)
  }
}
