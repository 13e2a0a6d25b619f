import TableModel
import TableRendering
import TextCoding

/// The changes that a body of the JSON write API asks for, in the words of Datasette's.
struct JSONChanges {
  var changes: [RecordChange]
  /// Whether the answer is to hold the rows as they are then.
  var returnsRows: Bool
  /// Whether the answer is to hold what takes the changes back.
  private(set) var asksForUndo = false
  /// Whether the body has one `row` instead of a list, which is answered with that row.
  private(set) var isSingleRow = false

  /// Rows of one call at most.
  static let rowLimit = 100

  /// - Parameter key: that of the row that the path names, where it names one.
  /// - Throws: `PageFailure` 400 with everything that is wrong with the body.
  init(_ target: WriteTarget, _ key: RowKey, _ body: [UInt8], version: RowVersion?) throws {
    if target.action == .delete, body.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
      changes = [.delete(key: key, expected: version)]
      returnsRows = false
      return
    }
    let object = try Self.object(body, allowing: Self.names(of: target.action))
    returnsRows = try Self.flag("return", in: object)
    asksForUndo = try Self.flag("undo", in: object)
    isSingleRow = object["row"] != nil
    var version = version
    if let text = object["version"] { version = try Self.version(text) }
    switch target.action {
    case .insert, .upsert: changes = try Self.rows(target.action, object)
    case .update:
      guard case .object(let values)? = object["update"] else {
        throw Self.failure([
          object["update"] == nil ? "Must provide an \"update\" key" : "\"update\" must be a dictionary"
        ])
      }
      changes = [.update(key: key, try Self.values(values), expected: version)]
    case .delete: changes = [.delete(key: key, expected: version)]
    case .act, .move, .paste, .change, .undo: changes = []
    }
  }

  private static func names(of action: WriteTarget.Action) -> Set<String> {
    switch action {
    case .insert: ["row", "rows", "ignore", "replace", "return", "undo"]
    case .upsert: ["row", "rows", "return", "undo"]
    case .update: ["update", "return", "undo", "version"]
    case .delete: ["undo", "version"]
    case .act, .move, .paste, .change, .undo: []
    }
  }

  private static func rows(_ action: WriteTarget.Action, _ object: [String: NibValue]) throws -> [RecordChange] {
    let rows: [NibValue]
    switch (object["row"], object["rows"]) {
    case (nil, nil): throw failure(["Must provide a \"row\" or \"rows\" key"])
    case (.some, .some): throw failure(["Cannot use \"rows\" and \"row\" at the same time"])
    case (let row?, nil):
      guard case .object = row else { throw failure(["\"row\" must be a dictionary"]) }
      rows = [row]
    case (nil, let list?):
      guard case .list(let elements) = list else { throw failure(["\"rows\" must be a list"]) }
      rows = elements
    }
    guard rows.count <= rowLimit else { throw failure(["Too many rows, maximum allowed is \(rowLimit)"]) }
    let ignores = try flag("ignore", in: object)
    let replaces = try flag("replace", in: object)
    guard !(ignores && replaces) else { throw failure(["Cannot use \"ignore\" and \"replace\" at the same time"]) }
    return try rows.map { row in
      guard case .object(let row) = row else { throw failure(["\"rows\" must be a list of dictionaries"]) }
      let values = try values(row)
      return action == .upsert
        ? .upsert(values) : .insert(values, ifExists: ignores ? .ignore : replaces ? .replace : .refuse)
    }
  }

  /// The members of a body.
  /// - Throws: `PageFailure` 400 for a body that is no JSON, or has others than these.
  static func object(_ body: [UInt8], allowing names: Set<String>) throws(PageFailure) -> [String: NibValue] {
    let object = try SentBody.object(body)
    let unknown = object.keys.filter { !names.contains($0) }.sorted()
    if !unknown.isEmpty {
      throw Self.failure(["Invalid parameter: \(unknown.map { "\"\($0)\"" }.joined(separator: ", "))"])
    }
    return object
  }

  static func version(_ value: NibValue) throws(PageFailure) -> RowVersion {
    guard case .text(let text) = value, let version = RowVersion(text) else {
      throw failure(["\"version\" must be the version of a row, 16 digits"])
    }
    return version
  }

  static func flag(_ name: String, in object: [String: NibValue]) throws(PageFailure) -> Bool {
    switch object[name] {
    case nil: return false
    case .boolean(let value)?: return value
    default: throw failure(["\"\(name)\" must be a boolean"])
    }
  }

  // MARK: Values

  private static func values(_ row: [String: NibValue]) throws -> [ColumnValue] {
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
        throw failure(["The value of \"\(column)\" is not base64"])
      }
      return .blob(bytes)
    case .object(let object) where object.count == 1 && object["$raw"] != nil:
      return try Self.value(raw: object["$raw"] ?? .null, of: column)
    case .list, .object: return .text(String(decoding: JSONValue(value).bytes, as: UTF8.self))
    }
  }

  /// A value as it stands, whatever its members are called.
  private static func value(raw value: NibValue, of column: String) throws -> RecordValue {
    guard case .object = value else { return try Self.value(value, of: column) }
    return .text(String(decoding: JSONValue(value).bytes, as: UTF8.self))
  }

  static func failure(_ messages: [String]) -> PageFailure {
    PageFailure(status: 400, messages: messages, heading: "This can't be written")
  }
}

extension NibValue {
  fileprivate var isTrue: Bool {
    if case .boolean(true) = self { true } else { false }
  }
}

extension JSONValue {
  /// What was read from JSON; the members of objects by their names.
  init(_ value: NibValue) {
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
