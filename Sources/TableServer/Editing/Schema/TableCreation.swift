internal import MicroHTTP
import RequestBodies
import SchemaEditing
import SitePages
import SiteTables
import TableArguments
import TableModel
import TextCoding

/// Makes a table for somebody who administers its database, and stores the rows that come with it.
struct TableCreation {
  let call: RouteCall
  let editor: SchemaEditor

  init(_ call: RouteCall) throws(HTTPProblem) {
    self.call = call
    editor = try SchemaEditor(call)
  }

  /// - Throws: `HTTPProblem` 400 for a body that makes no table, or one whose table is there already; 403 where nothing can be written.
  func answer() async throws -> Response {
    let entry = editor.entry
    let request = try TableRequest(try SchemaEditor.json(call.request))
    let known = try await entry.database.table(named: request.table)?.schema()
    if let known { try check(request, known) } else { try await editor.apply(.createTable(request.newTable)) }
    var stored: Response?
    if !request.rows.isEmpty {
      stored = try await editor.takingBack(known == nil ? .dropTable(request.table) : nil) { try await insert(request) }
      if let stored, stored.status != .created { return stored }
    }
    return try await response(request, hasRows: stored != nil)
  }

  private func check(_ request: TableRequest, _ known: RecordSchema) throws(HTTPProblem) {
    guard request.columns == nil else {
      throw SchemaBody.failure("table \"\(known.table)\" already exists")
    }
    let key = known.keyFields.compactMap { known.columns.indices.contains($0) ? known.columns[$0].name : nil }
    guard request.key.map({ $0 == key }) ?? true else {
      throw SchemaBody.failure("pk cannot be changed for existing table")
    }
  }

  /// As the address for inserting does, in whose words the rows are.
  private func insert(_ request: TableRequest) async throws -> Response {
    let body: JSONValue = [
      "rows": .list(request.rows.map { .object($0) }), "ignore": .boolean(request.ignores),
      "replace": .boolean(request.replaces), "alter": .boolean(request.alters),
    ]
    let table = try await EditedTable(call, table: request.table)
    return try await JSONWriteResponder(table, WriteTarget(action: .insert), call, Array(body.text.utf8)).answer()
  }

  private func response(_ request: TableRequest, hasRows: Bool) async throws -> Response {
    let entry = editor.entry, address = entry.address(ofTable: request.table)
    let table = try await entry.database.table(named: request.table)
    let definition = try await table?.description(of: TableQuery(pageSize: 1)).definition
    let origin = call.request.origin
    var members: [(key: String, value: JSONValue)] = [
      ("ok", true), ("database", .text(entry.name)), ("table", .text(request.table)),
      ("table_url", .text(origin + address)), ("table_api_url", .text(origin + address + ".json")),
      ("schema", JSONValue(definition)),
    ]
    if hasRows { members.append(("row_count", .integer(Int64(request.rows.count)))) }
    var response = Response(.object(members), status: .created)
    response.headers.append(Header(.location, address))
    return response
  }
}
