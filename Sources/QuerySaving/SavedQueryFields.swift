internal import RequestBodies
package import SavedQueries
package import SitePages
import TableModel
package import TextCoding

/// What is sent to save a query, as a form or as JSON: `{"name": …, "description": …, "sql": …, "shared": true, "version": 3}`.
package struct SavedQueryFields: Sendable {
  /// Values by names; those that are missing weren't sent.
  private var values: [String: String] = [:]
  /// The version that was seen.
  package private(set) var version: Int?

  static let all = [
    EditField("name", title: "Name", isRequired: true, maximumLength: SavedQueryContent.nameLimit),
    EditField("description", title: "Description", maximumLength: SavedQueryContent.descriptionLimit),
    EditField("sql", title: "SQL", .longText, isRequired: true, maximumLength: SavedQueryContent.statementLimit),
    EditField("shared", title: "Share with everybody who may run SQL here", .boolean),
  ]

  /// The values of a form.
  /// - Throws: `HTTPProblem` 400 for one that was made for something else.
  package init(_ form: FormBody) throws {
    try FormNames(Set(Self.all.map { "values." + $0.name } + ["version"])).check(form)
    for field in Self.all { values[field.name] = form["values." + field.name] }
    // Browsers end lines with CR LF (HTML Standard, section "Constructing the entry list").
    values["sql"] = values["sql"]?.replacing("\r\n", with: "\n")
    version = try Self.version(form["version"].map { JSONValue.text($0) })
  }

  /// The members of a JSON object.
  /// - Throws: `HTTPProblem` 400 for members of other names or types.
  package init(_ members: [(key: String, value: JSONValue)]) throws {
    for (name, value) in members {
      switch (name, value) {
      case ("version", _): version = try Self.version(value)
      case ("shared", .boolean(let flag)): values[name] = flag ? "true" : "false"
      case ("name", .text(let text)), ("description", .text(let text)), ("sql", .text(let text)): values[name] = text
      case ("name", _), ("description", _), ("sql", _): throw Self.failure("\(name) must be a string")
      case ("shared", _): throw Self.failure("shared must be a boolean")
      default: throw Self.failure("Invalid keys: \(name.prefix(100))")
      }
    }
  }

  /// What a form begins with.
  package init(_ content: SavedQueryContent, version: Int? = nil) {
    values = [
      "name": content.name, "description": content.description, "sql": content.statement,
      "shared": content.isShared ? "true" : "false",
    ]
    self.version = version
  }

  /// - Throws: `HTTPProblem` 400 where more was sent than a version.
  func checkIsVersionAlone() throws {
    guard let name = values.keys.min() else { return }
    throw Self.failure("Invalid keys: \(name)")
  }

  /// What was sent, over what was there.
  func content(over old: SavedQueryContent) -> SavedQueryContent {
    SavedQueryContent(
      name: trimmed("name") ?? old.name, description: trimmed("description") ?? old.description,
      statement: values["sql"] ?? old.statement,
      isShared: values["shared"].map { EditField.boolean($0) == true } ?? old.isShared)
  }

  /// The same, if it can be saved.
  /// - Throws: `FieldErrors` for values that can't.
  func checkedContent(
    over old: SavedQueryContent = SavedQueryContent(name: "", statement: "")
  ) throws(FieldErrors) -> SavedQueryContent {
    let content = content(over: old)
    var messages: [String: String] = [:]
    for (field, value) in zip(Self.all, [content.name, content.description, content.statement]) {
      messages[field.name] = field.problem(with: value)
    }
    if messages["name"] == nil, !SavedQueryContent.isName(content.name) {
      messages["name"] = "Name must be one line of letters, digits and signs"
    }
    if values["shared"].map({ EditField.boolean($0) == nil }) == true { messages["shared"] = "Say yes or no" }
    guard messages.isEmpty else { throw FieldErrors(messages) }
    return content
  }

  /// The values as a form shows them.
  var shown: [String] { Self.all.map { values[$0.name] ?? "" } }

  private func trimmed(_ name: String) -> String? {
    values[name].map { text in
      String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
  }

  private static func version(_ value: JSONValue?) throws -> Int? {
    switch value {
    case nil, .null?: return nil
    case .integer(let number)?: return Int(exactly: number)
    case .text(let text)?:
      guard let number = Int(text) else { throw failure("version must be a number") }
      return number
    default: throw failure("version must be a number")
    }
  }

  private static func failure(_ message: String) -> HTTPProblem {
    HTTPProblem(status: 400, messages: [message], heading: "This query can't be saved")
  }
}
