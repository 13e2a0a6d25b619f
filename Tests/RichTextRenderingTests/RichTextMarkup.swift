/// A strict reader of what a rich text may be: its elements with the attributes that they may have, each where HTML allows it, all closed in
/// order, and links to allowed addresses.
enum RichTextMarkup {
  private static let phrasing: Set<Substring> = [
    "a", "b", "code", "del", "em", "i", "kbd", "s", "small", "strong", "sub", "sup", "u",
  ]
  private static let blocks: Set<Substring> = ["p", "pre", "ul", "ol", "dl", "blockquote", "h2", "h3", "h4", "table"]
  /// What may stand in those that hold no lines of text, by the names of the elements.
  private static let parts: [Substring: Set<Substring>] = [
    "ul": ["li"], "ol": ["li"], "dl": ["dt", "dd"], "table": ["thead", "tbody"], "thead": ["tr"], "tbody": ["tr"],
    "tr": ["th", "td"],
  ]
  private static let boxes: Set<Substring> = [
    "input type=\"checkbox\" disabled checked aria-label=\"Done\"",
    "input type=\"checkbox\" disabled aria-label=\"Not done\"",
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
        continue
      }
      let name = tag.prefix { $0 != " " }
      let attributes = tag.dropFirst(name.count + 1)
      if let problem = problem(ofAttributes: attributes, of: name, tag) { return problem }
      if let problem = problem(of: name, within: open) { return problem }
      if !["br", "hr", "input"].contains(name) { open.append(name) }
    }
    if rest.contains(">") { return "a raw > at the end" }
    return open.isEmpty ? nil : "not closed: \(open)"
  }

  private static func problem(of name: Substring, within open: [Substring]) -> String? {
    if name == "a", open.contains("a") { return "a link in a link" }
    if phrasing.contains(name) || ["br", "input"].contains(name) { return nil }
    guard let parent = open.last else { return blocks.contains(name) || name == "hr" ? nil : "a lone \(name)" }
    if let allowed = parts[parent] { return allowed.contains(name) ? nil : "\(name) in \(parent)" }
    let holdsBlocks = ["li", "dd", "blockquote"].contains(parent)
    return holdsBlocks && (blocks.contains(name) || name == "hr") ? nil : "\(name) in \(parent)"
  }

  private static func problem(
    ofAttributes attributes: Substring, of name: Substring, _ tag: Substring
  ) -> String? {
    switch name {
    case "a":
      guard attributes.hasPrefix("href=\""), attributes.hasSuffix("\""), attributes.count > 6 else {
        return "a link \(tag)"
      }
      let address = attributes.dropFirst(6).dropLast().lowercased()
      if address.contains(where: { "\"' ".contains($0) }) { return "a link \(tag)" }
      let scheme = address.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      let isKnown = ["http:", "https:", "mailto:"].contains(where: scheme.hasPrefix)
      return scheme.contains(":") && !isKnown ? "an address \(address)" : nil
    case "ol":
      let isNumber = attributes.hasPrefix("start=\"") && attributes.dropFirst(7).dropLast().allSatisfy(\.isNumber)
      return attributes.isEmpty || isNumber ? nil : "an attribute \(tag)"
    case "th":
      let ofColumn = ["", " class=\"center\"", " class=\"end\""].map { "scope=\"col\"" + $0 }
      return ofColumn.contains(String(attributes)) ? nil : "an attribute \(tag)"
    case "td": return ["", "class=\"center\"", "class=\"end\""].contains(attributes) ? nil : "an attribute \(tag)"
    case "input": return boxes.contains(tag) ? nil : "a field \(tag)"
    default:
      let isKnown =
        phrasing.contains(name) || blocks.contains(name) || parts.values.contains { $0.contains(name) }
        || name == "br" || name == "hr"
      return isKnown ? attributes.isEmpty ? nil : "an attribute \(tag)" : "an element \(tag)"
    }
  }
}
