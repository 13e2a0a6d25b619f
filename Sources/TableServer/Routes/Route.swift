internal import MicroHTTP
import SitePages
import TableArguments

/// A kind of address: its path, what a visitor must be allowed, who answers, and how it is described. The router, the permission check,
/// `OPTIONS` and the OpenAPI document are made from `Route.all`. A class, so that requests share it by one reference.
final class Route: Sendable {
  typealias Page = @Sendable (RouteCall, PageRequest) async throws -> PageAnswer
  typealias Answer = @Sendable (RouteCall) async throws -> Response

  /// What a visitor must be allowed.
  enum Requirement: Sendable {
    /// Nothing: nobody is asked who they are.
    case nothing
    /// Nothing: the answer holds only what the visitor may read.
    case filtered
    /// Reading what the path names.
    case read
    /// Changing what the path names.
    case write
    /// Administering what the path names.
    case administerTables
    /// Administering the site, where an access file says who may.
    case administer
  }

  /// A word for it, unlike any other route's.
  let name: String
  /// The path below the site's base, without a suffix; `{name}` takes a segment, `{name...}` all the rest.
  let path: String
  let requirement: Requirement
  /// A line about it.
  let summary: String
  /// What OpenAPI says of it; `nil` for what only people use.
  let api: APIDescription?
  /// The formats that a suffix or `Accept` may ask for.
  let formats: [PageFormat]
  /// Answers `GET` and `HEAD` by a page that may be kept.
  let page: Page?
  /// Answers `GET` and `HEAD` by anything else.
  let get: Answer?
  /// Answers `POST`.
  let post: Answer?
  /// Where what is asked for is found, if that is at another address.
  let moved: (@Sendable (RouteCall) -> String?)?

  init(
    _ name: String, _ path: String, _ requirement: Requirement, _ summary: String, _ formats: [PageFormat] = [],
    _ api: APIDescription? = nil, page: Page? = nil, get: Answer? = nil, post: Answer? = nil,
    moved: (@Sendable (RouteCall) -> String?)? = nil
  ) {
    self.name = name
    self.path = path
    self.requirement = requirement
    self.summary = summary
    self.formats = formats
    self.api = api
    self.page = page
    self.get = get
    self.post = post
    self.moved = moved
  }

  /// The methods that it has besides `OPTIONS`, for the header `Allow` (RFC 9110 section 10.2.1).
  var methods: String {
    let reading = page != nil || get != nil ? ["GET, HEAD"] : []
    return (reading + (post != nil ? ["POST"] : [])).joined(separator: ", ")
  }

  /// The same for the header `Allow`, in which OPTIONS is one of them (RFC 9110 section 10.2.1).
  var allow: String { methods + ", OPTIONS" }

  func answers(_ method: Method) -> Bool {
    switch method {
    case .post: post != nil
    case .get, .head: page != nil || get != nil
    default: false
    }
  }

  /// Whether its path ends with a capture of all the rest, of which a suffix is a part.
  var takesRest: Bool { formats.isEmpty && path.hasSuffix("...}") }

  /// Names of the captures in its path.
  var captures: [String] {
    path.split(separator: "/").compactMap { part in
      guard part.hasPrefix("{"), let end = part.firstIndex(of: "}") else { return nil }
      return String(part[part.index(after: part.startIndex)..<end])
    }
  }

  /// What its path ends with where that is the suffix of a file of its own, such as `.db`: it stands beside the route of the path without it.
  var fileSuffix: Substring? {
    guard !path.hasSuffix("...}"), let slash = path.lastIndex(of: "/"), let dot = path[slash...].lastIndex(of: ".")
    else { return nil }
    return path[dot...]
  }

  /// The path with a format's suffix.
  func path(_ format: PageFormat) -> String { path + (format.suffix ?? "") }
}
