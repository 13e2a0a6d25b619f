/// Tables built in code.
extension Route {
  /// What the paths of rows capture, so that the path of a table can't.
  static let capturesOfRows: Set<String> = ["key", "column", "rest"]

  /// Those of every such table.
  static let lists: [Route] = [
    Route("list", "/{list...}", .read, "The cells of a table built in code, in sections", [.html, .json]) {
      call, request in try await call.view.lists.answer(call.list, request)
    },
    Route(
      "event", "/{list...}/-/event", .read, "Something that is done to rows of a table built in code",
      post: {
        try await EventResponder(context: $0.context, entry: $0.list, view: $0.view).answer($0.request, of: $0.visitor)
      }),
    Route(
      "copyCells", "/{list...}/-/copy", .read, "The chosen rows of a table built in code, to be copied",
      get: { try await CopyResponder(context: $0.context).answer($0.list, $0.request, of: $0.visitor) }),
    Route(
      "chosen", "/{list...}/-/chosen", .read, "Asks what is to be done with the chosen rows of a table built in code",
      get: { try await BulkEditResponder(context: $0.context, entry: $0.list).answer($0.request, of: $0.visitor) }),
  ]

  /// A list of those whose paths begin alike.
  static let folder = Route(
    "folder", "/{folder...}", .filtered, "The tables built in code whose paths begin alike", [.html, .json]
  ) { call, request in
    let names = call.match.folder, map = call.context.map
    guard map.listed.contains(where: { $0.segments.starts(with: names) }) else {
      throw map.unknownName(call.match.firstName)
    }
    return try HomeResponder(context: call.context).folder(names, request)
  }
}
