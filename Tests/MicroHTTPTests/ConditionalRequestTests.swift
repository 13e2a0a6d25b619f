import MicroHTTP
import MicroHTTPTesting
import SeededNumbers
import Testing

private let modified = HTTPDate(seconds: 784_111_777)
private let page = String(repeating: "<p>Table &amp; pages</p>\n", count: 200)

private func response() -> Response {
  Response(
    headers: [
      Header(.eTag, "\"v1\""), Header(.lastModified, modified.description), Header(.cacheControl, "no-cache"),
      Header(.vary, "Accept"),
    ], body: .text(page, contentType: "text/html; charset=utf-8"))
}

private let prepared = response().prepared()

/// The same response once made anew for each request, and once prepared.
private let handler = ClosureHandler { request in
  request.path.segments == ["prepared"] ? Response(prepared) : response()
}

private func check(
  _ transport: TestClient.Transport, _ test: (TestClient, String) async throws -> Void
) async throws {
  try await TestClient.with(handler, over: transport) { client in
    for target in ["/", "/prepared", "/prepared"] { try await test(client, target) }
  }
}

@Test(arguments: TestClient.Transport.allCases)
func aMatchingTagMeansNotModified(over transport: TestClient.Transport) async throws {
  try await check(transport) { client, target in
    for tag in ["\"v1\"", "W/\"v1\"", "\"a,b\", \"v1\"", "*", "\"x\" , W/\"v1\""] {
      let response = try await client.get(target, headers: ["If-None-Match": tag])
      #expect(response.status == .notModified, "\(tag)")
      #expect(response.body.isEmpty)
      #expect(response["ETag"] == "\"v1\"")
      #expect(response["Cache-Control"] == "no-cache")
      #expect(response["Vary"] == "Accept, Accept-Encoding")
      #expect(response["Content-Type"] == nil && response["Content-Encoding"] == nil)
      // RFC 9110 §8.6: a length here would have to be that of the whole content.
      #expect(response["Content-Length"] == nil || response["Content-Length"] == "\(page.utf8.count)")
    }
    for tag in ["\"v2\"", "v1", "\"V1\"", "\"v1", ""] {
      let response = try await client.get(target, headers: ["If-None-Match": tag])
      #expect(response.status == .ok, "\(tag)")
      #expect(response.text == page)
    }
    #expect(try await client.head(target, headers: ["If-None-Match": "\"v1\""]).status == .notModified)
    #expect(try await client.post(target, "", headers: ["If-None-Match": "\"v1\""]).status == .ok)
  }
}

@Test(arguments: TestClient.Transport.allCases)
func anUnchangedDateMeansNotModifiedUnlessATagDecides(over transport: TestClient.Transport) async throws {
  try await check(transport) { client, target in
    let later = HTTPDate(seconds: modified.seconds + 60).description
    let earlier = HTTPDate(seconds: modified.seconds - 60).description
    let cases: [([String: String], Status)] = [
      (["If-Modified-Since": "\(modified)"], .notModified), (["If-Modified-Since": later], .notModified),
      (["If-Modified-Since": earlier], .ok), (["If-Modified-Since": "yesterday"], .ok),
      (["If-Modified-Since": later, "If-None-Match": "\"v2\""], .ok),
    ]
    for (headers, expected) in cases {
      let response = try await client.get(target, headers: headers)
      #expect(response.status == expected, "\(headers)")
    }
  }
}

@Test(arguments: TestClient.Transport.allCases)
func compressesForThoseWhoTakeIt(over transport: TestClient.Transport) async throws {
  try await check(transport) { client, target in
    for accepted in ["gzip", "deflate, GZIP;q=0.5", "*", "br, *;q=0.1", "x-gzip", "gzip;q=1.000", "gzip ; q=0.001"] {
      let response = try await client.get(target, headers: ["Accept-Encoding": accepted])
      #expect(response["Content-Encoding"] == "gzip", "\(accepted)")
      #expect(response["ETag"] == "W/\"v1\"")
      #expect(response.body.starts(with: [0x1F, 0x8B]))
      #expect(response.body.count < page.utf8.count / 4)
      #expect(response["Content-Length"] == "\(response.body.count)")
      #expect(try await gunzip(response.body) == Array(page.utf8))
    }
    for refused in ["", "identity", "gzip;q=0", "br", "*;q=0", "gzip;q=0, *", "gzip;q=nonsense", "gzipped"] {
      let response = try await client.get(target, headers: ["Accept-Encoding": refused])
      #expect(response["Content-Encoding"] == nil, "\(refused)")
      #expect(response.text == page)
      #expect(response["ETag"] == "\"v1\"")
      #expect(response["Vary"] == "Accept, Accept-Encoding")
    }
    let both = ["Accept-Encoding": "gzip", "If-None-Match": "W/\"v1\""]
    let unmodified = try await client.get(target, headers: both)
    #expect(unmodified.status == .notModified)
    #expect(unmodified["ETag"] == "W/\"v1\"")
  }
}

@Test func compressesOnlyWhatPays() async throws {
  let handler = ClosureHandler { request in
    switch request.path.segments.first {
    case "small": Response(body: .text("small"))
    case "image": Response(body: .bytes([UInt8](repeating: 0, count: 5000), contentType: "image/png"))
    case "encoded":
      Response(headers: [Header(.contentEncoding, "br")], body: .text(String(repeating: "a", count: 5000)))
    default:
      // Noise: gzip would make it longer.
      Response(body: .bytes(noise(5000), contentType: "text/plain"))
    }
  }
  let client = TestClient.inProcess(handler)
  for target in ["/small", "/image", "/encoded", "/noise"] {
    let response = try await client.get(target, headers: ["Accept-Encoding": "gzip"])
    #expect(response["Content-Encoding"] != "gzip", "\(target)")
  }
}

private func noise(_ count: Int) -> [UInt8] {
  var random = SeededGenerator(seed: 7)
  return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
}
