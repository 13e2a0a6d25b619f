import RichTextRendering
import SeededNumbers
import TableRendering
import Testing

@Suite struct RichTextTests {
  private func markdown(_ source: String) -> String { RichText(source).html.description.replacing("\n", with: "") }

  @Test(arguments: [
    ("Plain words", "<p>Plain words</p>"),
    ("one\n\ntwo", "<p>one</p><p>two</p>"),
    (
      "*a* **b** ***c*** _d_ __e__",
      "<p><em>a</em> <strong>b</strong> <em><strong>c</strong></em> <em>d</em> <strong>e</strong></p>"
    ),
    ("snake_case_name 2 * 3 * 4", "<p>snake_case_name 2 * 3 * 4</p>"),
    ("*a **b** c*", "<p><em>a <strong>b</strong> c</em></p>"),
    ("**open", "<p>**open</p>"),
    (#"\*not\* \`x\`"#, "<p>*not* `x`</p>"),
    ("`a < b` ``c ` d``", "<p><code>a &lt; b</code> <code>c ` d</code></p>"),
    ("# A\n## B\n### C #", "<h2>A</h2><h3>B</h3><h4>C</h4>"),
    ("### A\n###### B\n## C\n### D", "<h2>A</h2><h3>B</h3><h2>C</h2><h3>D</h3>"),
    ("#tag", "<p>#tag</p>"),
    ("- a\n- b\n  - c", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"),
    ("3. a\n4. b", "<ol start=\"3\"><li>a</li><li>b</li></ol>"),
    ("- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"),
    ("In\n1985. It was", "<p>In1985. It was</p>"),
    ("> a\n> b\n\nc", "<blockquote><p>ab</p></blockquote><p>c</p>"),
    ("```sql\nselect *\n```\nx", "<pre><code>select *</code></pre><p>x</p>"),
    ("a\n\n---\n\nb", "<p>a</p><hr><p>b</p>"),
    ("a  \nb", "<p>a<br>b</p>"),
    ("[x](/y?a=1&b=2 \"t\")", "<p><a href=\"/y?a=1&amp;b=2\">x</a></p>"),
    ("[a [b](/c)](/d)", "<p>[a <a href=\"/c\">b</a>](/d)</p>"),
    ("[*x*](https://e.org/(a))", "<p><a href=\"https://e.org/(a)\"><em>x</em></a></p>"),
    ("see https://e.org/a_b_c.", "<p>see <a href=\"https://e.org/a_b_c\">https://e.org/a_b_c</a>.</p>"),
    ("<https://e.org> <c", "<p><a href=\"https://e.org\">https://e.org</a> &lt;c</p>"),
    ("", ""), (" \n \n", ""),
  ])
  func markdownBecomesMarkup(source: String, html: String) {
    #expect(markdown(source) == html)
  }

  @Test(arguments: [
    "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](data:text/html,<script>)", "<javascript:alert(1)>",
    "[x](vbscript:x)", "[x](\u{1}javascript:x)", "[<img src=x onerror=alert(1)>](javascript:1)",
    "<script>alert(1)</script>", "![x](javascript:1)", "`<script>`", "```\n<script>\n```", "# <script>",
    "- <svg onload=alert(1)>", "[a](\"onclick=\"x)",
  ])
  func markdownHoldsNothingThatRuns(source: String) {
    let html = RichText(source).html.description
    #expect(RichTextMarkup.problem(in: html) == nil, "\(html)")
  }

  @Test(arguments: [
    ("<p onclick=\"x()\">a <b>b</b></p>", "<p>a <b>b</b></p>"),
    ("<script>alert(1)</script>after", "after"),
    ("<SCRIPT src=x>alert(1)</ScRiPt >after", "after"),
    ("<style>p{}</style>x", "x"),
    ("<img src=x onerror=alert(1)>", ""),
    ("<a href=\"javascript:alert(1)\">x</a>", "x"),
    ("<a href=\"java&#115;cript:alert(1)\">x</a>", "x"),
    ("<a href=\"java&Tab;script:alert(1)\">x</a>", "x"),
    ("<a href='/a?b=1&amp;c=2'>x</a>", "<a href=\"/a?b=1&amp;c=2\">x</a>"),
    ("<a href=/a>x</a>", "<a href=\"/a\">x</a>"),
    ("<b>open <i>both", "<b>open <i>both</i></b>"),
    ("</div></p>x", "x"),
    ("<b><i>x</b>y</i>", "<b><i>x</i></b>y"),
    ("a < b & c &amp; d &lt;e&gt; &copy; &unknown;", "a &lt; b &amp; c &amp; d &lt;e&gt; © &amp;unknown;"),
    ("<!-- <b> -->x<!DOCTYPE html>", "x"),
    ("<scr<script>ipt>alert(1)</script>", "ipt&gt;alert(1)"),
    ("<h1>A</h1><br/><hr>", "<h2>A</h2><br><hr>"),
    ("<a href=/a><a href=/b>x</a></a>", "<a href=\"/a\">x</a>"),
    ("<", "&lt;"), ("<p", "<p></p>"), ("<a href=\"", "<a href=\"\"></a>"),
  ])
  func onlyHarmlessElementsAreKept(source: String, html: String) {
    #expect(RichText(source, .html).html.description == html)
  }

  /// A browser would end the page's own elements before some of these.
  @Test(arguments: [
    ("<dd>a</dd><li>b<dt>c", "abc"),
    ("<p>a<p>b", "<p>a</p><p>b</p>"),
    ("<p>a <b>b<ul><li>c</ul>d", "<p>a <b>b</b></p><ul><li>c</li></ul>d"),
    ("<ul><li>a<li><p>b<li>c</ul>", "<ul><li>a</li><li><p>b</p></li><li>c</li></ul>"),
    ("<ul><li>a<ol><li>b</ol><li>c</ul>", "<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>"),
    ("<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"),
    ("<ul><li><blockquote>a<li>b</ul>", "<ul><li><blockquote>a</blockquote></li><li>b</li></ul>"),
    ("<p>a<hr>b<b><hr></b>", "<p>a</p><hr>b<b></b>"),
    ("<h2>a<h3>b</h3></h2>", "<h2>ab</h2>"),
    ("<del>a</del><table><tr><td>b</table>", "<del>a</del>b"),
  ])
  func elementsStandWhereTheyMay(source: String, html: String) {
    #expect(RichText(source, .html).html.description == html)
    #expect(RichTextMarkup.problem(in: html) == nil)
  }

  @Test func aLineHasNoMarkup() {
    #expect(RichText("# A\n\n- *b* `c` [d](/e)\n- f").line == "A b c d f")
    #expect(RichText("<p>a &amp; <b>b</b>.</p><p>c</p><script>x</script>", .html).line == "a & b. c")
    #expect(RichText("<b>bold</b> and `<b>`").line == "bold and <b>")
    #expect(RichText("- [x] done\n\n| a | b |\n| - | - |\n| ~~c~~ | &amp; |").line == "done a b c &")
  }

  @Test(arguments: [RichText.Format.markdown, .html])
  func whateverIsWrittenStaysWithinItsElements(format: RichText.Format) {
    let parts = [
      "<", ">", "\"", "'", "&", "[", "]", "(", ")", "*", "**", "_", "`", "```", "\n", "\n\n", "- ", "1. ", "> ", "# ",
      "    ",
      "javascript:", "https://e.org", "<script>", "</script>", "<a href=\"", "<b>", "</b>", "<p ", "onerror=", "&#106;",
      "&lt;",
      "<!--", "-->", "x", "é", "\\", "=", "/", "<svg/onload=", "\u{0}", "<style>", " ", "<https://", "mailto:a@b.c",
      "|", "\n| - | - |\n", "~~", "- [x] ", "www.e.org", "@", "![", "<ul>", "<li>", "<dd>", "</p>", "<blockquote>",
      "\n===\n",
    ]
    var numbers = SeededGenerator(seed: 20_251_121)
    for _ in 0..<4_000 {
      let source = (0..<Int.random(in: 1...24, using: &numbers)).map { _ in
        parts[Int.random(in: parts.indices, using: &numbers)]
      }.joined()
      let text = RichText(source, format)
      let html = text.html.description
      let problem = RichTextMarkup.problem(in: html)
      #expect(problem == nil, "\(source.debugDescription) → \(html)")
      _ = text.line
    }
  }

  @Test(arguments: ["[", "*a ", "`", "<", "**", "[x](", "> ", "- ", "_a", "<b>", "&", "<a href=\"", "``` \n", "h"])
  func longTextsTakeNoLongerThanTheirLength(part: String) {
    let clock = ContinuousClock()
    let source = String(repeating: part, count: 24_000 / part.utf8.count)
    let time = clock.measure {
      _ = RichText(source).html
      _ = RichText(source, .html).html
    }
    #expect(time < .seconds(20), "\(part)")
  }
}
