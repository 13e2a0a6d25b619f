import SitePages
import SiteTables
import TableArguments
import TableModel

extension ListResponder {
  /// The page of one row: as its cell draws it, with what its visitor can do with it, and what it holds.
  /// - Parameter key: the row's key, as it stands in the path.
  /// - Throws: `HTTPProblem` 404 if there is no such row.
  func row(
    _ key: String, of entry: SiteMap.ControllerEntry, _ request: PageRequest
  ) async throws -> PageAnswer {
    let provider = entry.controller.provider
    // Read before the row: a change between them makes the page anew once more, and never leaves an old one.
    let version = provider.currentVersion
    var rest = request
    let controller = try ControllerPage(context, entry, takingFrom: &rest)
    let arguments = try PageArguments([], schema: nil, limits: context.options.limits)
    // The table says what it is called, and how its rows stand.
    var page = try await provider.page(TableQuery(pageSize: 1, count: .none))
    guard let id = RowKey(encoded: key), let row = try await provider.found([id])[id] else {
      throw HTTPProblem(
        status: 404, messages: ["Record not found"], heading: "“\(page.title)” has no row “\(key)”",
        crumbs: entry.folders(below: context.map.base) + [.init(title: page.title, address: entry.address)],
        recoveryLink: HTTPProblem.Link(title: "All rows of \(page.title)", address: entry.address))
    }
    if let question = try await controller.question(request) { return question }
    let table = page.title
    page = TablePage(title: row.name, style: page.style, sections: [MixedSection([row.cell])], version: version)
    return try await answer(
      ListFrame(
        context: context, entry: entry, page: page, arguments: arguments, events: controller.events, request: request,
        row: (row, table)), controller)
  }
}
