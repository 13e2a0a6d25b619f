internal import MicroHTTP
import RequestBodies
import SitePages

/// What is changed, and the pages where changes are asked for.
extension Route {
  static let forms: [Route] = [
    form(.new, "Form for a new row"), form(.edit, "Form for editing a row"),
    form(.remove, "Confirmation before a row is deleted"),
    form(.selection, "Bulk edit form"),
    form(.removal, "Confirmation before the selected rows are deleted"),
  ]

  static let writing: [Route] = [
    write(.insert, "Inserts rows, all or none"),
    write(.upsert, "Inserts or updates rows, all or none"),
    // Whoever may read rows may copy them.
    form(.copy, "Selected rows of a table, for copying", .read, APIDescription()),
    write(.paste, "Previews pasted rows, or inserts them all or none"),
    write(.update, "Updates a row"), write(.delete, "Deletes a row"),
    write(.act, "Performs an action on rows"),
    write(.move, "Moves a row"),
    write(.undo, "Undoes a change with its cascades"),
    write(.change, "Bulk edit of rows from a form"),
  ]

  /// Changes of tables themselves.
  static let schemaWriting: [Route] = [
    Route(
      "create", "/{database}/-/create", .administerTables, "Creates a table, or inserts rows into one", [],
      APIDescription(body: APIWrites.creation), post: { try await TableCreation($0).answer() }),
    Route(
      "drop", "/{database}/{table}/-/drop", .administerTables, "Deletes a table with its rows", [],
      APIDescription(body: APIWrites.removal), post: { try await TableRemoval(call: $0).answer() }),
  ]

  private static func form(
    _ kind: FormKind, _ summary: String, _ requirement: Requirement = .write, _ api: APIDescription? = nil
  ) -> Route {
    let path = path(kind.rawValue, isForOneRow: kind.isForOneRow)
    return Route(kind.rawValue, path, requirement, summary, [], api) { call, request in
      try await page(kind, call, request)
    }
  }

  private static func page(_ kind: FormKind, _ call: RouteCall, _ request: PageRequest) async throws -> PageAnswer {
    try await FormResponder(kind: kind, key: call.match.key, request: request).answer(call)
  }

  private static func write(_ action: WriteTarget.Action, _ summary: String) -> Route {
    let api = action == .change ? nil : APIDescription(action: action)
    // Rows are pasted on a page at the address that they are sent to.
    let page: Page = { try await self.page(.paste, $0, $1) }
    return Route(
      action.rawValue, path(action.rawValue, isForOneRow: action.isForOneRow), .write, summary, [], api,
      page: action == .paste ? page : nil, post: { try await write(WriteTarget(action: action, key: $0.match.key), $0) }
    )
  }

  private static func write(_ target: WriteTarget, _ call: RouteCall) async throws -> Response {
    let table = try await EditedTable(call)
    switch try SentBody(call.request) {
    case .form(let form):
      return try await FormWriteResponder(table: table, request: call.request, form: form).answer(target)
    case .json(let body):
      return try await JSONWriteResponder(table, target, call, body).answer()
    }
  }

  private static func path(_ name: String, isForOneRow: Bool) -> String {
    (isForOneRow ? "/{database}/{table}/{key}/-/" : "/{database}/{table}/-/") + name
  }
}
