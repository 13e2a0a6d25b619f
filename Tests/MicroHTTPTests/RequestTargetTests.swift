import Testing

@testable import MicroHTTP

@Suite struct RequestTargetTests {
  /// Two targets are one where they are the same bytes, and nowhere else: also where Swift takes their texts for equal.
  @Test(arguments: [
    ("/caf\u{E9}?n=\u{E9}", "/caf%C3%A9?n=%C3%A9"), ("/cafe\u{301}?n=e\u{301}", "/cafe%CC%81?n=e%CC%81"),
    ("/\u{212A}?\u{212A}", "/%E2%84%AA?%E2%84%AA"), ("http://a/\u{E9}", "/%C3%A9"), ("/a%20b?c=%zz", "/a%20b?c=%zz"),
    ("/plain?a=b", "/plain?a=b"), ("*", "*"),
  ])
  func whatIsNoASCIIIsEncoded(_ received: String, _ text: String) throws {
    let target = try RequestTarget(received)
    #expect(target.text == text)
    #expect(try RequestTarget(text).path == target.path && RequestTarget(text).query == target.query)
    #expect(target.text.utf8.allSatisfy { $0 < 0x80 })
  }
}
