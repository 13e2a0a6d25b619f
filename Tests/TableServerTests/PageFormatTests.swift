import Testing

@testable import TableServer

@Suite struct PageFormatTests {
  @Test(
    arguments: [
      (nil, PageFormat.html), ("", .html), ("*/*", .html), ("application/json", .json), ("text/html", .html),
      ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", .html),
      ("application/json, text/html", .html),
      ("application/json, text/html;q=0.9", .json), ("text/html;q=0.1 , application/json ; q=0.2", .json),
      ("application/json;q=0", .html), ("application/json;q=nonsense", .json), ("application/vnd.x+json", .html),
    ] as [(String?, PageFormat)])
  func acceptChoosesTheFormat(accept: String?, format: PageFormat) { #expect(PageFormat(accept: accept) == format) }
}
