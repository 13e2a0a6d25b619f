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
