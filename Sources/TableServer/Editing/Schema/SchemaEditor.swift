internal import MicroHTTP
import SchemaEditing
import SiteAccess
import SiteConfiguration
import SitePages
import SiteTables
import TableModel

/// A database whose tables somebody changes who may.
struct SchemaEditor: Sendable {
  let entry: SiteMap.DatabaseEntry
  private let database: any SchemaEditableDatabase
  private let author: ChangeAuthor

  /// - Throws: `HTTPProblem` 403 for a database that can't be changed from here.
  init(_ call: RouteCall) throws(HTTPProblem) {
    entry = try call.entry
    guard let database = entry.database as? any SchemaEditableDatabase, database.allowsSchemaChanges else {
      throw HTTPProblem(
        status: 403, messages: ["The tables of “\(entry.name)” can't be changed here"],
        heading: "These tables can't be changed here",
        recoveryLink: .init(title: "All tables of \(entry.heading)", address: entry.address))
    }
    self.database = database
    author = call.visitor.author(in: entry.name)
  }

  func apply(_ change: SchemaChange) async throws { try await database.apply(change, by: author) }

  /// Does what follows a change, and takes the change back if that can't be done.
  func takingBack(
    _ change: SchemaChange?, _ work: () async throws -> Response
  ) async throws -> Response {
    do {
      let response = try await work()
      if let change, response.status.code >= 400 { try await apply(change) }
      return response
    } catch {
      if let change { try await apply(change) }
      throw error
    }
  }

  /// The body of a request, which is JSON.
  static func json(_ request: Request) throws(HTTPProblem) -> [UInt8] {
    switch try SentBody(request) {
    case .json(let body): return body
    case .form:
      throw HTTPProblem(
        status: 415, messages: ["Send JSON (Content-Type: application/json)"], heading: "This can't be read")
    }
  }
}

extension JSONWriteResponder {
  /// Adds the columns that the rows of a body name and the table lacks, and stores the rows; if these can't be stored, the columns go again.
  /// - Throws: `AccessError` for somebody who may not change the table itself.
  func answerAltering() async throws -> Response {
    try table.context.access.check(
      .administer, table.visitor, on: table.mounted.entry, table: table.schema.table)
    let schema = table.schema
    let missing = ColumnInference(try SchemaBody.rows(sent)) { name in
      schema.column(named: name) != nil || name.lowercased() == "rowid"
    }.columns
    guard !missing.isEmpty else { return try await answerStoring() }
    let editor = try SchemaEditor(call)
    try await editor.apply(.addColumns(missing, table: schema.table))
    return try await editor.takingBack(.dropColumns(missing.map(\.name), table: schema.table)) {
      var responder = self
      responder.table = try await EditedTable(call, table: schema.table)
      return try await responder.answerStoring()
    }
  }
}
