import TableModel
import TableRendering

/// Where a body of the JSON write API wants a row to stand: `{"row": "3", "before": "1"}`, `after` or `"to": "up"`, and `version`.
struct JSONMove {
  let row: ActionRun.Row
  let place: RowMove.Place
  let returnsRows: Bool
  let asksForUndo: Bool

  /// - Throws: `PageFailure` 400 with what is wrong with the body, `TableError.badRequest` for what is no key of the table.
  init(_ body: [UInt8], _ schema: RecordSchema) throws {
    let object = try JSONChanges.object(body, allowing: ["row", "before", "after", "to", "version", "return", "undo"])
    guard let sent = object["row"] else { throw JSONChanges.failure(["Must provide a \"row\" key"]) }
    var row = try JSONAction.row(sent, schema)
    if let version = object["version"] { row.version = try JSONChanges.version(version) }
    self.row = row
    switch (object["before"], object["after"], object["to"]) {
    case (let other?, nil, nil): place = .before(try JSONAction.row(other, schema).key)
    case (nil, let other?, nil): place = .after(try JSONAction.row(other, schema).key)
    case (nil, nil, .text("up")?): place = .up
    case (nil, nil, .text("down")?): place = .down
    default:
      throw JSONChanges.failure([
        "Must provide one of \"before\" and \"after\" with a key, or \"to\" with \"up\" or \"down\""
      ])
    }
    returnsRows = try JSONChanges.flag("return", in: object)
    asksForUndo = try JSONChanges.flag("undo", in: object)
  }
}
