import SitePages
import SiteTables
import TableArguments
import TableModel

extension TableResponder {
  /// Rows in a format that holds nothing else.
  /// - Returns: `nil` if the rows are of another schema than that of the arguments.
  func answer(_ export: TableExport, _ mounted: MountedTable) async throws -> PageAnswer? {
    var query = export.query
    let schema = export.presentation.source
    if export.options.isStream {
      query.position = .first
      let cursor = try await mounted.table.cursor(query)
      return cursor.schema === schema ? export.answer(cursor) : nil
    }
    let page = try await Self.page(query, of: mounted)
    guard page.style == .grid(schema) else { return nil }
    var answer = try export.answer(page)
    answer.version = page.version
    answer.stands(as: mounted.table.lastChange(ofPages: query), in: mounted.entry.database)
    return answer
  }
}
