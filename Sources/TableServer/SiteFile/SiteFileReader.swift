internal import Yams

/// Reads a site file: what is wrong with it is gathered, so that it can be mended at one go.
struct SiteFileReader {
  private var problems: [SiteFileError.Problem] = []

  /// Words about a site, a database or a query that are kept as they are.
  private static let notes = ["allow", "license", "license_url", "source", "source_url", "about", "about_url"]

  /// A value and the key before it.
  private typealias Member = (key: Node, value: Node)

  mutating func file(_ yaml: String) throws(SiteFileError) -> SiteFile {
    var file = SiteFile()
    if let root = try root(yaml) {
      let members = members(of: root, "the site file", known: ["title", "description", "databases"])
      file.title = text(members["title"], "title")
      file.description = text(members["description"], "description")
      file.notes = notes(members)
      for (name, member) in named(members["databases"], "databases") { file.databases.append(database(name, member)) }
    }
    guard problems.isEmpty else { throw SiteFileError(problems: problems) }
    return file
  }

  // MARK: Parts

  private mutating func database(_ name: String, _ member: Member) -> SiteFile.Database {
    var database = SiteFile.Database(name: name)
    database.place = member.key.place
    guard !member.value.isNull else { return database }
    let members = members(of: member.value, "the database “\(name)”", known: ["title", "description", "queries"])
    database.title = text(members["title"], "title")
    database.description = text(members["description"], "description")
    database.notes = notes(members)
    for (name, member) in named(members["queries"], "queries") {
      if let query = query(name, member) { database.queries.append(query) }
    }
    return database
  }

  private mutating func query(_ name: String, _ member: Member) -> StoredQuery? {
    var members = ["sql": member]
    if case .scalar = member.value {
    } else {
      let known = ["sql", "title", "description", "params", "hide_sql"]
      members = self.members(of: member.value, "the query “\(name)”", known: known)
      guard member.value.mapping != nil else { return nil }
    }
    if let statement = members["sql"]?.value, !statement.isNull, !statement.isText {
      report("The sql of the query “\(name)” must be a text", at: statement)
      return nil
    }
    guard let statement = text(members["sql"], "sql"), !statement.allSatisfy(\.isWhitespace) else {
      report("The query “\(name)” has no sql", at: member.key)
      return nil
    }
    var query = StoredQuery(name: name, statement: statement)
    query.place = member.key.place
    query.title = text(members["title"], "title")
    query.description = text(members["description"], "description")
    query.parameters = parameters(members["params"])
    query.hidesStatement = flag(members["hide_sql"], "hide_sql")
    query.notes = notes(members)
    return query
  }

  private mutating func parameters(_ member: Member?) -> [String] {
    guard let member, !member.value.isNull else { return [] }
    guard let elements = member.value.sequence else {
      report("params must be a list of names, such as [price, name]", at: member.value)
      return []
    }
    var names: [String] = []
    for element in elements {
      guard let name = text((element, element), "a name of params") else { continue }
      if name.isEmpty || name.hasPrefix("_") {
        report("The parameter “\(name)” can't be had: names that begin with _ are arguments of pages", at: element)
      } else if names.contains(name) {
        report("The parameter “\(name)” is named twice", at: element)
      } else {
        names.append(name)
      }
    }
    return names
  }

  // MARK: Values

  /// The mapping at the root; `nil` for an empty file.
  private func root(_ yaml: String) throws(SiteFileError) -> Node? {
    do {
      guard let root = try Yams.compose(yaml: yaml), !root.isNull else { return nil }
      return root
    } catch {
      throw SiteFileError(problems: [.init(reading: error)])
    }
  }

  /// The members of a mapping, without those whose keys aren't known.
  private mutating func members(of node: Node, _ what: String, known: [String]) -> [String: Member] {
    guard let mapping = node.mapping else {
      report("What is said about \(what) must be keys with values, such as title: A title", at: node)
      return [:]
    }
    let known = known + Self.notes
    var members: [String: Member] = [:]
    for (key, value) in mapping {
      guard let name = key.scalar?.string, known.contains(name) else {
        let name = key.scalar?.string ?? ""
        let near = NearestNames.of(name, among: known).first
        report("The key “\(name)” is not known here" + (near.map { "; “\($0)” is" } ?? ""), at: key)
        continue
      }
      members[name] = (key, value)
    }
    return members
  }

  /// The members of a mapping whose keys are names that the owner has chosen.
  private mutating func named(_ member: Member?, _ key: String) -> [(name: String, member: Member)] {
    guard let member, !member.value.isNull else { return [] }
    guard let mapping = member.value.mapping else {
      report("\(key) must be names, each with what is said about it", at: member.value)
      return []
    }
    var named: [(name: String, member: Member)] = []
    for (key, value) in mapping {
      // A name such as 2024 is a name, whatever YAML takes it for.
      guard let name = key.scalar?.string, !name.isEmpty else {
        report("A name must be a text", at: key)
        continue
      }
      named.append((name, (key, value)))
    }
    return named
  }

  private mutating func text(_ member: Member?, _ key: String) -> String? {
    guard let member, !member.value.isNull else { return nil }
    guard member.value.isText, let text = member.value.scalar?.string else {
      let advice = member.value.scalar == nil ? "" : ": put it in quotes"
      report("\(key) must be a text\(advice)", at: member.value)
      return nil
    }
    return text
  }

  private mutating func flag(_ member: Member?, _ key: String) -> Bool {
    guard let member, !member.value.isNull else { return false }
    guard member.value.tag == Tag(.bool), let flag = member.value.bool else {
      report("\(key) must be true or false", at: member.value)
      return false
    }
    return flag
  }

  private func notes(_ members: [String: Member]) -> [(key: String, value: JSONTree)] {
    Self.notes.compactMap { key in members[key].map { (key, JSONTree($0.value)) } }
  }

  private mutating func report(_ message: String, at node: Node) {
    problems.append(.init(message, at: node.place))
  }
}

extension Node {
  fileprivate var place: SourcePlace? { mark.map { SourcePlace(line: $0.line, column: $0.column) } }
  fileprivate var isNull: Bool { tag == Tag(.null) }
  /// Whether it is a text, as which a date without quotes counts too.
  fileprivate var isText: Bool { tag == Tag(.str) || tag == Tag(.timestamp) }
}

extension JSONTree {
  /// A value of YAML; what JSON has no type for becomes a text.
  fileprivate init(_ node: Node) {
    switch node {
    case .scalar(let scalar):
      if node.isNull {
        self = .null
      } else if node.tag == Tag(.bool), let flag = node.bool {
        self = .boolean(flag)
      } else if node.tag == Tag(.int), let number = node.int {
        self = .integer(Int64(number))
      } else if node.tag == Tag(.float), let number = node.float, number.isFinite {
        self = .real(number)
      } else {
        self = .text(scalar.string)
      }
    case .sequence(let elements): self = .list(elements.map(JSONTree.init))
    case .mapping(let members):
      self = .object(members.map { (key: $0.key.scalar?.string ?? "", value: JSONTree($0.value)) })
    case .alias: self = .null
    }
  }
}

extension SiteFileError.Problem {
  /// Why the text is no YAML.
  fileprivate init(reading error: any Error) {
    func place(_ mark: Mark) -> SourcePlace { SourcePlace(line: mark.line, column: mark.column) }
    switch error {
    case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      self.init("This is no YAML: \(problem)", at: place(mark))
    case YamlError.duplicatedKeysInMapping(let keys, let context):
      self.init("The key “\(keys.first ?? "")” is there twice", at: place(context.mark))
    default: self.init("The site file is no YAML", at: nil)
    }
  }
}
