import SitePages
import SiteTables
import TableArguments

/// Tables built in code.
extension Route {
  /// Those of every such table.
  static let lists: [Route] = [
    Route("list", "/{list...}", .read, "Sections and cells of a table in code", [.html, .json, .text]) {
      call, request in try await call.view.lists.answer(call.list, request)
    },
    Route("cell", "/{list...}/{key}", .read, "One row of a table in code", [.html, .json]) { call, request in
      try await call.view.lists.row(call.match.key, of: call.list, request)
    },
    Route(
      "event", "/{list...}/-/event", .read, "Performs an event on rows of a table in code",
      post: {
        try await EventResponder($0.list, $0.view, $0.request, of: $0.visitor).answer()
      }),
    Route("copyCells", "/{list...}/-/copy", .read, "Selected rows of a table in code, for copying") {
      call, request in try await CopyResponder(context: call.context).answer(call.list, request)
    },
    Route(
      "chosen", "/{list...}/-/chosen", .read, "Bulk edit form of a table in code"
    ) { call, request in
      let list = try call.list
      return try await BulkEditResponder(place: EditingPlace(list, call.context, by: call.visitor), entry: list)
        .answer(request)
    },
  ]

  /// A list of those whose paths begin alike.
  static let folder = Route(
    "folder", "/{folder...}", .filtered, "Tables in code under a path", [.html, .json]
  ) { call, request in
    let names = call.match.folder, map = call.context.map
    guard map.listed.contains(where: { $0.segments.starts(with: names) }) else {
      throw map.unknownName(call.match.firstName)
    }
    return try HomeResponder(context: call.context).folder(names, request)
  }
}
