internal import MicroHTTP
import RequestBodies
import SitePages
import SiteTables
import TableArguments
import TableModel

/// Keeps in a visitor's browser how a table is to look, or forgets it, and leads back to its rows.
struct RememberResponder: Sendable {
  func answer(_ call: RouteCall) async throws -> Response {
    let request = call.request
    _ = try request.body(upTo: 8_192)
    guard case .form(let form) = try SentBody(request) else {
      throw HTTPProblem(status: 415, messages: ["Send a form"], heading: "This can't be read")
    }
    try FormNames(["view"]).check(form)
    let mounted = try await call.tables.table(call.match.table, in: try call.entry)
    let presentation = mounted.presentation(for: try await mounted.table.schema(), call.context)
    let items = QueryItems((form["view"] ?? "")[...]).map { (name: $0.name, value: $0.value) }
    let view = RememberedView(of: items)
    guard view.items.count == items.count, view.text.utf8.count <= RememberedView.limit else {
      throw HTTPProblem(
        status: 400, messages: ["Columns, their widths, and sorts are remembered, in \(RememberedView.limit) bytes"],
        heading: "This can't be remembered")
    }
    do { _ = try PageArguments(items, schema: presentation.schema, limits: presentation.limits) } catch {
      throw HTTPProblem(status: 400, messages: error.messages, heading: "This can't be remembered")
    }
    var response = Response.redirect(to: presentation.address.with(items))
    let cookie =
      "\(RememberedView.cookieName)=\(view.text); Path=\(presentation.address); Max-Age=\(view.items.isEmpty ? 0 : 31_536_000); SameSite=Lax; HttpOnly"
    response.headers.append(Header(.setCookie, cookie + (request.isSecure ? "; Secure" : "")))
    return response
  }
}
