internal import MicroHTTP
import SiteAccess
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

  /// A tag of anything else than a row matches none (RFC 9110 section 13.1.1).
  private var condition: RowVersion? {
    guard let condition = request.header("If-Match"), condition != "*" else { return nil }
    let text = condition.drop { $0 == " " || $0 == "\"" }.prefix { $0 != "\"" && $0 != " " }
    return RowVersion(String(text)) ?? RowVersion(digest: 0)
  }

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
        throw PageFailure(
          status: 415, messages: ["This address takes forms alone"], heading: "This address can't be used like that")
      }
    } catch RecordChangeError.stale(let row) {
      let isConditional = target.action.isForOneRow && condition != nil
      return stale(row, status: isConditional ? .preconditionFailed : .conflict)
    }
  }

  // MARK: Rows

  private func insert() async throws -> Response {
    let body = try JSONBody(body, allowing: ["row", "rows"], flags: ["ignore", "replace", "return", "undo"])
    let ignores = body.flag("ignore"), replaces = body.flag("replace")
    guard !(ignores && replaces) else {
      throw JSONBody.failure("Cannot use \"ignore\" and \"replace\" at the same time")
    }
    let result = try await table.apply(
      try body.rows(limit: Self.rowLimit).map {
        .insert($0, ifExists: ignores ? .ignore : replaces ? .replace : .refuse)
      })
    // One `row` is answered with that row.
    let isSingle = body["row"] != nil
    var response = response(result, body, returnsRows: isSingle, hasOthers: true, status: .created)
    if isSingle, let row = result.outcomes.first?.after {
      let address = table.mounted.presentation(for: row.schema, table.context).address(of: row.key)
      response.headers.append(Header(.location, address))
    }
    return response
  }

  private func upsert() async throws -> Response {
    let body = try JSONBody(body, allowing: ["row", "rows"], flags: ["return", "undo"])
    let changes = try body.rows(limit: Self.rowLimit).map { RecordChange.upsert($0) }
    return response(
      try await table.apply(changes), body, hasOthers: true)
  }

  private func update() async throws -> Response {
    let body = try JSONBody(body, allowing: ["update", "version"], flags: ["return", "undo"])
    let expected = try body.version() ?? condition
    guard let update = body["update"] else { throw JSONBody.failure("Must provide an \"update\" key") }
    guard case .object(let values) = update else { throw JSONBody.failure("\"update\" must be a dictionary") }
    let change = RecordChange.update(
      key: try schema.key(encoded: target.key), try JSONBody.values(values), expected: expected)
    let result = try await table.apply([change])
    var answer: [(key: String, value: JSONValue)] = []
    if body.flag("return") {
      let rows = result.outcomes.compactMap(\.after)
      answer = [("row", rows.first.map { JSONValue($0) } ?? .null), Self.versions(rows)]
    }
    return response(result, body, answer, hasOthers: true)
  }

  private func delete() async throws -> Response {
    let isEmpty = body.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    let body = isEmpty ? JSONBody() : try JSONBody(body, allowing: ["version"], flags: ["undo"])
    let key = try schema.key(encoded: target.key)
    return response(
      try await table.apply([.delete(key: key, expected: try body.version() ?? condition)]), body, hasOthers: true)
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
    return response(
      try await table.perform(try table.action(named: name), on: rows), body)
  }

  private func move() async throws -> Response {
    let body = try JSONBody(body, allowing: ["row", "before", "after", "to", "version"], flags: ["return", "undo"])
    guard let sent = body["row"] else { throw JSONBody.failure("Must provide a \"row\" key") }
    var row = try JSONBody.row(sent, schema)
    row.version = try body.version() ?? row.version
    let place: RowMove.Place
    switch (body["before"], body["after"], body["to"]) {
    case (let other?, nil, nil): place = .before(try JSONBody.row(other, schema).key)
    case (nil, let other?, nil): place = .after(try JSONBody.row(other, schema).key)
    case (nil, nil, .text("up")?): place = .up
    case (nil, nil, .text("down")?): place = .down
    default:
      throw JSONBody.failure(
        "Must provide one of \"before\" and \"after\" with a key, or \"to\" with \"up\" or \"down\"")
    }
    return response(
      try await table.move(row.key, to: place, seen: row.version.map { .version($0) } ?? .anything), body)
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
        try await table.takeBack(name).result, body, hasOthers: true, asksForUndo: true)
    } catch let error as RecordChangeError {
      if case .stale = error { throw error }
      throw PageFailure(
        status: 409, messages: ["This can't be taken back: somebody has changed these rows since"],
        heading: "Somebody has changed these rows since")
    }
  }

  // MARK: Answers

  private func response(
    _ result: RecordChangeResult, _ body: JSONBody, _ more: [(key: String, value: JSONValue)]? = nil,
    returnsRows: Bool = false, hasOthers: Bool = false, asksForUndo: Bool? = nil, message: String? = nil,
    status: Status = .ok
  ) -> Response {
    var answer: [(key: String, value: JSONValue)] = [("ok", true)]
    if let more {
      answer += more
    } else if returnsRows || body.flag("return") {
      let rows = result.outcomes.compactMap(\.after)
      answer += [("rows", .list(rows.map { JSONValue($0) })), Self.versions(rows)]
    }
    if hasOthers, !result.others.isEmpty {
      let others = result.others.map { other -> JSONValue in
        [
          "table": .text(other.table), "deleted": .integer(Int64(other.deleted)),
          "changed": .integer(Int64(other.changed)),
        ]
      }
      answer.append(("others", .list(others)))
    }
    if asksForUndo ?? body.flag("undo") {
      let message = message ?? "\(target.action.rawValue) of \(result.outcomes.count.counted("row", "rows"))."
      let name = table.context.keepUndo(of: result, table.presentation, by: table.visitor, message: message)
      answer.append(("undo", JSONValue(name)))
    }
    return Response(.object(answer), status: status)
  }

  private static func versions(_ rows: [Record]) -> (key: String, value: JSONValue) {
    ("versions", JSONValue(rows.map { RowVersion($0).description }))
  }

  /// Tells of a row that is not what the asker saw, as it is now.
  private func stale(_ row: StaleRecord, status: Status) -> Response {
    Response(
      .failure(
        [row.message], status: Int(status.code),
        [
          ("expected_version", .text(row.expected.description)),
          ("current_version", JSONValue(row.current.map { RowVersion($0).description })),
          ("current", row.current.map { JSONValue($0) } ?? .null),
        ]), status: status)
  }
}
