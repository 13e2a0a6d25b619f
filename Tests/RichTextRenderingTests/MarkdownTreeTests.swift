import Foundation
import RichTextRendering
import SeededNumbers
import TableRendering
import Testing

@Suite struct MarkdownTreeTests {
  /// The library changes tables of its own while it parses a text with extensions.
  @Test func textsAreParsedAtOnceAsOneByOne() async {
    let sources = [
      "~~a~~ www.e.org a@e.org https://e.org", "| ~~a~~ |\n|---|\n| www.e.org |", "- [x] ~~a~~\n- [ ] https://e.org/~a",
      "plain *words* only", "`~~a~~` ~b~",
    ]
    let expected = sources.map { RichText($0).html }
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<500).count { _ in sources.map { RichText($0).html } != expected }
        }
      }
      for await different in group { #expect(different == 0) }
    }
  }

  @Test(arguments: [
    "[", "]", "*", "**a", "*a ", "_a", "`", "``a`", "<", "![", "![[]()", "[a](", "[a](b ", "[a](<b", "[a](b \"", "> ",
    "- ", "1. ",
    "<b>", "</", "<a ", "<a href=\"", "<?", "<!A", "<!--", "<![CDATA[", "&", "&a;", "http://a ", "www.a.", "a@b.c ",
    "a.b@", "mailto:a@",
    "~", "~~a", "|", "|a", "||\n", "[a]:b\n", "[a][a]", "\\", "](", "\n", "\r", "\t", "# \n", "a\n=\n", "```\n",
    "- [ ] a\n", "*_", "*[a](b)*",
    "\u{0}", "é", "    a\n", "> - ",
  ])
  func hostileTextsAreRendered(part: String) {
    let text = RichText(String(repeating: part, count: RichText.maximumMarkdownLength / part.utf8.count))
    let problem = RichTextMarkup.problem(in: text.html.description)
    #expect(problem == nil, "\(part.debugDescription): \(problem ?? "")")
    #expect(text.html.bytes.count < 16 * RichText.maximumMarkdownLength)
  }

  @Test(arguments: ["[", "*", "`", "> ", "<b>"])
  func anyNumberOfThemIsText(part: String) {
    let source = String(repeating: part, count: Thoroughness.rounds(1_000_000, quickly: 200_000) / part.utf8.count)
    let text = RichText(source)
    #expect(RichTextMarkup.problem(in: text.html.description) == nil)
    #expect(text.line == source.trimmingCharacters(in: .whitespaces))
  }

  /// The worst that is known of the library's version in Debian 12: each line is held against every quote.
  @Test func deepQuotesWithManyLinesAreRendered() {
    let half = RichText.maximumMarkdownLength / 2
    let text = RichText(String(repeating: ">", count: half) + "a\n" + String(repeating: "a\n", count: half / 2 - 1))
    #expect(RichTextMarkup.problem(in: text.html.description) == nil)
  }
}
