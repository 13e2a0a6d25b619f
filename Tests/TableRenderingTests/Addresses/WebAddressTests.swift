import Testing

@testable import TableRendering

@Test(arguments: [
  "https://example.com", "http://example.com/a?b#c", "HTTPS://EXAMPLE.COM", "mailto:a@b.c", "/", "/a/b", "a/b", "?q=1",
  "#x", "",
  "//host/path", "a", "../x", "./a:b", "/a:b", "?a:b", "#a:b", "https:", "über/x", "http://a b",
])
func harmlessAddressesAreAllowed(_ address: String) {
  #expect(WebAddress.isAllowed(address))
  #expect(written { $0.address(address) } == written { $0.text(address) })
}

@Test(arguments: [
  "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
  "java\tscript:alert(1)",
  "\u{1}javascript:alert(1)", "data:text/html,<script>", "vbscript:x", "file:///etc/passwd", "ftp://x", "blob:x", ":",
  "a:b", " /a",
  "javascript\r:x", "http\u{0}://x", "/a\nb", "tel:1", "ws://x", "httpx://x", "xhttp://x", "javascript&colon;x:y",
])
func otherSchemesAreRefused(_ address: String) {
  #expect(!WebAddress.isAllowed(address))
  #expect(written { $0.address(address) } == "")
}

@Test func controlsAreFoundWhereverTheyStand() {
  for length in 1...40 {
    let address = Array(("https://example.com/" + String(repeating: "é~ ", count: 8)).utf8.prefix(length))
    #expect(address.withUnsafeBufferPointer { WebAddress.isAllowed($0) })
    for position in 0..<length {
      for control: UInt8 in [0x00, 0x09, 0x0A, 0x0D, 0x1F, 0x7F] {
        var changed = address
        changed[position] = control
        #expect(!changed.withUnsafeBufferPointer { WebAddress.isAllowed($0) })
      }
    }
  }
}
