internal import MicroHTTP
import RequestBodies
import SitePages
import SiteTables
import TableArguments
import TableEditing
import TableModel
import TableRendering
import TextCoding

/// Applies what scripts ask for, in the words of Datasette's JSON write API, and answers in JSON.
struct JSONWriteResponder {
  var table: EditedTable
  let target: WriteTarget
  let call: RouteCall
  /// What was sent, and what it says.
  let sent: [UInt8]
  private let body: JSONBody

  /// - Throws: `HTTPProblem` 400 for a body that can't be read.
  init(_ table: EditedTable, _ target: WriteTarget, _ call: RouteCall, _ sent: [UInt8]) async throws {
    (self.table, self.target, self.call, self.sent) = (table, target, call, sent)
    body = try await LargeBodyThreads.reading(bytes: sent.count) { try JSONBody(sent, for: target.action) }
  }

  private var request: Request { call.request }

  private var schema: RecordSchema { table.schema }

  private var condition: RowVersion? { VersionCondition(request).version }

  func answer() async throws -> Response {
    body.flag("alter") ? try await answerAltering() : try await answerStoring()
  }

  /// The same with the columns that there are.
  func answerStoring() async throws -> Response {
    do {
      switch target.action {
      case .paste: return try await paste()
      case .undo: return try await undo()
      default:
        let (body, target, schema, condition) = (body, target, schema, condition)
        let command = try await LargeBodyThreads.reading(bytes: sent.count) {
          try Command(body, target, schema, condition)
        }
        if case .action(let name) = command.deed {
          _ = try await table.action(named: name, for: command.rows.first?.id)
        }
        return await response(try await table.run(command))
      }
    } catch let error as EditConflict {
      let isConditional = target.action.isForOneRow && condition != nil
      return conflict(error, status: isConditional ? .preconditionFailed : .conflict)
    }
  }

  private func paste() async throws -> Response {
    guard case .text(let text)? = body["text"] else { throw JSONBody.failure("\"text\" must be a text") }
    switch try await table.paste(text, isConfirmed: body.flag("confirm"), takesAllColumns: true) {
    case .preview(let preview): return preview.json
    case .stored(let result, let message): return await response(result, message)
    }
  }

  /// Undoes the changes that a response named: `{"undo": "…", "return": true}`.
  private func undo() async throws -> Response {
    guard case .text(let name)? = body["undo"] else { throw JSONBody.failure("Must provide an \"undo\" key") }
    do {
      return await response(try await table.revert(name).result)
    } catch  where error is RecordChangeError || error is TableCommandError {
      throw HTTPProblem(
        status: 409, messages: ["This can't be undone: these rows have changed since"],
        heading: "These rows have changed since")
    }
  }

  // MARK: Responses

  private func response(_ result: CommandResult, _ message: String? = nil) async -> Response {
    let action = target.action, records = result.records
    let rows = records.outcomes.compactMap(\.after)
    // One `row` is answered with that row.
    let isSingle = action == .insert && body["row"] != nil
    var answer: [(key: String, value: JSONValue)] = [("ok", true)]
    if body.flag("return") || isSingle || action == .paste {
      let data = rows.map { JSONValue($0) }
      answer.append(("rows", .list(data)))
      answer.append(("versions", JSONValue(rows.map { RowVersion($0).description })))
    }
    if ![.act, .move, .paste].contains(action), !records.others.isEmpty {
      let others = records.others.map { other -> JSONValue in
        [
          "table": .text(other.table), "deleted": .integer(Int64(other.deleted)),
          "changed": .integer(Int64(other.changed)),
        ]
      }
      answer.append(("others", .list(others)))
    }
    if action == .undo || body.flag("undo") {
      let message = message ?? "\(action.rawValue) of \(records.outcomes.count.counted("row", "rows"))."
      let name = await table.context.keepUndo(of: result, at: table.address, by: table.visitor, message: message)
      answer.append(("undo", JSONValue(name)))
    }
    var response = Response(.object(answer), status: [.insert, .paste].contains(action) ? .created : .ok)
    if isSingle, let row = rows.first {
      let address = table.mounted.presentation(for: row.schema, table.context).address(of: row.key)
      response.headers.append(Header(.location, address))
    }
    return response
  }

  /// Tells of a row that is not what the asker saw, as it is now.
  private func conflict(_ conflict: EditConflict, status: Status) -> Response {
    .failure(
      [conflict.message], status,
      [
        ("expected_version", JSONValue(conflict.expected?.description)),
        ("current_version", JSONValue(conflict.current?.version.description)),
        ("current", conflict.record.map { JSONValue($0) } ?? .null),
      ])
  }
}
