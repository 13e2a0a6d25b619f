import MicroHTTP
import MicroHTTPTesting
import Testing

/// What comes after a hostile request on the same connection, and must not be executed.
private let smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"

private func request(
  _ target: String = "/", method: String = "GET", version: String = "HTTP/1.1", host: String = "Host: x\r\n",
  _ fields: String = "", body: String = ""
) -> String {
  "\(method) \(target) \(version)\r\n\(host)\(fields)\r\n\(body)"
}

/// Requests that are refused, with the connection closed after them.
private let refused: [String: String] = [
  "NUL in the target": request("/a\0b"), "encoded NUL": request("/a%00b"), "bad percent": request("/a%zz"),
  "cut percent": request("/a%4"), "invalid UTF-8": request("/%ff%fe"), "space in the target": request("/a b"),
  "two spaces before the target": "GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
  "two spaces behind the target": "GET /  HTTP/1.1\r\nHost: x\r\n\r\n",
  "tab before the target": "GET\t/ HTTP/1.1\r\nHost: x\r\n\r\n",
  "space at the end of the request line": "GET / HTTP/1.1 \r\nHost: x\r\n\r\n",
  "space at the start": " GET / HTTP/1.1\r\nHost: x\r\n\r\n",
  "empty host": request(host: "Host:\r\n"), "odd host": request(host: "Host: a/b\r\n"),
  "host with a user": request(host: "Host: a@b\r\n"),
  "length of all bits": request(method: "POST", "Content-Length: 18446744073709551615\r\n", body: "hello"),
  "length beyond 63 bits": request(method: "POST", "Content-Length: 9223372036854775808\r\n", body: "hello"),
  "dots": request("/../../etc/passwd"), "encoded dots": request("/%2e%2E/x"), "dots at the end": request("/a/.."),
  "fragment": request("/a#b"), "no host": request(host: ""), "two hosts": request("Host: y\r\n"),
  "no path": request("a"), "authority": request("x:443"), "name with a space": request("/", "X : a\r\n"),
  "line without a colon": request("/", "Xfoo\r\n"), "empty name": request("/", ": a\r\n"),
  "lone colon": request("/", ":\r\n"),
  "empty name first": "GET / HTTP/1.0\r\n: a\r\n\r\n",
  "name with a control": request("/", "X\u{1}: a\r\n"), "value with a control": request("/", "X: a\u{1}b\r\n"),
  "NUL in the last value": request("/", "X: a\0b\r\n"), "NUL in a value": request("/", "X: a\0b\r\nY: c\r\n"),
  "lone LF in the headers": "GET / HTTP/1.1\r\nHost: x\r\nX: a\nY: b\r\n\r\n",
  "lone CR in the headers": "GET / HTTP/1.1\r\nHost: x\r\nX: a\rContent-Length: 5\r\n\r\n",
  "lone LFs everywhere": "GET / HTTP/1.1\nHost: x\n\n",
  "length and chunks": request(
    method: "POST", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", body: "5\r\nhello\r\n0\r\n\r\n"),
  "length beyond the chunks": request(
    method: "POST", "Content-Length: 30\r\nTransfer-Encoding: chunked\r\n", body: "0\r\n\r\n"),
  "two lengths": request(method: "POST", "Content-Length: 5\r\nContent-Length: 6\r\n", body: "hello"),
  "the same length twice": request(method: "POST", "Content-Length: 5\r\nContent-Length: 5\r\n", body: "hello"),
  "list of lengths": request(method: "POST", "Content-Length: 5, 5\r\n", body: "hello"),
  "signed length": request(method: "POST", "Content-Length: +5\r\n", body: "hello"),
  "negative length": request(method: "POST", "Content-Length: -1\r\n", body: "hello"),
  "immense length": request(method: "POST", "Content-Length: 99999999999999999999999\r\n", body: "hello"),
  "other coding": request(method: "POST", "Transfer-Encoding: gzip, chunked\r\n", body: "0\r\n\r\n"),
  "unknown coding": request(method: "POST", "Transfer-Encoding: xchunked\r\n", body: "0\r\n\r\n"),
  "two codings": request(
    method: "POST", "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n", body: "0\r\n\r\n"),
  "chunks in HTTP/1.0": request(
    method: "POST", version: "HTTP/1.0", "Transfer-Encoding: chunked\r\n", body: "0\r\n\r\n"),
  "no hexadecimal size": request(method: "POST", "Transfer-Encoding: chunked\r\n", body: "zz\r\nhello\r\n0\r\n\r\n"),
  "prefixed size": request(method: "POST", "Transfer-Encoding: chunked\r\n", body: "0x5\r\nhello\r\n0\r\n\r\n"),
  "unknown expectation": request(method: "POST", "Expect: magic\r\nContent-Length: 5\r\n", body: "hello"),
  "method that is no token": request(method: "GE(T"), "HTTP/0.9": "GET /\r\n\r\n",
  "HTTP/2": request(version: "HTTP/2.0"),
  "long target": request("/" + String(repeating: "a", count: 40_000)),
  "long header": request("/", "X: " + String(repeating: "a", count: 40_000) + "\r\n"),
  "many headers": request("/", (0..<3000).map { "X\($0): \($0)\r\n" }.joined()),
]

@Test(arguments: refused.keys.sorted())
func refuses(_ name: String) async throws {
  let handler = ClosureHandler { request in Response(body: .text("executed \(request.target)")) }
  try await LiveServer.with(handler) { server in
    let (text, isClosed) = try await server.raw((refused[name] ?? "") + smuggled, quietFor: .seconds(2))
    #expect(isClosed)
    #expect(!text.contains("200 OK") && !text.contains("executed"), "\(text)")
    if !text.isEmpty { #expect(text.hasPrefix("HTTP/1.1 4") || text.hasPrefix("HTTP/1.1 505"), "\(text)") }
  }
}

/// libmicrohttpd 0.9.75 appends a folded line to the *name* of its field, which forges names.
@Test func refusesEveryFoldedLine() async throws {
  let folds = [
    "X-Forwarded-Fo: 6.6.6.6\r\n r\r\n", "X-Real-I: 6.6.6.6\r\n\tP\r\n", "X: abcdefgh\r\n second\r\n third\r\n",
    "Content-Lengt: 3\r\n h\r\n", "Content-Lengt: 0\r\n h\r\n", "X:a\r\n  \r\n", "X:\r\n b\r\n",
  ]
  try await LiveServer.with(echo) { server in
    for fold in folds {
      for (before, after) in [
        ("Host: x\r\n", "Z: 1\r\n"), ("Host: x\r\n", ""), ("Host: x\r\n", "Host: y\r\n"), ("", "Host: y\r\n"),
      ] {
        let (text, isClosed) = try await server.raw("GET / HTTP/1.1\r\n\(before)\(fold)\(after)\r\n" + smuggled)
        #expect(isClosed && text.hasPrefix("HTTP/1.1 400 ") && text.count(of: "HTTP/1.1 ") == 1, "\(fold) \(text)")
      }
    }
  }
}

/// What may stand behind the size of a chunk; libmicrohttpd 1.0.1 refuses it.
let chunkExtension = HTTPServer.libraryChecksLines ? "" : ";a=b"
/// Empty lines that may stand before a request: a strict library takes one, which is what it has to (RFC 9112, section 2.2).
private let emptyLines = HTTPServer.libraryChecksLines ? "\r\n" : "\r\n\r\n"

/// Requests that look odd and are valid.
@Test func understandsWhatIsOnlyOdd() async throws {
  let odd: [(String, String)] = [
    (request("http://evil.example/a?b=1"), #"GET ["a"] trailing=false /a?b=1"#),
    (request("*", method: "OPTIONS"), "OPTIONS []"), (request("/", method: "get"), "get []"),
    (request("/", method: String(repeating: "A", count: 300)), "AAAA"),
    (request("/e", version: "HTTP/1.0", host: ""), #"GET ["e"]"#), (emptyLines + request("/e"), #"GET ["e"]"#),
    (request("//a///"), #"GET ["", "a", "", ""] trailing=true"#), (request("/ä|^`"), #"["ä|^`"]"#),
    (request("/", "A: 1\r\nA: 2\r\na: 3\r\n"), "header a=3"), (request("/", "X:\r\n"), "header X=\n"),
    (request("/", "X: a\tb \r\n"), "header X=a\tb"),
    (request("/e", method: "POST", "Transfer-Encoding:\tchunked\r\n", body: "5\r\nhello\r\n0\r\n\r\n"), "body 5 hello"),
    (
      request(
        "/e", method: "POST", "Transfer-Encoding: chunked\r\n",
        body: "5\(chunkExtension)\r\nhello\r\n0\r\nX-T: 1\r\n\r\n"),
      "body 5 hello"
    ),
    (request("/e", "Content-Length: 5\r\n", body: "hello"), "body 5 hello"),
    (request("/e?" + (0..<2000).map { "a\($0)=1" }.joined(separator: "&")), "query a1999=1"),
  ]
  try await LiveServer.with(echo) { server in
    for (request, expected) in odd {
      let text = try await server.raw(request, quietFor: .seconds(1)).text
      #expect(text.hasPrefix("HTTP/1.1 200 ") && text.contains(expected), "\(request.prefix(200)) \(text.prefix(500))")
    }
  }
}

@Test func continuesWhenAskedTo() async throws {
  try await LiveServer.with(echo) { server in
    let connection = try await server.connect()
    try await connection.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
    let first = try await connection.bytes(upTo: 1000) ?? []
    #expect(String(decoding: first, as: UTF8.self).hasPrefix("HTTP/1.1 100 Continue\r\n"))
    try await connection.send("hello")
    #expect(try await connection.response().text.contains("body 5 hello"))
  }
}

/// Refusals that answer at all do so once, by a status that says whose mistake it was.
@Test(arguments: ["18446744073709551615", "9223372036854775808", "1048577"])
func anImmenseLengthIsAnswered(_ length: String) async throws {
  try await LiveServer.with(echo) { server in
    let (text, isClosed) = try await server.raw(
      request(method: "POST", "Content-Length: \(length)\r\n", body: "hello") + smuggled, quietFor: .seconds(2))
    #expect(isClosed && text.hasPrefix("HTTP/1.1 413 ") && text.count(of: "HTTP/1.1 ") == 1, "\(text)")
  }
}

/// A proxy could find other requests in frames with lone line ends than libmicrohttpd does.
@Test(arguments: ["5\nhello\n0\n\n", "5\r\nhello\r\n0\n\n", "5;a\nb\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n"])
func nothingIsReadBehindABodyInChunks(_ body: String) async throws {
  let handler = ClosureHandler { request in Response(body: .text("executed \(request.target)")) }
  try await LiveServer.with(handler) { server in
    let (text, isClosed) = try await server.raw(
      request("/first", method: "POST", "Transfer-Encoding: chunked\r\n", body: body) + smuggled, quietFor: .seconds(2))
    #expect(isClosed && !text.contains("/smuggled"), "\(text)")
  }
}
