import SeededNumbers
import TableModel
import TableRendering
import Testing

private let types: [FieldType] = [
  .text, .identifier, .number(fractionDigits: 2), .boolean, .date, .timestamp, .link, .image, .email, .json, .blob,
]

private let pieces = [
  "https://", "http://", "/", "//", "@", ".", "a", "example.com", "<", ">", "\"", "'", "&", "&amp;", "{", "}", "[", "]",
  ":", ",", "\\",
  "2020-01-01", "T12:00:00", "Z", "+02:00", "é", "م", "😀", "\n", "\t", "\0", "\u{7F}", "\u{85}", "\u{FFFE}", " ",
  "javascript:",
  "<script>", "--", "12", "`", "|", "^", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
]

/// Whatever a value is, in whatever column: the markup is whole, of known elements, and leads nowhere unexpected.
@Test(arguments: types, 1...4)
func anyTextInAnyColumnIsWholeMarkup(type: FieldType, seed: Int) {
  var random = SeededGenerator(seed: seed)
  for _ in 0..<100 {
    let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
      .joined()
    for style in [FieldWriter.Style.grid, .page, .title] {
      let html = RecordSamples.html(type, .text(text), style: style)
      let problem = MarkupChecker.problem(in: html)
      #expect(problem == nil, "\(text.debugDescription) → \(html)")
      if style == .title { #expect(!html.contains("<a ") && !html.contains("<details"), "\(html)") }
    }
  }
}

/// The quick way through plain text writes what the slow way writes, at every length and with a special sign at every place.
@Test func plainTextIsEscapedWhereverASignStands() {
  for length in 0...40 {
    for place in 0...length {
      for (sign, escaped) in [
        ("", ""), ("<", "&lt;"), ("&", "&amp;"), ("\"", "&quot;"), ("'", "&#39;"), ("~", "~"), ("\u{1}", "\u{FFFD}"),
      ] {
        let before = String(repeating: "a", count: place)
        let after = String(repeating: "z", count: length - place)
        guard !(before + sign + after).isEmpty else { continue }
        #expect(RecordSamples.html(.text, .text(before + sign + after)) == before + escaped + after)
      }
    }
  }
}

@Test func addressesAreCheckedWhereverASignStands() {
  for length in 0...24 {
    for place in 0...length {
      for (sign, encoded) in [
        ("{", "%7B"), ("|", "%7C"), ("\\", "%5C"), ("^", "%5E"), ("`", "%60"), ("~", "~"), ("&", "&amp;"),
      ] {
        let before = "https://h.de/" + String(repeating: "a", count: place)
        let after = String(repeating: "z", count: length - place)
        let html = RecordSamples.html(.link, .text(before + sign + after))
        #expect(html.hasPrefix("<a href=\"\(before)\(encoded)\(after)\""), "\(html)")
        #expect(html.hasSuffix(">\(before.dropFirst(8))\(sign == "&" ? "&amp;" : sign)\(after)</a>"), "\(html)")
      }
      for sign in [" ", "\n", "\u{7F}", "\t"] {
        let text =
          "https://h.de/" + String(repeating: "a", count: place) + sign + String(repeating: "z", count: length - place)
        #expect(!RecordSamples.html(.link, .text(text)).contains("<a "))
      }
    }
  }
}

@Test func brokenUTF8BecomesReplacementCharacters() {
  let schema = RecordSchema(table: "t", columns: [.init("a")], keyFields: [])
  for bytes in [[0xFF], [0x61, 0xC3], [0xE2, 0x82, 0x61], Array(repeating: 0x80, count: 120)] as [[UInt8]] {
    var builder = RecordPageBuilder(fieldCount: 1, rows: 1, byteCapacity: 8)
    bytes.withUnsafeBytes { if let start = $0.baseAddress { builder.append(start, count: bytes.count, kind: .text) } }
    let page = builder.finish(schema)
    for style in [FieldWriter.Style.grid, .page, .title] {
      var sink = ByteSink()
      FieldWriter(schema, links: RecordSamples.links).write(0, of: page[0], style: style, into: &sink)
      #expect(sink.withBytes { String(validating: $0, as: UTF8.self) } != nil)
      #expect(sink.string.contains("\u{FFFD}"))
    }
    var json = ByteSink()
    try? RecordJSONWriter(schema).write([RecordSection(page)], into: &json)
    #expect(json.withBytes { String(validating: $0, as: UTF8.self) } != nil)
  }
}

@Test(arguments: [
  "<b>", "<p>", "</p>", "<p><pre></p></pre>", "a > b", "<a onclick=\"x\">x</a>", "<a href=\"javascript:x\">x</a>",
  "<a href=\"/\"x\">y</a>",
  "a \" b<p></p>", "<img src=x onerror=y>", "<p",
])
func theCheckerFindsWhatIsWrong(markup: String) {
  #expect(MarkupChecker.problem(in: markup) != nil)
}
