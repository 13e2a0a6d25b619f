import SeededNumbers
import TableModel
import TableRendering
import Testing

@Test func jsonIsFoldedWithItsBeginningInSight() {
  #expect(
    RecordSamples.html(.json, .text("{\"plots\":12,\"missing\":[3,7],\"none\":{},\"x\":[ ]}"))
      == "<details class=\"fold\"><summary class=\"mono\">{&quot;plots&quot;: 12, &quot;missing&quot;: [3,…</summary><pre>{\n"
      + "  &quot;plots&quot;: 12,\n  &quot;missing&quot;: [\n    3,\n    7\n  ],\n  &quot;none&quot;: {},\n  &quot;x&quot;: []\n}</pre></details>"
  )
  #expect(
    RecordSamples.html(.json, .text(" {} "))
      == "<details class=\"fold\"><summary class=\"mono\">{}</summary><pre>{}</pre></details>")
  #expect(RecordSamples.html(.json, .text("[true]"), style: .page) == "<pre>[\n  true\n]</pre>")
}

@Test(arguments: [
  "{", "[1,]", "{\"a\":}", "{\"a\" 1}", "{a: 1}", "[1] 2", "[01x]", "{\"a\": \"unended", "[}", "nothing", "[tru]",
  "[\"\\\"]", "{\"a\":1,}",
  "[1 2]", "[\"a\nb\"]", "",
])
func brokenJSONIsText(text: String) {
  #expect(!RecordSamples.html(.json, .text(text)).contains("<pre>"))
}

@Test func deepNestingIsText() {
  let fits = String(repeating: "[", count: 63) + String(repeating: "]", count: 63)
  let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
  #expect(RecordSamples.html(.json, .text(fits)).contains("<pre>"))
  #expect(!RecordSamples.html(.json, .text(deep)).contains("<pre>"))
}

@Test func stringsInJSONKeepTheirSpacesAndEscapes() {
  #expect(
    RecordSamples.html(.json, .text("[\"a  {b}, \\\" c: d\",-1.5e+3,null]"), style: .page)
      == "<pre>[\n  &quot;a  {b}, \\&quot; c: d&quot;,\n  -1.5e+3,\n  null\n]</pre>")
}

/// Whatever bytes there are, nothing is read beyond them and nothing becomes markup.
@Test func mangledJSONNeverBreaksThePage() {
  var random = SeededGenerator(seed: 0x5EED)
  let alphabet = Array("{}[]\",:\\ \n0123truefalsn<é")
  for _ in 0..<3000 {
    let text = String(
      (0..<Int.random(in: 1...30, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      })
    let html = RecordSamples.html(.json, .text(text))
    let withoutTags = [
      "<details class=\"fold\">", "<summary class=\"mono\">", "<summary>", "</summary>", "<pre>", "</pre>",
      "</details>",
      "<bdi>", "</bdi>", "<p>", "<p dir=\"auto\">", "</p>",
    ].reduce(html) { $0.split(separator: $1, omittingEmptySubsequences: false).joined() }
    let isNull = html.hasPrefix("<span class=\"null empty-text\">")
    #expect(isNull || !withoutTags.contains("<"), "\(text.debugDescription) → \(html)")
  }
}
