internal import MicroHTTP
import SiteAccess
import SitePages
import TableArguments

/// Answers what administrators ask at an address of its own.
struct AdministrationHandler: Handler {
  let server: TableServer

  func respond(to request: Request) async throws -> Response { await server.administered(request) }
  func refusal(_ error: HTTPError, of request: Request) -> Response { server.refusal(error, of: request) }
}

extension PageService {
  /// Answers a request over the administrators' own address, where nobody else comes.
  func administered(_ request: Request) async -> Response {
    do {
      let match = try routes.match(request)
      guard match.route.isForAdministrators, match.route.answers(request.method), request.isReading else {
        throw HTTPProblem.nothingHere()
      }
      let visit = Visit(request, of: .anyone, context.access)
      let call = RouteCall(
        service: self, match: match, request: request, visitor: .anyone, view: whole, known: nil, isAdministration: true
      )
      if let page = match.route.page { return try await self.page(page, call, visit) }
      guard let get = match.route.get, match.suffix == nil else { throw HTTPProblem.nothingHere() }
      return headed(try await get(call))
    } catch {
      return refusal(error, for: request)
    }
  }
}

extension Route {
  /// Whether it is answered at the administrators' own address.
  var isForAdministrators: Bool { requirement == .administer || path.hasPrefix("/-/health") }
}
