/// What is changed, and the pages where changes are asked for.
extension Route {
  static let forms: [Route] = [
    form(.new, "A form for a new row"), form(.edit, "A form for the values of a row"),
    form(.remove, "Asks before a row is deleted"),
    form(.selection, "What can be done with the selected rows"),
    form(.removal, "Asks before the selected rows are deleted"),
  ]

  static let writing: [Route] = [
    write(.insert, "New rows, all of them or none"),
    write(.upsert, "New rows, or other values in those that are there"),
    // Whoever may read rows may copy them.
    form(.copy, "The chosen rows of a table, to be copied", .read, APIDescription()),
    write(.paste, "Rows as text: what would be stored, or, confirmed, all of them or none"),
    write(.update, "Other values in one row"), write(.delete, "The end of one row"),
    write(.act, "An action of the site's owner, done to some rows"),
    write(.move, "Another place of a row in the table's order"),
    write(.undo, "The changes of a call taken back, and all that went with them"),
    write(.change, "Other values in several rows, as a form has them"),
  ]

  private static func form(
    _ kind: FormTarget.Kind, _ summary: String, _ requirement: Requirement = .write, _ api: APIDescription? = nil
  ) -> Route {
    let path = path(kind.rawValue, isForOneRow: kind.isForOneRow)
    return Route(kind.rawValue, path, requirement, summary, [], api) { call, request in
      try await page(kind, call, request)
    }
  }

  private static func page(
    _ kind: FormTarget.Kind, _ call: RouteCall, _ request: PageRequest
  ) async throws -> PageAnswer {
    try await FormResponder(context: call.context, tables: call.tables).answer(
      FormTarget(kind: kind, table: call.match.table, key: call.match.key), in: call.entry, request)
  }

  private static func write(_ action: WriteTarget.Action, _ summary: String) -> Route {
    let api = action == .change ? nil : APIDescription(action: action)
    // Rows are pasted on a page at the address that they are sent to.
    let page: Page = { try await self.page(.paste, $0, $1) }
    return Route(
      action.rawValue, path(action.rawValue, isForOneRow: action.isForOneRow), .write, summary, [], api,
      page: action == .paste ? page : nil,
      post: { call in
        try await WriteResponder(context: call.context, tables: call.tables).answer(
          WriteTarget(action: action, table: call.match.table, key: call.match.key), in: call.entry, call.request,
          by: call.visitor)
      })
  }

  private static func path(_ name: String, isForOneRow: Bool) -> String {
    (isForOneRow ? "/{database}/{table}/{key}/-/" : "/{database}/{table}/-/") + name
  }
}
