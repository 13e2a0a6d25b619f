internal import MicroHTTP
import Secrets
import SiteAccess
import TableModel

/// Answers the addresses that take changes: those of scripts in JSON, those of forms with the page that they lead to.
struct WriteResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables

  /// Applies what a request asks for.
  func answer(
    _ target: WriteTarget, in entry: SiteMap.DatabaseEntry, _ request: Request, by visitor: Visitor
  ) async throws -> Response {
    let table = try await EditedTable(target.table, in: entry, tables, context, by: visitor)
    switch try SentBody(request) {
    case .form(let form): return try await FormWriteResponder(table: table, request: request, form: form).answer(target)
    case .json(let body):
      return try await JSONWriteResponder(table: table, target: target, request: request, body: body).answer()
    }
  }
}
