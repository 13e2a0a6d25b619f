package import SitePages
import TableArguments
package import TableEditing
package import TableModel
package import TableRendering
package import TextCoding

/// The members of a JSON body, each read as what it has to be.
package struct JSONBody {
  private var members: [String: NibValue] = [:]

  /// - Throws: `HTTPProblem` 400 for a body that is no JSON, has other members than its address takes, or flags that are none.
  package init(_ body: [UInt8], for action: WriteTarget.Action) throws(HTTPProblem) {
    // Where forms alone are taken, that is said whatever the body is.
    if action == .change || action == .delete && body.allSatisfy({ [0x20, 0x0A, 0x0D, 0x09].contains($0) }) { return }
    members = try SentBody.object(body)
    let (names, flags) = Self.names(action)
    let unknown = members.keys.filter { !names.contains($0) && !flags.contains($0) }.sorted()
    guard unknown.isEmpty else {
      throw Self.failure("Invalid parameter: \(unknown.map { "\"\($0)\"" }.joined(separator: ", "))")
    }
    for name in flags.sorted() {
      switch members[name] {
      case nil, .boolean?: break
      default: throw Self.failure("\"\(name)\" must be a boolean")
      }
    }
  }

  /// The members that an address takes, and those that are true or false.
  private static func names(_ action: WriteTarget.Action) -> (names: Set<String>, flags: Set<String>) {
    switch action {
    case .insert: (["row", "rows"], ["ignore", "replace", "alter", "return", "undo"])
    case .upsert: (["row", "rows"], ["alter", "return", "undo"])
    case .update: (["update", "version"], ["alter", "return", "undo"])
    case .delete: (["version"], ["undo"])
    case .act: (["action", "rows"], ["return", "undo"])
    case .move: (["row", "before", "after", "to", "version"], ["return", "undo"])
    case .paste: (["text"], ["confirm", "undo"])
    case .undo: (["undo"], ["return"])
    case .change: ([], [])
    }
  }

  package subscript(_ name: String) -> NibValue? { members[name] }

  package func flag(_ name: String) -> Bool { members[name]?.isTrue == true }

  /// The version that a row has to have; `nil` for any.
  package func version() throws(HTTPProblem) -> RowVersion? {
    guard let value = members["version"] else { return nil }
    return try Self.version(value)
  }

  /// Rows of one call at most: as many as a page may have.
  package static let rowLimit = 1_000

  /// New rows: one `row`, or a list of `rows`.
  package func rows() throws -> [[ColumnValue]] {
    let rows: [NibValue]
    switch (members["row"], members["rows"]) {
    case (nil, nil): throw Self.failure("Must provide a \"row\" or \"rows\" key")
    case (.some, .some): throw Self.failure("Cannot use \"rows\" and \"row\" at the same time")
    case (let row?, nil):
      guard case .object = row else { throw Self.failure("\"row\" must be a dictionary") }
      rows = [row]
    case (nil, let list?):
      guard case .list(let elements) = list else { throw Self.failure("\"rows\" must be a list") }
      rows = elements
    }
    try Self.checkCount(rows)
    return try rows.map { row in
      guard case .object(let row) = row else { throw Self.failure("\"rows\" must be a list of dictionaries") }
      return try Self.values(row)
    }
  }

  package static func checkCount(_ rows: [NibValue]) throws(HTTPProblem) {
    guard rows.count <= rowLimit else { throw failure("Too many rows, maximum allowed is \(rowLimit)") }
  }

  /// A key as paths hold it, alone or with the version that the row has to have.
  package static func row(_ value: NibValue, _ schema: RecordSchema) throws -> ChosenRow {
    switch value {
    case .text(let key): return ChosenRow(try schema.key(encoded: key))
    case .integer(let key): return ChosenRow(try schema.key(encoded: String(key)))
    case .object(let object):
      guard Set(object.keys).isSubset(of: ["key", "version"]), let key = object["key"] else { break }
      var row = try row(key, schema)
      if let sent = object["version"] { row.version = try version(sent) }
      return row
    default: break
    }
    throw failure("A row must be its key, or {\"key\": …, \"version\": …}")
  }

  private static func version(_ value: NibValue) throws(HTTPProblem) -> RowVersion {
    guard case .text(let text) = value, let version = RowVersion(text) else {
      throw failure("\"version\" must be the version of a row, 16 digits")
    }
    return version
  }

  // MARK: Values

  package static func values(_ row: [String: NibValue]) throws -> [ColumnValue] {
    try row.sorted { $0.key < $1.key }.map { ColumnValue($0.key, try value($0.value, of: $0.key)) }
  }

  /// Documents are stored as their texts, bytes come as `{"$base64": true, "encoded": "…"}`, and a document that looks like that as
  /// `{"$raw": …}`.
  private static func value(_ value: NibValue, of column: String) throws -> RecordValue {
    switch value {
    case .null, .html: return .null
    case .boolean(let flag): return .integer(flag ? 1 : 0)
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case .text(let text): return .text(text)
    case .object(let object) where object["$base64"]?.isTrue == true:
      guard object.count == 2, case .text(let encoded)? = object["encoded"], let bytes = Base64.bytes(encoded) else {
        throw failure("The value of \"\(column)\" is not base64")
      }
      return .blob(bytes)
    case .object(let object) where object.count == 1 && object["$raw"] != nil:
      let raw = object["$raw"] ?? .null
      // An object as it stands, whatever its members are called.
      if case .object = raw { return .text(JSONValue(raw).text) }
      return try Self.value(raw, of: column)
    case .list, .object: return .text(JSONValue(value).text)
    }
  }

  package static func failure(_ message: String) -> HTTPProblem {
    HTTPProblem(status: 400, messages: [message], heading: "This can't be written")
  }
}

extension NibValue {
  fileprivate var isTrue: Bool {
    if case .boolean(true) = self { true } else { false }
  }
}

extension JSONValue {
  /// What was read from JSON; the members of objects by their names.
  package init(_ value: NibValue) {
    switch value {
    case .null, .html: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(text)
    case .list(let elements): self = .list(elements.map { JSONValue($0) })
    case .object(let members): self = .object(members.sorted { $0.key < $1.key }.map { ($0.key, JSONValue($0.value)) })
    }
  }
}
