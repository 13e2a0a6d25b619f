internal import MicroHTTP
import SchemaEditing
import SitePages
import SiteTables
import TableArguments
import TableModel
import TextCoding

/// Takes a table away for somebody who administers it, once they have confirmed it: `{"confirm": true}`.
struct TableRemoval {
  let call: RouteCall

  /// - Throws: `HTTPProblem` 404 for what is no table, 403 where nothing can be written, 400 for a table that others refer to.
  func answer() async throws -> Response {
    let editor = try SchemaEditor(call)
    let mounted = try await call.tables.table(call.match.table, in: editor.entry)
    let schema = try await mounted.table.schema()
    guard mounted.table.writer != nil else { throw HTTPProblem.readOnly(schema, in: editor.entry) }
    let body = try SchemaEditor.json(call.request)
    let members = body.isEmpty ? [] : try SchemaBody.members(body)
    if let unknown = members.first(where: { $0.key != "confirm" }) {
      throw SchemaBody.failure("Invalid keys: \(unknown.key)")
    }
    guard try SchemaBody.flag(members.last { $0.key == "confirm" }?.value, "confirm") else {
      let count = try await mounted.table.exactCount(of: .everything)
      return Response([
        "ok": true, "database": .text(editor.entry.name), "table": .text(schema.table),
        "row_count": JSONValue(count.number), "message": "Pass \"confirm\": true to confirm",
      ])
    }
    try await editor.apply(.dropTable(schema.table))
    call.tables.forget(call.match.table, in: editor.entry)
    return Response(["ok": true])
  }
}
