import RichTextRendering
import TableRendering
import Testing

/// Texts that would run as scripts if they were ever taken for markup, as Tests/Browser/hostile.py has them.
@Suite struct HostileTextTests {
  private static let call = "alert(1)"
  /// What ends the places that a value can stand in, before the markup begins.
  private static let ends = [
    "", "\">", "'>", "</td>", "</title>", "</textarea>", "</script>", "</style>", "-->", "\"]}}", "]]>", "\\\">",
  ]
  private static let markup = [
    "<script>\(call)</script>", "<img src=x onerror=\(call)>", "<svg onload=\(call)>", "<svg/onload=\(call)//",
    "<details open ontoggle=\(call)>", "<iframe srcdoc='<script>parent.\(call)</script>'>", "<body onload=\(call)>",
    "<video><source onerror=\(call)></video>", "<input autofocus onfocus=\(call)>",
  ]
  private static let whole = [
    "\" onmouseover=\(call) x=\"", "' autofocus onfocus=\(call) x='", "\" autofocus onfocus=\(call) x=\"",
    "`;\(call)//",
    "'-\(call)-'", "${\(call)}", "{{{constructor}}}", "{{{<script>\(call)</script>}}}",
    "\u{2028}<script>\(call)</script>",
    "&lt;script&gt;\(call)&lt;/script&gt;", "<scr\u{0}ipt>\(call)</script>", "+ADw-script+AD4-\(call)+ADw-/script+AD4-",
    "%3Cscript%3E\(call)%3C/script%3E",
  ]
  private static let addresses = [
    "javascript:\(call)", "JaVaScRiPt:\(call)", " javascript:\(call)", "java\tscript:\(call)",
    "\u{1}javascript:\(call)",
    "javascript&colon;\(call)", "data:text/html,<script>\(call)</script>", "vbscript:\(call)",
    "//x\" onclick=\(call) \"",
    "http://x/\" onmouseover=\(call) \"", "[x](javascript:\(call))", "<a href=\"javascript:\(call)\">x</a>",
    "mailto:a@b\"onclick=\(call)",
  ]
  static let texts = ends.flatMap { end in markup.map { end + $0 } } + whole + addresses

  @Test(arguments: [RichText.Format.markdown, .html])
  func noTextOfTheseRuns(format: RichText.Format) {
    #expect(Self.texts.count == 134)
    // A text may begin a paragraph, be part of one, or be where an address, a title, code or a cell of a table is.
    let places = [
      ("", ""), ("a ", " b"), ("[x](", ")"), ("[x](<", ">)"), ("![x](", " \"t\")"), ("[x](/y \"", "\")"), ("<", ">"),
      ("`", "`"),
      ("| a |\n|---|\n| ", " |"), ("[x]: ", "\n\n[x]"), ("```", "\n```"), ("<a href=\"", "\">x</a>"),
      ("<a href=", ">x</a>"),
      ("<a href='", "'>x</a>"), ("<b ", ">x</b>"), ("<!--", "-->"), ("# ", ""), ("- [x] ", ""),
    ]
    for text in Self.texts {
      for (start, end) in places {
        let html = RichText(start + text + end, format).html.description
        let problem = RichTextMarkup.problem(in: html)
        #expect(problem == nil, "\(start)\(text)\(end) → \(html)")
      }
    }
  }
}
