internal import MicroHTTP
import SitePages
import TableRendering

/// Answers the list of the changes that a visitor can undo.
struct ChangesResponder: Sendable {
  let context: SiteContext

  func answer(_ request: PageRequest) async throws -> PageAnswer {
    var headers = PageHeaders.html()
    headers.set(.cacheControl, "no-store")
    return try await context.page(context.nibs.changes, ChangesView(request, context), headers: headers)
  }
}
