import RichTextRendering
import TableRendering
import TextCoding
internal import Yams

/// Values of a site file: each is what it must be, or reported with its place.
extension SiteFileReader {
  /// Words about a site, a database, a table or a query that are kept as they are.
  static let notes = ["allow", "license", "license_url", "source", "source_url", "about", "about_url"]

  /// Keys that Datasette's files have and that say nothing here.
  private static let ignoredKeys = [
    "plugins", "allow_sql", "searchmode", "extra_css_urls", "extra_js_urls", "fragment",
    "on_success_message", "on_success_message_sql", "on_success_redirect", "on_error_message", "on_error_redirect",
    "is_private", "is_published", "is_trusted",
  ]

  /// The mapping at the root; `nil` for an empty file.
  func root(_ yaml: String) throws(SiteFileError) -> Node? {
    let root: Node?
    do { root = try Yams.compose(yaml: JSONEscapes.joined(in: yaml)) } catch {
      throw SiteFileError(problems: [.init(reading: error)])
    }
    guard let root, !root.isNull else { return nil }
    // Some lines of aliases to lines of aliases stand for more values than any memory has.
    var room = Self.valueLimit
    guard root.fits(in: &room) else {
      throw SiteFileError(problems: [
        .init("The file has more than \(Self.valueLimit) values; each alias counts as what it stands for", at: nil)
      ])
    }
    return root
  }

  private static let valueLimit = 1_000_000

  /// The members of a mapping, without those whose keys aren't known.
  mutating func members(of node: Node, _ what: String, known: [String], allowsNotes: Bool = true) -> [String: Member] {
    guard let mapping = node.mapping else {
      report("Expected keys with values in \(what), such as title: A title", at: node)
      return [:]
    }
    // What is heeded here may say nothing elsewhere.
    let ignoredKeys = Self.ignoredKeys.filter { !known.contains($0) }
    let known = allowsNotes ? known + Self.notes + ["permissions"] + ignoredKeys : known
    var members: [String: Member] = [:]
    for (key, value) in mapping {
      guard let name = key.scalar?.string, known.contains(name) else {
        let name = key.scalar?.string ?? ""
        report("Unknown key “\(name)”" + NameSuggestions.hint(name, among: known), at: key)
        continue
      }
      if ignoredKeys.contains(name) { ignored.append((name, key.place)) }
      members[name] = (key, value)
    }
    if let permissions = members["permissions"] { takePermissions(permissions, into: &members) }
    return members
  }

  /// The permissions of Datasette's configuration that say who may see something, or write statements, as the keys that say the same here.
  private mutating func takePermissions(_ permissions: Member, into members: inout [String: Member]) {
    for (name, member) in named(permissions, "permissions") {
      let key: String? =
        switch name {
        case "view-instance", "view-database", "view-table", "view-query": "allow"
        case "execute-sql": "allow_sql"
        default: nil
        }
      if let key, members[key] == nil { members[key] = member } else { ignored.append((name, member.key.place)) }
    }
  }

  /// The members of a mapping whose keys are names that the owner has chosen.
  mutating func named(_ member: Member?, _ key: String) -> [(name: String, member: Member)] {
    guard let member, !member.value.isNull else { return [] }
    guard let mapping = member.value.mapping else {
      report("\(key) must be keys with values", at: member.value)
      return []
    }
    var named: [(name: String, member: Member)] = []
    for (key, value) in mapping {
      // A name such as 2024 is a name, whatever YAML takes it for.
      guard let name = key.scalar?.string, !name.isEmpty else {
        report("A name must be text", at: key)
        continue
      }
      named.append((name, (key, value)))
    }
    return named
  }

  mutating func text(_ member: Member?, _ key: String) -> String? {
    guard let member, !member.value.isNull else { return nil }
    guard member.value.isText, let text = member.value.scalar?.string else {
      let advice = member.value.scalar == nil ? "" : ": put it in quotes"
      report("\(key) must be text\(advice)", at: member.value)
      return nil
    }
    return text
  }

  mutating func flag(_ member: Member?, _ key: String) -> Bool {
    guard let member, !member.value.isNull else { return false }
    guard member.value.tag == Tag(.bool), let flag = member.value.bool else {
      report("\(key) must be true or false", at: member.value)
      return false
    }
    return flag
  }

  /// - Parameter keys: further keys that are kept as they are.
  mutating func notes(_ members: [String: Member], and keys: [String] = []) -> [(key: String, value: JSONValue)] {
    for key in ["allow", "allow_sql"] { if let member = members[key] { readAllowed(member, key) } }
    return (Self.notes + keys).compactMap { key in members[key].map { (key, JSONValue($0.value)) } }
  }

  mutating func report(_ message: String, at node: Node) {
    problems.append(.init(message, at: node.place))
  }

  /// `description`, in Markdown, or `description_html`.
  mutating func description(_ members: [String: Member]) -> RichText? {
    if let html = text(members["description_html"], "description_html") { return RichText(html, .html) }
    return markdown(members["description"], "description")
  }

  mutating func markdown(_ member: Member?, _ key: String) -> RichText? {
    guard let source = text(member, key), let member else { return nil }
    guard source.utf8.count <= RichText.maximumMarkdownLength else {
      report("\(key) is longer than 16,384 bytes; shorten it, or use description_html", at: member.value)
      return nil
    }
    return RichText(source)
  }

  /// A number of at least 1.
  mutating func count(_ member: Member?, _ key: String) -> Int? {
    guard let member, !member.value.isNull else { return nil }
    guard member.value.tag == Tag(.int), let number = member.value.int, number >= 1 else {
      report("\(key) must be a number of at least 1", at: member.value)
      return nil
    }
    return number
  }

  /// One of some words.
  mutating func choice<Choice>(_ member: Member?, _ key: String, _ choices: KeyValuePairs<String, Choice>) -> Choice? {
    guard let word = text(member, key), let member else { return nil }
    if let choice = choices.first(where: { $0.key == word }) { return choice.value }
    let near = NameSuggestions.hint(word, among: choices.map(\.key))
    let known = near.isEmpty ? "; use one of: " + choices.map(\.key).joined(separator: ", ") : near
    report("Unknown \(key) “\(word)”" + known, at: member.value)
    return nil
  }

  /// The name of a column, or whatever else is found elsewhere.
  mutating func name(_ node: Node, _ key: String) -> PlacedName? {
    // A column may be called 2024, whatever YAML takes that for.
    guard let name = node.scalar?.string, !name.isEmpty, !node.isNull else {
      report("\(key) must be a name", at: node)
      return nil
    }
    return PlacedName(name, at: node.place)
  }

  /// A name, or a list of names.
  mutating func names(_ member: Member?, _ key: String) -> [PlacedName]? {
    guard let member, !member.value.isNull else { return nil }
    if let elements = member.value.sequence { return elements.compactMap { name($0, "a name of \(key)") } }
    guard member.value.scalar != nil else {
      report("\(key) must be a list of names, such as [price, name]", at: member.value)
      return nil
    }
    return name(member.value, key).map { [$0] }
  }
}
