internal import Yams

/// Reads a site file: what is wrong with it is gathered, so that it can be mended at one go.
struct SiteFileReader {
  var problems: [SiteFileError.Problem] = []

  /// Keys of Datasette's that say nothing here, and where they stand.
  var ignored: [(key: String, place: SourcePlace?)] = []

  /// Who is named by what the file allows.
  var allowed = AllowedNames()

  /// A value and the key before it.
  typealias Member = (key: Node, value: Node)

  mutating func file(_ yaml: String) throws(SiteFileError) -> SiteFile {
    var file = SiteFile()
    if let root = try root(yaml) {
      let members = members(
        of: root, "the site file",
        known: [
          "title", "description", "description_html", "databases", "nibs", "frame", "style_sheets", "scripts",
          "allow_sql", "settings",
        ])
      file.title = text(members["title"], "title")
      file.description = description(members)
      file.notes = notes(members, and: ["allow_sql"])
      file.settings = settings(members["settings"])
      file.frame = members["frame"].flatMap { $0.value.isNull ? nil : name($0.value, "frame") }
      file.nibs = members["nibs"].flatMap { $0.value.isNull ? nil : name($0.value, "nibs") }
      file.styleSheets = names(members["style_sheets"], "style_sheets") ?? []
      file.scripts = names(members["scripts"], "scripts") ?? []
      for (name, member) in named(members["databases"], "databases") { file.databases.append(database(name, member)) }
    }
    file.allowed = allowed
    file.ignored = ignored
    guard problems.isEmpty else { throw SiteFileError(problems: problems) }
    return file
  }

  // MARK: Parts

  private mutating func database(_ name: String, _ member: Member) -> SiteFile.Database {
    var database = SiteFile.Database(name: name)
    database.place = member.key.place
    guard !member.value.isNull else { return database }
    let members = members(
      of: member.value, "the database “\(name)”",
      known: ["title", "description", "description_html", "queries", "tables", "allow_sql"])
    database.title = text(members["title"], "title")
    database.description = description(members)
    database.notes = notes(members, and: ["allow_sql"])
    for (name, member) in named(members["queries"], "queries") {
      if let query = query(name, member) { database.queries.append(query) }
    }
    for (name, member) in named(members["tables"], "tables") { database.tables.append(table(name, member)) }
    return database
  }

  private mutating func query(_ name: String, _ member: Member) -> StoredQuery? {
    var members = ["sql": member]
    if case .scalar = member.value {
    } else {
      let known =
        ["sql", "title", "description", "description_html", "params", "hide_sql", "write"] + Self.answersOfWriting
      members = self.members(of: member.value, "the query “\(name)”", known: known)
      guard member.value.mapping != nil else { return nil }
    }
    if let statement = members["sql"]?.value, !statement.isNull, !statement.isText {
      report("The sql of the query “\(name)” must be text", at: statement)
      return nil
    }
    guard let statement = text(members["sql"], "sql"), !statement.allSatisfy(\.isWhitespace) else {
      report("The query “\(name)” has no sql", at: member.key)
      return nil
    }
    var query = StoredQuery(name: name, statement: statement)
    query.place = member.key.place
    query.title = text(members["title"], "title")
    query.description = description(members)
    query.parameters = parameters(members["params"])
    query.writing = writing(members)
    query.hidesStatement = flag(members["hide_sql"], "hide_sql")
    query.notes = notes(members)
    return query
  }

  private static let answersOfWriting = [
    "on_success_message", "on_success_message_sql", "on_success_redirect", "on_error_message", "on_error_redirect",
  ]

  private mutating func writing(_ members: [String: Member]) -> StoredQuery.Writing? {
    guard flag(members["write"], "write") else {
      // They say nothing of a statement that reads.
      for key in Self.answersOfWriting { if let member = members[key] { ignored.append((key, member.key.place)) } }
      return nil
    }
    return StoredQuery.Writing(
      successMessage: text(members["on_success_message"], "on_success_message"),
      successStatement: text(members["on_success_message_sql"], "on_success_message_sql"),
      successAddress: text(members["on_success_redirect"], "on_success_redirect"),
      failureMessage: text(members["on_error_message"], "on_error_message"),
      failureAddress: text(members["on_error_redirect"], "on_error_redirect"))
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
        report("The parameter “\(name)” isn't allowed: names that begin with _ are reserved", at: element)
      } else if names.contains(name) {
        report("Duplicate parameter “\(name)”", at: element)
      } else {
        names.append(name)
      }
    }
    return names
  }
}
