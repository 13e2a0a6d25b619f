import Secrets
import SiteAccess
internal import MicroHTTP
import TableModel
import TableRendering
import TextCoding

/// Answers the addresses that take changes: those of scripts in JSON, those of forms with the page that they lead to.
struct WriteResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables

  /// Applies what a request asks for.
  func answer(
    _ target: WriteTarget, in entry: SiteMap.DatabaseEntry, _ request: Request, by visitor: Visitor
  ) async throws -> Response {
    let mounted = try await tables.table(target.table, in: entry)
    let schema = try await mounted.table.schema()
    guard let writer = mounted.table.writer else { throw PageFailure.readOnly(schema, in: entry) }
    let presentation = mounted.presentation(for: schema, context)
    func forms(_ form: FormBody) -> FormWriteResponder {
      FormWriteResponder(
        context: context, mounted: mounted, presentation: presentation, writer: writer, visitor: visitor,
        request: request, form: form)
    }
    let json: [UInt8]
    switch try SentBody(request) {
    case .form(let form): return try await forms(form).answer(target)
    case .json(let body): json = body
    }
    switch target.action {
    case .change:
      throw PageFailure(
        status: 415, messages: ["This address takes forms alone"], heading: "This address can't be used like that")
    // What is pasted is read alike from forms and from JSON.
    case .paste: return try await forms(FormBody([])).paste(json: json)
    case .undo: return try await undo(mounted, schema, writer, visitor, json)
    case .act, .move: return try await ownersChange(target, mounted, schema, writer, visitor, json)
    case .insert, .upsert, .update, .delete: break
    }
    let call = try JSONCall(target, schema, request, json)
    try EditingRule(schema.table, in: entry).check(call.body.changes)
    do {
      let result = try await writer.apply(call.body.changes, by: visitor.signature)
      return response(to: target, call.body, result, mounted, schema, visitor)
    } catch RecordChangeError.stale(let row) {
      return stale(row, status: call.isConditional ? 412 : 409, mounted)
    }
  }

  /// What the site's owner lets be done to rows: an action, or another place in their order.
  private func ownersChange(
    _ target: WriteTarget, _ mounted: MountedTable, _ schema: RecordSchema, _ writer: any RecordWriter,
    _ visitor: Visitor, _ body: [UInt8]
  ) async throws -> Response {
    let presentation = mounted.presentation(for: schema, context)
    do {
      let result: RecordChangeResult
      let returnsRows: Bool
      let asksForUndo: Bool
      if target.action == .act {
        let call = try JSONAction(body, schema)
        let run = ActionRun(mounted: mounted, presentation: presentation, writer: writer, visitor: visitor)
        result = try await run.run(try run.action(named: call.name), on: call.rows)
        (returnsRows, asksForUndo) = (call.returnsRows, call.asksForUndo)
      } else {
        guard let column = presentation.configuration.moveColumn else { throw PageFailure.noOrder(presentation) }
        let call = try JSONMove(body, schema)
        result = try await RowMove(
          mounted: mounted, presentation: presentation, writer: writer, visitor: visitor, column: column
        ).run(call.row.key, to: call.place, seen: call.row.version.map { .version($0) } ?? .anything)
        (returnsRows, asksForUndo) = (call.returnsRows, call.asksForUndo)
      }
      var answer: [(key: String, value: JSONValue)] = [("ok", true)]
      if returnsRows { answer += Self.rows(of: result) }
      if asksForUndo { answer.append(undo(of: result, target.action, mounted, schema, visitor)) }
      return Response(json: JSONValue.object(answer).text, headers: PageHeaders.data())
    } catch RecordChangeError.stale(let row) {
      return stale(row, status: 409, mounted)
    }
  }

  // MARK: Taking back

  /// Takes back what an answer named: `{"undo": "…", "return": true}`.
  private func undo(
    _ mounted: MountedTable, _ schema: RecordSchema, _ writer: any RecordWriter, _ visitor: Visitor, _ body: [UInt8]
  ) async throws -> Response {
    let object = try JSONChanges.object(body, allowing: ["undo", "return"])
    guard case .text(let name)? = object["undo"] else { throw JSONChanges.failure(["Must provide an \"undo\" key"]) }
    let returnsRows = try JSONChanges.flag("return", in: object)
    guard let undo = context.undo(named: name, mounted, schema, by: visitor) else {
      throw PageFailure(
        status: 404, messages: ["This can't be taken back any more"], heading: "This can't be taken back any more")
    }
    do {
      // What was allowed to be done may be taken back.
      let result = try await writer.takeBack(undo.inverse, by: visitor.signature)
      context.undos.take(name)
      var answer: [(key: String, value: JSONValue)] = [("ok", true)]
      if returnsRows { answer += Self.rows(of: result) }
      answer += Self.others(of: result)
      answer.append(self.undo(of: result, .undo, mounted, schema, visitor))
      return Response(json: JSONValue.object(answer).text, headers: PageHeaders.data())
    } catch RecordChangeError.stale(let row) {
      return stale(row, status: 409, mounted)
    } catch is RecordChangeError {
      throw PageFailure(
        status: 409, messages: ["This can't be taken back: somebody has changed these rows since"],
        heading: "Somebody has changed these rows since")
    }
  }

  /// What takes changes back, for the answer to those who asked for it; null if nothing does.
  private func undo(
    of result: RecordChangeResult, _ action: WriteTarget.Action, _ mounted: MountedTable, _ schema: RecordSchema,
    _ visitor: Visitor
  ) -> (key: String, value: JSONValue) {
    let rows = result.outcomes.count.counted("row", "rows")
    return (
      "undo",
      JSONValue(context.keepUndo(of: result, mounted, schema, by: visitor, message: "\(action.rawValue) of \(rows)."))
    )
  }

  private static func rows(of result: RecordChangeResult) -> [(key: String, value: JSONValue)] {
    let rows = result.outcomes.compactMap(\.after)
    return [
      ("rows", .list(rows.map { JSONValue($0) })), ("versions", JSONValue(rows.map { RowVersion($0).description })),
    ]
  }

  private static func others(of result: RecordChangeResult) -> [(key: String, value: JSONValue)] {
    guard !result.others.isEmpty else { return [] }
    let others = result.others.map { other -> JSONValue in
      [
        "table": .text(other.table), "deleted": .integer(Int64(other.deleted)),
        "changed": .integer(Int64(other.changed)),
      ]
    }
    return [("others", .list(others))]
  }

  /// A call of a script.
  private struct JSONCall {
    let body: JSONChanges
    /// Whether the request says in its head which version it is about (RFC 9110 section 13.1.1).
    let isConditional: Bool

    init(_ target: WriteTarget, _ schema: RecordSchema, _ request: Request, _ json: [UInt8]) throws {
      var version: RowVersion?
      if let condition = request.header("If-Match"), condition != "*" {
        // A tag of anything else than a row matches none.
        let text = condition.drop { $0 == " " || $0 == "\"" }.prefix { $0 != "\"" && $0 != " " }
        version = RowVersion(String(text)) ?? RowVersion(digest: 0)
        isConditional = true
      } else {
        isConditional = false
      }
      let key = target.action.isForOneRow ? try schema.key(encoded: target.key) : []
      body = try JSONChanges(target, key, json, version: version)
    }
  }

  // MARK: Answers

  private func response(
    to target: WriteTarget, _ body: JSONChanges, _ result: RecordChangeResult, _ mounted: MountedTable,
    _ schema: RecordSchema, _ visitor: Visitor
  ) -> Response {
    var answer: [(key: String, value: JSONValue)] = [("ok", true)]
    let rows = result.outcomes.compactMap(\.after)
    let isSingle = target.action == .insert && body.isSingleRow
    var headers = PageHeaders.data()
    if body.returnsRows || isSingle {
      if target.action == .update {
        answer.append(("row", rows.first.map { JSONValue($0) } ?? .null))
      } else {
        answer.append(("rows", .list(rows.map { JSONValue($0) })))
      }
      answer.append(("versions", JSONValue(rows.map { RowVersion($0).description })))
    }
    answer += Self.others(of: result)
    if body.asksForUndo { answer.append(undo(of: result, target.action, mounted, schema, visitor)) }
    var status = Status.ok
    if target.action == .insert {
      status = .created
      if isSingle, let row = rows.first {
        headers.append(Header(.location, mounted.presentation(for: row.schema, context).address(of: row.key)))
      }
    }
    var response = Response(json: JSONValue.object(answer).text, headers: headers)
    response.status = status
    return response
  }

  /// Tells of a row that is not what the asker saw, as it is now.
  private func stale(_ row: StaleRecord, status: Int, _ mounted: MountedTable) -> Response {
    let message = row.message
    let tree: JSONValue = [
      "ok": false, "error": .text(message), "errors": [.text(message)], "status": .integer(Int64(status)),
      "expected_version": .text(row.expected.description),
      "current_version": JSONValue(row.current.map { RowVersion($0).description }),
      "current": row.current.map { JSONValue($0) } ?? .null,
    ]
    var response = Response(json: tree.text, headers: PageHeaders.data())
    response.status = Status(UInt16(status))
    return response
  }
}

extension JSONValue {
  /// A row with a key for each column, as other answers have it.
  init(_ record: Record) {
    self = .object(
      record.schema.columns.indices.map { position in
        (record.schema.columns[position].name, Self.data(record[position]))
      })
  }

  private static func data(_ value: RecordValue) -> JSONValue {
    switch value {
    case .blob(let bytes):
      return ["$base64": true, "encoded": .text(Base64.text(bytes))]
    case .real(let number) where !number.isFinite: return .null
    default: return JSONValue(value)
    }
  }

  /// The value as JSON.
  var text: String {
    var json = ByteSink(capacity: 512)
    write(into: &json)
    return json.string
  }
}
