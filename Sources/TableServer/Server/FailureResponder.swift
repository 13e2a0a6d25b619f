internal import MicroHTTP
import SiteAccess
import SitePages
import SiteTables
import TableArguments
import TableRendering
import TextCoding

/// Tells what went wrong: as a page that helps on, or as the JSON that scripts expect.
struct FailureResponder: Sendable {
  let context: SiteContext

  func response(_ failure: HTTPProblem, _ request: Request, of visitor: Visitor?, format: PageFormat) -> Response {
    var response =
      switch format {
      case .html: html(failure, request, visitor)
      case .json, .csv, .ndjson:
        Response.failure(
          failure.messages, Status(UInt16(clamping: failure.status)),
          failure.isOfStatement ? [("rows", []), ("truncated", false)] : [])
      case .text: text(failure)
      }
    response.status = Status(UInt16(clamping: failure.status))
    response.headers.set(.cacheControl, "no-store")
    if let seconds = failure.retryAfter { response.headers.append(Header(.retryAfter, String(seconds))) }
    if failure.passesByItself, format == .html { response.headers.append(Header("Refresh", "2")) }
    if let challenge = failure.challenge { response.headers.append(Header("WWW-Authenticate", challenge)) }
    if failure.status >= 500 { response.headers.append(Header("X-Request-ID", request.id)) }
    if let allow = failure.allow { response.headers.append(Header(.allow, allow)) }
    if let range = failure.contentRange { response.headers.append(Header(.contentRange, range)) }
    return response
  }

  private func html(_ failure: HTTPProblem, _ request: Request, _ visitor: Visitor?) -> Response {
    let frame = PageLayout(
      title: "\(failure.heading) · \(context.title)", crumbs: failure.crumbs, returnTo: context.map.home,
      preferences: ViewPreferences(request), flash: context.flashes.flash(for: request),
      visitor: visitor)
    let sentences = failure.messages.filter { $0 != failure.heading }
    let explanation = sentences.map { $0.hasSuffix(".") ? $0 : $0 + "." }.joined(separator: " ")
    // A table there may be none that this visitor may know of.
    let home = HTTPProblem.Link(
      title: context.map.first == nil ? "All databases" : "First page", address: context.map.home)
    var ways = [failure.recoveryLink ?? home]
    if failure.status == 401, context.access.hasUsers {
      ways.insert(.init(title: "Sign in", address: context.signInAddress(from: request)), at: 0)
    }
    let view = ErrorView(
      frame: frame.view(context), status: String(failure.status), heading: failure.heading,
      explanation: explanation.isEmpty ? nil : explanation, hasNearest: !failure.suggestions.isEmpty,
      nearestIntroduction: failure.suggestions.count == 1
        ? "Did you mean this name?" : "Did you mean one of these?",
      nearest: failure.suggestions, ways: ways, requestID: failure.status >= 500 ? request.id : nil)
    return Response(html: context.nibs.error.string(view), headers: PageHeaders.html())
  }

  /// What a person at a terminal reads.
  private func text(_ failure: HTTPProblem) -> Response {
    let text = failure.messages.map { $0 + "\n" }.joined()
    return Response(headers: PageHeaders.data(), body: .text(text, contentType: PageFormat.text.contentType))
  }
}
