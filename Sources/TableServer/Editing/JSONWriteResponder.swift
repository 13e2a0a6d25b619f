internal import MicroHTTP
import SiteAccess
import TableEditing
import TableModel
import TableRendering
import TextCoding

/// Applies what scripts ask for, in the words of Datasette's JSON write API, and answers in JSON.
struct JSONWriteResponder {
  let table: EditedTable
  let target: WriteTarget
  let request: Request
  let body: [UInt8]

  private var schema: RecordSchema { table.schema }

  /// Rows of one call at most.
  static let rowLimit = 100

  private var condition: RowVersion? { VersionCondition(request).version }

  func answer() async throws -> Response {
    do {
      return switch target.action {
      case .insert: try await insert()
      case .upsert: try await upsert()
      case .update: try await update()
      case .delete: try await delete()
      case .act: try await act()
      case .move: try await move()
      case .paste: try await paste()
      case .undo: try await undo()
      case .change:
        throw HTTPProblem(
          status: 415, messages: ["This address takes forms alone"], heading: "This address can't be used like that")
      }
    } catch let error as EditConflict {
      let isConditional = target.action.isForOneRow && condition != nil
      return conflict(error, status: isConditional ? .preconditionFailed : .conflict)
    }
  }

  // MARK: Rows

  private func insert() async throws -> Response {
    let body = try JSONBody(body, allowing: ["row", "rows"], flags: ["ignore", "replace", "return", "undo"])
    let ignores = body.flag("ignore"), replaces = body.flag("replace")
    guard !(ignores && replaces) else {
      throw JSONBody.failure("Cannot use \"ignore\" and \"replace\" at the same time")
    }
    let existing: ExistingRecord = ignores ? .ignore : replaces ? .replace : .refuse
    let result = try await table.run(
      Command(.insertRecords(try body.rows(limit: Self.rowLimit), ifExists: existing)))
    // One `row` is answered with that row.
    let isSingle = body["row"] != nil
    var response = response(result, body, returnsRows: isSingle, hasOthers: true, status: .created)
    if isSingle, let row = result.records.outcomes.first?.after {
      let address = table.mounted.presentation(for: row.schema, table.context).address(of: row.key)
      response.headers.append(Header(.location, address))
    }
    return response
  }

  private func upsert() async throws -> Response {
    let body = try JSONBody(body, allowing: ["row", "rows"], flags: ["return", "undo"])
    let rows = try body.rows(limit: Self.rowLimit)
    return response(try await table.run(Command(.upsert(rows))), body, hasOthers: true)
  }

  private func update() async throws -> Response {
    let body = try JSONBody(body, allowing: ["update", "version"], flags: ["return", "undo"])
    let expected = try body.version() ?? condition
    guard let update = body["update"] else { throw JSONBody.failure("Must provide an \"update\" key") }
    guard case .object(let values) = update else { throw JSONBody.failure("\"update\" must be a dictionary") }
    let row = ChosenRow(try schema.key(encoded: target.key), version: expected)
    let result = try await table.run(Command(.update(try JSONBody.values(values)), row))
    var answer: [(key: String, value: JSONValue)] = []
    if body.flag("return") {
      let rows = result.records.outcomes.compactMap(\.after)
      answer = [("row", rows.first.map { JSONValue($0) } ?? .null), Self.versions(rows)]
    }
    return response(result, body, answer, hasOthers: true)
  }

  private func delete() async throws -> Response {
    let isEmpty = body.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    let body = isEmpty ? JSONBody() : try JSONBody(body, allowing: ["version"], flags: ["undo"])
    let row = ChosenRow(try schema.key(encoded: target.key), version: try body.version() ?? condition)
    return response(try await table.run(Command(.delete, row)), body, hasOthers: true)
  }

  // MARK: What the site's owner lets be done

  private func act() async throws -> Response {
    let body = try JSONBody(body, allowing: ["action", "rows"], flags: ["return", "undo"])
    guard case .text(let name)? = body["action"] else { throw JSONBody.failure("Must provide an \"action\" key") }
    guard case .list(let elements)? = body["rows"], !elements.isEmpty else {
      throw JSONBody.failure("\"rows\" must be a list of keys")
    }
    guard elements.count <= Self.rowLimit else {
      throw JSONBody.failure("Too many rows, maximum allowed is \(Self.rowLimit)")
    }
    let rows = try elements.map { try JSONBody.row($0, schema) }
    return response(try await table.perform(name, on: rows), body)
  }

  private func move() async throws -> Response {
    let body = try JSONBody(body, allowing: ["row", "before", "after", "to", "version"], flags: ["return", "undo"])
    guard let sent = body["row"] else { throw JSONBody.failure("Must provide a \"row\" key") }
    var row = try JSONBody.row(sent, schema)
    row.version = try body.version() ?? row.version
    let place: MoveTarget
    switch (body["before"], body["after"], body["to"]) {
    case (let other?, nil, nil): place = .before(try JSONBody.row(other, schema).id)
    case (nil, let other?, nil): place = .after(try JSONBody.row(other, schema).id)
    case (nil, nil, .text("up")?): place = .up
    case (nil, nil, .text("down")?): place = .down
    default:
      throw JSONBody.failure(
        "Must provide one of \"before\" and \"after\" with a key, or \"to\" with \"up\" or \"down\"")
    }
    return response(try await table.run(Command(.move(place), row)), body)
  }

  private func paste() async throws -> Response {
    let body = try JSONBody(body, allowing: ["text"], flags: ["confirm", "undo"])
    guard case .text(let text)? = body["text"] else { throw JSONBody.failure("\"text\" must be a text") }
    switch try await table.paste(text, isConfirmed: body.flag("confirm"), takesAllColumns: true) {
    case .preview(let preview): return preview.json
    case .stored(let result, let message):
      return response(result, body, returnsRows: true, message: message, status: .created)
    }
  }

  /// Takes back what an answer named: `{"undo": "…", "return": true}`.
  private func undo() async throws -> Response {
    let body = try JSONBody(body, allowing: ["undo"], flags: ["return"])
    guard case .text(let name)? = body["undo"] else { throw JSONBody.failure("Must provide an \"undo\" key") }
    do {
      return response(
        try await table.revert(name).result, body, hasOthers: true, asksForUndo: true)
    } catch  where error is RecordChangeError || error is TableCommandError {
      throw HTTPProblem(
        status: 409, messages: ["This can't be taken back: somebody has changed these rows since"],
        heading: "Somebody has changed these rows since")
    }
  }

  // MARK: Answers

  private func response(
    _ result: CommandResult, _ body: JSONBody, _ more: [(key: String, value: JSONValue)]? = nil,
    returnsRows: Bool = false, hasOthers: Bool = false, asksForUndo: Bool? = nil, message: String? = nil,
    status: Status = .ok
  ) -> Response {
    var answer: [(key: String, value: JSONValue)] = [("ok", true)]
    let records = result.records
    if let more {
      answer += more
    } else if returnsRows || body.flag("return") {
      let rows = records.outcomes.compactMap(\.after)
      answer += [("rows", .list(rows.map { JSONValue($0) })), Self.versions(rows)]
    }
    if hasOthers, !records.others.isEmpty {
      let others = records.others.map { other -> JSONValue in
        [
          "table": .text(other.table), "deleted": .integer(Int64(other.deleted)),
          "changed": .integer(Int64(other.changed)),
        ]
      }
      answer.append(("others", .list(others)))
    }
    if asksForUndo ?? body.flag("undo") {
      let message = message ?? "\(target.action.rawValue) of \(records.outcomes.count.counted("row", "rows"))."
      let name = table.context.keepUndo(of: result, at: table.address, by: table.visitor, message: message)
      answer.append(("undo", JSONValue(name)))
    }
    return Response(.object(answer), status: status)
  }

  private static func versions(_ rows: [Record]) -> (key: String, value: JSONValue) {
    ("versions", JSONValue(rows.map { RowVersion($0).description }))
  }

  /// Tells of a row that is not what the asker saw, as it is now.
  private func conflict(_ conflict: EditConflict, status: Status) -> Response {
    Response(
      .failure(
        [conflict.message], status: Int(status.code),
        [
          ("expected_version", JSONValue(conflict.expected?.description)),
          ("current_version", JSONValue(conflict.current?.version.description)),
          ("current", conflict.record.map { JSONValue($0) } ?? .null),
        ]), status: status)
  }
}
