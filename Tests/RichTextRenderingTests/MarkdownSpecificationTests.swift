import Foundation
import RichTextRendering
import TableRendering
import Testing

/// The examples of GitHub's specification of Markdown, which Debian's package `cmark-gfm` brings along.
@Suite struct MarkdownSpecificationTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let number: Int
    let section: String
    let source: String
    let html: String

    var testDescription: String { "example \(number), \(section)" }
  }

  private static let file = "/usr/share/doc/cmark-gfm/spec.txt.gz"
  static let isInstalled = FileManager.default.fileExists(atPath: file)

  static func examples() throws -> [Example] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", file]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let fence = String(repeating: "`", count: 32)
    var (examples, section) = ([Example](), "")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("#") { section = String(line.drop { $0 == "#" || $0 == " " }) }
      guard line.hasPrefix(fence + " example") else { continue }
      let source = lines.prefix { $0 != "." }
      lines = lines.dropFirst(source.count + 1)
      let html = lines.prefix { $0 != fence }
      lines = lines.dropFirst(html.count + 1)
      examples.append(
        Example(
          number: examples.count + 1, section: section,
          source: source.map { $0 + "\n" }.joined().replacing("→", with: "\t"),
          html: html.joined(separator: "\n").replacing("→", with: "\t")))
    }
    return examples
  }

  @Test(.enabled(if: isInstalled)) func examplesAreRenderedAsTheSpecificationSays() throws {
    let examples = try Self.examples()
    try #require(examples.count > 600)
    var compared = 0
    for example in examples {
      let html = RichText(example.source).html.description
      let problem = RichTextMarkup.problem(in: html)
      #expect(problem == nil, "\(example.testDescription): \(problem ?? "")\n\(html)")
      guard Self.isComparable(example) else { continue }
      compared += 1
      #expect(
        Self.comparable(html) == Self.ours(example.html), "\(example.testDescription)\n\(example.source)\n\(html)")
    }
    #expect(compared > 500)
  }

  /// Whether we mean to write what the specification says: without HTML in the source, images, and links to anywhere else.
  private static func isComparable(_ example: Example) -> Bool {
    if ["HTML blocks", "Raw HTML", "Disallowed Raw HTML (extension)"].contains(example.section) { return false }
    if ["<a ", "<!-- "].contains(where: example.source.contains) { return false }
    if example.html.contains("<img ") || example.html.contains(/<(span|div|b|ins|bar|foo|responsive-image)\b/) {
      return false
    }
    // These addresses become links by an extension, which the specification has further on.
    if example.section == "Autolinks", !example.html.contains("<a ") { return false }
    return example.html.matches(of: /href="([^"\/?#]*):/).allSatisfy {
      ["http", "https", "mailto"].contains($0.1.lowercased())
    }
  }

  /// The specification's markup, as we write it.
  private static func ours(_ html: String) -> String {
    var html = html
    // Headings stand one below the other, from the second level to the fourth.
    var above: [Int] = []
    html = html.replacing(/<(\/?)h([1-6])>/) { match in
      if match.1.isEmpty, let level = Int(match.2) { above = above.filter { $0 < level } + [level] }
      return "<\(match.1)h\(min(above.count + 1, 4))>"
    }
    html = html.replacing(" />", with: ">")
    html = html.replacing(/\ title="[^"]*"/, with: "").replacing(/\ class="language-[^"]*"/, with: "")
    html = html.replacing(" align=\"center\"", with: " class=\"center\"").replacing(
      " align=\"right\"", with: " class=\"end\"")
    html = html.replacing(" align=\"left\"", with: "").replacing(/<th\b/, with: "<th scope=\"col\"")
    html = html.replacing(/<input (checked="" )?disabled="" type="checkbox">/) { match in
      "<input type=\"checkbox\" disabled"
        + (match.1 == nil ? " aria-label=\"Not done\">" : " checked aria-label=\"Done\">")
    }
    return comparable(html)
  }

  private static func comparable(_ html: String) -> String {
    html.replacing("&#39;", with: "'").replacing("&#x27;", with: "'").replacing(/\s*\n\s*/, with: "\n").replacing(
      />\s+/, with: ">"
    )
    .replacing(/\s+</, with: "<").trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
