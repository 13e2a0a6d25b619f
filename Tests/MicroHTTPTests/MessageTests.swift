import MicroHTTP
import MicroHTTPTesting
import SeededNumbers
import Testing

@Test func noHeaderValueBreaksALine() async throws {
  let header = Header("X-Name", "a\r\nSet-Cookie: forged=1\0b\u{7F}c")
  #expect(header.value == "a  Set-Cookie: forged=1 b c")
  #expect(Header(checked: "X-Name", "a\nb") == nil)
  #expect(Header(checked: "X-Name", "tab\tand ä") != nil)
  for name in ["bad name", "", "a:b", "a\r\n", "ä"] { #expect(HeaderName(name) == nil) }
  try await LiveServer.with(ClosureHandler { _ in Response(headers: [header]) }) { server in
    let response = try await server.client.get("/")
    #expect(response["Set-Cookie"] == nil)
  }
}

/// Wherever they stand, among however many others: values are looked through in steps.
@Test func aControlCharacterIsFoundInEachPlaceOfAValue() {
  for count in 1...26 {
    for place in 0..<count {
      for byte: UInt8 in [0, 8, 9, 10, 13, 31, 32, 126, 127] {
        var bytes = [UInt8](repeating: UInt8(ascii: "~"), count: count)
        bytes[place] = byte
        bytes += [0xC3, 0xA9]
        let value = String(decoding: bytes, as: UTF8.self)
        let isAllowed = byte == 9 || (byte >= 32 && byte != 127)
        #expect((Header(checked: "X-Name", value) != nil) == isAllowed, "\(byte) in place \(place) of \(count)")
      }
    }
  }
}

@Test func headerNamesHaveNoCase() {
  #expect(HeaderName("etag") == HeaderName.eTag)
  #expect(Set([HeaderName("ETAG"), HeaderName("etag")]).count == 1)
  var headers = [Header(.vary, "a"), Header(.eTag, "b"), Header("VARY", "c")]
  headers.set(.vary, "d")
  #expect(headers[.vary] == "d" && headers.count == 2)
}

@Test(arguments: [
  (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
  (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
])
func datesReadAndWrite(_ seconds: Int, _ text: String) {
  #expect(HTTPDate(seconds: seconds).description == text)
  #expect(HTTPDate(text)?.seconds == seconds)
}

@Test func datesComeBackAsTheyWent() {
  var random = SeededGenerator(seed: 3)
  for _ in 0..<5000 {
    let date = HTTPDate(seconds: Int.random(in: -5_000_000_000...200_000_000_000, using: &random))
    #expect(HTTPDate(date.description) == date)
  }
  for text in ["", "Sun, 06 Nov 1994", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "x"] {
    #expect(HTTPDate(text) == nil)
  }
}

@Test func readsCookiesFromEveryField() async throws {
  let handler = ClosureHandler { request in
    Response(body: .text(["a", "b", "c", "d"].map { request.cookie(named: $0) ?? "-" }.joined(separator: ",")))
  }
  try await LiveServer.with(handler) { server in
    let answer = try await server.raw("GET / HTTP/1.1\r\nHost: x\r\nCookie: a=1; b=\"2\"; c\r\nCookie: d=4=5\r\n\r\n")
    #expect(answer.text.hasSuffix("1,2,-,4=5"))
  }
}

@Test func adoptedMemoryGoesBackToItsPool() async throws {
  let pool = ResponseBufferPool(maximumCount: 2, maximumCapacity: 1 << 16)
  let (first, capacity) = pool.take(minimumCapacity: 5000)
  #expect(capacity >= 5000)
  first.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "x"), count: 5000)
  let address = UInt(bitPattern: first)
  let handler = ClosureHandler { _ in
    guard let block = UnsafeMutableRawPointer(bitPattern: address) else { return Response() }
    return .adopting(block, count: 5000, capacity: capacity, contentType: "text/plain", pool: pool)
  }
  try await LiveServer.with(handler) { server in
    let response = try await server.client.get("/")
    #expect(response.body == [UInt8](repeating: UInt8(ascii: "x"), count: 5000))
  }
  let (second, _) = pool.take(minimumCapacity: 100)
  #expect(UInt(bitPattern: second) == address)
  pool.giveBack(second, capacity: capacity)
}
