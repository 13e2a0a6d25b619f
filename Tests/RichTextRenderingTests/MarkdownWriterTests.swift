import CCMarkGFM
import RichTextRendering
import TableRendering
import Testing

/// What GitHub's Markdown has beyond paragraphs and lists, and where ours differs from it.
@Suite struct MarkdownWriterTests {
  private func markup(_ source: String) -> String { RichText(source).html.description.replacing("\n", with: "") }

  @Test func tablesHaveAHeaderAndTheirColumnsAlignments() {
    let source = "| a | *b* | c | d |\n|---|:-:|--:|:--|\n| 1 | 2 | 3 | `4 \\| 5` |\n| 6 |"
    let expected = """
      <table><thead><tr><th scope="col">a</th><th scope="col" class="center"><em>b</em></th>\
      <th scope="col" class="end">c</th><th scope="col">d</th></tr></thead>\
      <tbody><tr><td>1</td><td class="center">2</td><td class="end">3</td><td><code>4 | 5</code></td></tr>\
      <tr><td>6</td><td class="center"></td><td class="end"></td><td></td></tr></tbody></table>
      """
    #expect(markup(source) == expected)
  }

  @Test func aTableMayHaveNoRows() {
    #expect(
      markup("a | b\n:- | -")
        == "<table><thead><tr><th scope=\"col\">a</th><th scope=\"col\">b</th></tr></thead></table>")
  }

  @Test func twoTablesHaveEachTheirOwnBody() {
    let table = "<table><thead><tr><th scope=\"col\">a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>"
    #expect(markup("| a |\n| - |\n| 1 |\n\nand\n\n| a |\n| - |\n| 1 |") == table + "<p>and</p>" + table)
  }

  @Test func tasksHaveBoxesThatSayWhetherTheyAreDone() {
    let done = "<input type=\"checkbox\" disabled checked aria-label=\"Done\"> "
    let open = "<input type=\"checkbox\" disabled aria-label=\"Not done\"> "
    #expect(markup("- [x] a\n- [ ] b\n- c") == "<ul><li>\(done)a</li><li>\(open)b</li><li>c</li></ul>")
    #expect(markup("- [x] a\n\n- [ ] b") == "<ul><li><p>\(done)a</p></li><li><p>\(open)b</p></li></ul>")
    #expect(markup("- [ ] a\n  ===") == "<ul><li>\(open)<h2>a</h2></li></ul>")
  }

  @Test(arguments: [
    ("~~a~~ b", "<p><del>a</del> b</p>"),
    ("www.e.org/a.", "<p><a href=\"http://www.e.org/a\">www.e.org/a</a>.</p>"),
    ("ask a@e.org", "<p>ask <a href=\"mailto:a@e.org\">a@e.org</a></p>"),
    (":a@e.org", "<p>:<a href=\"mailto:a@e.org\">a@e.org</a></p>"),
    ("a\n===\nb\n---", "<h2>a</h2><h3>b</h3>"),
    ("[a][b]\n\n[b]: /c", "<p><a href=\"/c\">a</a></p>"),
    ("    a < b", "<pre><code>a &lt; b</code></pre>"),
    ("[a](</b c\"d>)", "<p><a href=\"/b%20c%22d\">a</a></p>"),
    ("[ä](/ö?a=%20)", "<p><a href=\"/%C3%B6?a=%20\">ä</a></p>"),
  ])
  func theRestIsAsGitHubHasIt(source: String, html: String) {
    #expect(markup(source) == html)
  }

  @Test(arguments: [
    ("![a *b*](/c.png)", "<p><a href=\"/c.png\">a <em>b</em></a></p>"),
    ("![](/c.png)", "<p><a href=\"/c.png\">/c.png</a></p>"),
    ("[![a](/b.png)](/c)", "<p><a href=\"/c\">a</a></p>"),
    ("![a](data:image/png;base64,x)", "<p>a</p>"),
  ])
  func anImageIsALinkToIt(source: String, html: String) {
    #expect(markup(source) == html)
  }

  @Test(arguments: [
    ("a <b>b</b> <i onclick=x>c</i>", "<p>a <b>b</b> <i>c</i></p>"),
    ("*a <b> b* c</b> d", "<p><em>a <b> b</b></em> c d</p>"),
    ("a <b>b\n\nc</b>", "<p>a <b>b</b></p><p>c</p>"),
    ("*a</em></p></div>* b", "<p><em>a&lt;/div&gt;</em> b</p>"),
    ("> a</blockquote>\n\nb", "<blockquote><p>a</p></blockquote><p>b</p>"),
    ("<blockquote>\n\n*a*\n\n</blockquote>\n\nb", "<blockquote><p><em>a</em></p></blockquote><p>b</p>"),
    ("<p>\n\na\n\n</p>", "<p></p><p>a</p>"),
    ("<ul>\n\n- a\n\n</ul>", "<ul></ul><ul><li>a</li></ul>"),
    ("- a\n  <li>b\n- c", "<ul><li>ab</li><li>c</li></ul>"),
    ("a <ul><li>b</ul>", "<p>a b</p>"),
    ("<a href=/a>b [c](/d)</a>", "<p><a href=\"/a\">b c</a></p>"),
    (
      "| a |\n|---|\n| <b>b |\n| </b></li>c |",
      "<table><thead><tr><th scope=\"col\">a</th></tr></thead><tbody><tr><td><b>b</b></td></tr><tr><td>c</td></tr></tbody></table>"
    ),
    ("a <script>alert(1)</script>", "<p>a &lt;script&gt;alert(1)&lt;/script&gt;</p>"),
    ("<script>\nalert(1)\n</script>\n\na", "&lt;script&gt;alert(1)&lt;/script&gt;<p>a</p>"),
    ("List<String> of <in>", "<p>List&lt;String&gt; of &lt;in&gt;</p>"),
    ("a <!-- b --> c", "<p>a  c</p>"),
  ])
  func markupWithinKeepsToItsPlace(source: String, html: String) {
    #expect(markup(source) == html)
  }

  @Test func whatIsNestedTooDeepIsTextWithinTheDeepest() {
    let html = RichText(String(repeating: "> ", count: 3_000) + "a **b**").html.description
    #expect(RichTextMarkup.problem(in: html) == nil)
    #expect(html.count(of: "<blockquote>") == 32 && html.contains("a b"))
  }

  /// Rows that lack cells get them: this would be eight million cells.
  @Test func tablesStaySmall() {
    let source = String(repeating: "a|", count: 1_024) + "\n" + String(repeating: "-|", count: 1_024) + "\n"
    let rows = String(repeating: "a\n", count: 6_000)
    let text = RichText(source + rows)
    #expect(!text.html.description.contains("<table>") && text.html.bytes.count < 40_000)
    #expect(text.line.hasPrefix("a|a|"))
  }

  /// Each reference repeats the address: this would be eleven megabytes.
  @Test func textsThatRepeatAnAddressTooOftenStayAsTheyAre() {
    let source = "[a]: /" + String(repeating: "b", count: 8_000) + "\n\n" + String(repeating: "[a]", count: 2_000)
    let text = RichText(source)
    // cmark-gfm after 0.29.0.gfm.6 repeats it for a hundred kilobytes by itself, and no more.
    let limit = cmark_version() > 0x1D_0006 ? 200_000 : 20_000
    #expect(text.html.bytes.count < limit && text.line.hasSuffix("[a][a]"))
  }

  @Test func textsBeyondTheLengthOfMarkdownStayAsTheyAre() {
    let most = String(repeating: "*a* ", count: RichText.maximumMarkdownLength / 4)
    #expect(RichText(most).html.description.contains("<em>a</em>"))
    let more = RichText("*a* <b>\n\n" + most).html.description
    #expect(more.hasPrefix("<p>*a* &lt;b&gt;</p>\n<p>*a* *a*") && RichTextMarkup.problem(in: more) == nil)
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
