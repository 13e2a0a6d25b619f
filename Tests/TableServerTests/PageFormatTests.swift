import TableArguments
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
      ("text/csv", .csv), ("Text/CSV; charset=utf-8", .csv), ("application/x-ndjson", .ndjson), ("text/plain", .text),
      ("text/plain, */*", .text), ("text/csv;q=0.5, application/json;q=0.6", .json), ("text/*", .html),
      ("text/csv, application/json", .csv), ("text/html, text/csv;q=0.9", .html), ("application/ndjson", .ndjson),
    ] as [(String?, PageFormat)])
  func acceptChoosesTheFormat(accept: String?, format: PageFormat) { #expect(PageFormat(accept: accept) == format) }

  @Test(
    arguments: [
      ("Track", nil), ("Track.json", PageFormat.json), ("Track.csv", .csv), ("Track.ndjson", .ndjson),
      ("Track.txt", .text), ("Track~2Ecsv", nil), (".json", .json), ("Track.xml", nil),
    ] as [(String, PageFormat?)])
  func suffixesChooseTheFormat(name: String, format: PageFormat?) { #expect(PageFormat(suffixOf: name) == format) }
}
