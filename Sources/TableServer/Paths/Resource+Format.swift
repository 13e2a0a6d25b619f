extension Resource {
  /// The format of the answer. What holds nothing but rows is there for tables and queries alone: asked for by a suffix elsewhere there is no such
  /// page, and asked for by `Accept` the page comes as HTML.
  ///
  /// - Parameters:
  ///   - suffix: the format that the path's suffix asks for, which wins.
  ///   - accepted: the format that `Accept` asks for.
  /// - Throws: `PageFailure` with status 404.
  func format(suffix: PageFormat?, accepted: PageFormat) throws -> PageFormat {
    let format = suffix ?? accepted
    guard format.isRowsOnly else { return format }
    switch self {
    case .table, .query, .storedQuery: return format
    default: break
    }
    guard let suffix, let name = suffix.suffix else { return .html }
    throw PageFailure(
      status: 404, messages: ["Only tables and queries have \(name)"], heading: "This page can't be had as \(name)")
  }
}
