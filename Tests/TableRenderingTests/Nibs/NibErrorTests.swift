import SeededNumbers
import Testing

@testable import TableRendering

private struct FuzzedView: EmbeddedView { let x: Late<Bool> }

private struct Mistake: CustomTestStringConvertible, Sendable {
  var source: String
  var line: Int
  var column: Int
  var message: String
  var testDescription: String { source }

  init(_ source: String, _ line: Int, _ column: Int, _ message: String) {
    self.source = source
    self.line = line
    self.column = column
    self.message = message
  }
}

@Test(arguments: [
  Mistake("{{name", 1, 1, "add }}"),
  Mistake("\n\n  {{{name}}", 3, 3, "add }}}"),
  Mistake("{{}}", 1, 1, "no name"),
  Mistake("é{{a..b}}", 1, 2, "empty part"),
  Mistake("{{#a}}\nx", 1, 1, "add {{/a}}"),
  Mistake("x\n{{/a}}", 2, 1, "not open"),
  Mistake("{{#a}}{{#b}}{{/a}}{{/b}}", 1, 13, "close the inner section"),
  Mistake("{{> top}}", 1, 1, "unknown partial top"),
  Mistake("{{=x=}}", 1, 1, "two, separated by a space"),
  Mistake("{{=a= b=}}", 1, 1, "two, separated by a space"),
  Mistake("{{<parent}}", 1, 1, "use a partial"),
  Mistake("<p>\n<a href={{x}}>", 2, 9, "in quotes"),
  Mistake("<a href=a{{x}}>", 1, 10, "in quotes"),
  Mistake("<{{x}}>", 1, 2, "name of an element"),
  Mistake("<h{{x}}>", 1, 3, "name of an element"),
  Mistake("</h{{x}}>", 1, 4, "name of an element"),
  Mistake("<p {{x}}>", 1, 4, "name of an attribute"),
  Mistake("<p a{{x}}=\"\">", 1, 5, "name of an attribute"),
  Mistake("<p a = {{x}}>", 1, 8, "in quotes"),
  Mistake("<script>{{x}}</script>", 1, 9, "<script> can't contain values"),
  Mistake("<STYLE>a{{x}}</style>", 1, 9, "<style> can't contain values"),
  Mistake("<p style=\"{{x}}\">", 1, 11, "style"),
  Mistake("<p onclick='{{x}}'>", 1, 13, "onclick"),
  Mistake("<iframe srcdoc=\"{{x}}\">", 1, 17, "srcdoc"),
  Mistake("<p title=\"{{{x}}}\">", 1, 11, "can't contain markup"),
  Mistake("<title>{{{x}}}</title>", 1, 8, "can't contain markup"),
  Mistake("<!-- {{{x}}} -->", 1, 6, "can't contain tags"),
  Mistake("<!doctype {{x}}>", 1, 11, "remove the tag"),
  Mistake("<a href=\"javascript:{{x}}\">", 1, 21, "run as code"),
  Mistake("<a href=\"java{{x}}\">", 1, 14, "run as code"),
  Mistake("<a href=\"{{x}}{{y}}\">", 1, 15, "put a /"),
  Mistake("<a href=\"{{#b}}/x{{/b}}{{c}}\">", 1, 24, "put a /"),
  Mistake("<a href=\"{{#b}}abc{{/b}}{{c}}\">", 1, 25, "put a /"),
  Mistake("<a href=\"{{a}}{{#b}}?x{{/b}}{{c}}\">", 1, 29, "put a /"),
  Mistake("<a href=\"{{a}}:{{b}}\">", 1, 15, "scheme"),
  Mistake("<a href=\"{{#a}}x{{/a}}:y\">", 1, 23, "scheme"),
  Mistake("<a href=\"{{#a}}data:{{/a}}{{^a}}/{{/a}}{{b}}\">", 1, 40, "run as code"),
  Mistake("<a href=\" {{b}}\">", 1, 11, "run as code"),
  Mistake("<p {{#a}}title{{/a}}=\"{{b}}\">", 1, 21, "same section"),
  Mistake("<p {{#a}}title=\"{{/a}}\">", 1, 17, "balance"),
  Mistake("{{#a}}<p{{/a}}>", 1, 9, "balance"),
  Mistake("<p class={{#a}}b{{/a}}>", 1, 10, "in quotes"),
  Mistake("<{{#a}}p{{/a}}>", 1, 2, "between <"),
]) private func mistakesAreLocatedAndExplained(_ mistake: Mistake) throws {
  let error = try #require(throws: NibError.self) { try Nib(mistake.source, named: "page.html") }
  #expect((error.line, error.column) == (mistake.line, mistake.column))
  #expect(error.message.contains(mistake.message), "\(error)")
  #expect(error.description.hasPrefix("page.html:\(mistake.line):\(mistake.column): "))
}

@Test func mistakesInPartialsNameThePartial() throws {
  let error = try #require(throws: NibError.self) {
    try Nib("<p>\n  {{> inner}}\n</p>", named: "page.html", partials: ["inner": "one\ntwo {{#a}}"])
  }
  #expect(error.nib == "inner")
  #expect((error.line, error.column) == (2, 5))
}

@Test func partialsThatNestWithoutEndAreRefused() throws {
  let error = try #require(throws: NibError.self) { try Nib("{{> a}}", partials: ["a": "x\n  {{> a}}\n"]) }
  #expect(error.message.contains("includes itself"))
  let unbalanced = try #require(throws: NibError.self) { try Nib("{{> a}}", partials: ["a": "<p title=\""]) }
  #expect(unbalanced.message.contains("close it there"))
}

@Test func partialsThatShowThemselvesWithoutEndStop() throws {
  let nib = try Nib("{{> a}}", partials: ["a": "x{{> a}}{{> a}}"])
  #expect(nib.isRecursive)
  #expect(nib.string(nil).utf8.count < 1_000_000)
}

@Test func sectionsThatNestTooDeepAreRefused() throws {
  let source = String(repeating: "{{#a}}", count: 1000) + String(repeating: "{{/a}}", count: 1000)
  #expect(throws: NibError.self) { try Nib(source) }
}

@Test func anyBytesMakeANibOrALocatedError() {
  var generator = SeededGenerator(seed: 9)
  let pieces = [
    "{{", "}}", "{{{", "}}}", "#", "/", "^", ">", "&", "!", "=", "<a href=\"", "\"", "'", "<", ">", "</a>", "<script>",
    "x", "a.b",
    "\n", "  ", "{{#x}}", "{{/x}}", "{{^x}}", "{{> p}}", "{{x}}", "{{{x}}}", "<!--", "-->", "<p ", "title=",
    "{{=<% %>=}}", "<%x%>", "é",
  ]
  var compiled = 0
  for _ in 0..<20_000 {
    var source = ""
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      if UInt8.random(in: 0...9, using: &generator) == 0 {
        source += String(decoding: generator.bytes(upTo: 4), as: UTF8.self)
      } else {
        source += pieces.randomElement(using: &generator) ?? ""
      }
    }
    do throws(NibError) {
      let nib = try Nib(source, partials: ["p": "<i>{{x}}</i>"])
      compiled += 1
      _ = nib.string(["x": [1, "b"]])
      _ = try? ViewNib<FuzzedView>(nib).specialized(with: FuzzedView(x: .known(true))).slotNames
      _ = try? ViewNib<FuzzedView>(nib).specialized(with: FuzzedView(x: .late)).slotNames
    } catch {
      #expect(error.line >= 1 && error.column >= 1 && !error.message.isEmpty)
      #expect(error.line <= source.utf8.count { $0 == 0x0A } + 1)
    }
  }
  #expect(compiled > 1000)
}
