internal import MicroHTTP
import TableModel
import TableRendering

/// What a body of the JSON write API asks to be done to rows: `{"action": "close", "rows": ["1", {"key": "2", "version": "…"}], "return": true}`, and `undo`.
struct JSONAction {
  let name: String
  let rows: [ActionRun.Row]
  let returnsRows: Bool
  let asksForUndo: Bool

  /// - Throws: `PageFailure` 400 with what is wrong with the body, `TableError.badRequest` for what is no key of the table.
  init(_ body: [UInt8], _ schema: RecordSchema) throws {
    let object = try JSONChanges.object(body, allowing: ["action", "rows", "return", "undo"])
    guard case .text(let name)? = object["action"] else {
      throw JSONChanges.failure(["Must provide an \"action\" key"])
    }
    guard case .list(let elements)? = object["rows"], !elements.isEmpty else {
      throw JSONChanges.failure(["\"rows\" must be a list of keys"])
    }
    guard elements.count <= JSONChanges.rowLimit else {
      throw JSONChanges.failure(["Too many rows, maximum allowed is \(JSONChanges.rowLimit)"])
    }
    var rows: [ActionRun.Row] = []
    for element in elements { rows.append(try Self.row(element, schema)) }
    self.name = name
    self.rows = rows
    returnsRows = try JSONChanges.flag("return", in: object)
    asksForUndo = try JSONChanges.flag("undo", in: object)
  }

  /// A key as paths hold it, alone or with the version that the row has to have.
  static func row(_ value: NibValue, _ schema: RecordSchema) throws -> ActionRun.Row {
    switch value {
    case .text(let key): return ActionRun.Row(key: try schema.key(encoded: key))
    case .integer(let key): return ActionRun.Row(key: try schema.key(encoded: String(key)))
    case .object(let object):
      guard Set(object.keys).isSubset(of: ["key", "version"]), let key = object["key"] else { break }
      var row = try Self.row(key, schema)
      guard let version = object["version"] else { return row }
      row.version = try JSONChanges.version(version)
      return row
    default: break
    }
    throw JSONChanges.failure(["A row must be its key, or {\"key\": …, \"version\": …}"])
  }
}
