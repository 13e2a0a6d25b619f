/// A strict reader of what prose may be: the elements of texts without attributes, and links to allowed addresses, all closed in order.
enum ProseMarkup {
  private static let elements: Set<Substring> = [
    "p", "b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "code", "pre", "kbd", "ul", "ol", "li", "dl", "dt",
    "dd",
    "blockquote", "h3", "h4", "h5",
  ]

  /// What is wrong with some markup; `nil` for nothing.
  static func problem(in markup: String) -> String? {
    var open: [Substring] = []
    var rest = markup[...]
    while let start = rest.firstIndex(of: "<") {
      if rest[..<start].contains(">") { return "a raw sign before \(rest[start...].prefix(20))" }
      guard let end = rest[start...].firstIndex(of: ">") else { return "a tag that never ends" }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return "<\(tag)> closes nothing" }
      } else if tag.hasPrefix("a href=\"") {
        let value = tag.dropFirst(8)
        guard value.hasSuffix("\""), !value.dropLast().contains("\""), !value.contains("'") else {
          return "a link \(tag)"
        }
        let address = value.dropLast().lowercased()
        let scheme = address.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if scheme.contains(":"), !["http:", "https:", "mailto:"].contains(where: scheme.hasPrefix) {
          return "an address \(address)"
        }
        open.append("a")
      } else if tag.hasPrefix("ol start=\""), tag.dropFirst(10).dropLast().allSatisfy(\.isNumber) {
        open.append("ol")
      } else if elements.contains(tag) {
        open.append(tag)
      } else if tag != "br", tag != "hr" {
        return "an element \(tag)"
      }
    }
    if rest.contains(">") { return "a raw > at the end" }
    return open.isEmpty ? nil : "not closed: \(open)"
  }
}
