import MicroHTTP
import SiteAccess
package import SiteTables
import TableArguments
import TableModel
import TextCoding

/// What goes wrong with a request, in a form that both a page and JSON can show. Every error of the server ends as one of these.
package struct HTTPProblem: Error, Sendable {
  /// The HTTP status (RFC 9110 section 15).
  package var status: Int
  /// What is wrong, for machines and people alike: one sentence each, no internals.
  package var messages: [String]
  /// What a person reads first.
  package var heading: String
  /// What may have been meant.
  package var suggestions: [Link] = []
  /// The way to the place that was asked for, as far as it exists.
  package var crumbs: [Crumb] = []
  /// A way on.
  package var recoveryLink: Link?
  /// The methods that the address does answer.
  package var allow: String?
  /// How long the file is that a range was asked of, for the header `Content-Range` of 416.
  package var contentRange: String?
  /// Seconds after which the same request may work.
  package var retryAfter: Int?
  /// Whether it is nobody's mistake and soon over: the log need not have it, and a page asks again.
  package var passesByItself = false
  /// Whether rows were asked for by a statement: JSON says that there are none, as Datasette's does.
  package var isOfStatement = false
  /// How one can say who one is, for the header `WWW-Authenticate` of 401.
  package var challenge: String?

  package init(
    status: Int, messages: [String], heading: String, suggestions: [Link] = [], crumbs: [Crumb] = [],
    recoveryLink: Link? = nil, allow: String? = nil, retryAfter: Int? = nil, passesByItself: Bool = false,
    challenge: String? = nil
  ) {
    self.status = status
    self.messages = messages
    self.heading = heading
    self.suggestions = suggestions
    self.crumbs = crumbs
    self.recoveryLink = recoveryLink
    self.allow = allow
    self.retryAfter = retryAfter
    self.passesByItself = passesByItself
    self.challenge = challenge
  }

  package typealias Link = LinkView
}

extension HTTPProblem {
  /// The failure that an error is to the outside. What is not meant for people becomes a plain 500; the log has the rest.
  package init(_ error: any Error) {
    switch error {
    case let failure as HTTPProblem: self = failure
    case let error as AccessError:
      self.init(
        status: error.status, messages: [error.message], heading: error.heading, retryAfter: error.retryAfter,
        challenge: error.challenge)
    case let error as ArgumentErrors:
      self.init(
        status: error.isForbidden ? 403 : 400, messages: error.messages, heading: "Invalid request")
    case let error as StatementError:
      self.init(status: 400, messages: [error.message], heading: "This query can't be run")
      isOfStatement = true
    case let error as TableError: self.init(error)
    case let error as RecordChangeError: self.init(error)
    case let error as TildeEncodingError:
      self.init(status: 400, messages: [error.description], heading: "Invalid request")
    case let error as HTTPError: self.init(error)
    case let error as TableCommandError: self.init(error)
    case let error as EditConflict: self.init(error)
    case let error as SectionConflict: self.init(error)
    default:
      self.init(status: 500, messages: ["The server could not create this page"], heading: "Server error")
    }
  }

  /// What a path answers that is none of the site's.
  package static func nothingHere(_ recoveryLink: Link? = nil) -> HTTPProblem {
    HTTPProblem(
      status: 404, messages: ["Page not found"], heading: "Page not found", recoveryLink: recoveryLink
    )
  }

  private init(_ error: HTTPError) {
    let heading =
      switch error.status {
      case .notFound: "Page not found"
      default: error.message
      }
    self.init(
      status: Int(error.status.code), messages: [error.message], heading: heading, allow: error.headers[.allow])
    contentRange = error.headers[.contentRange]
  }

  private init(_ error: TableError) {
    switch error {
    case .notFound(let message): self.init(status: 404, messages: [message], heading: message)
    case .badRequest(let message):
      self.init(status: 400, messages: [message], heading: "Invalid request")
    case .busy(let message):
      self.init(status: 503, messages: [message], heading: "Server busy", retryAfter: 1)
    case .timeLimitReached(let seconds):
      self.init(
        status: 400, messages: ["The query exceeded its time limit of \(Self.text(seconds: seconds))"],
        heading: "Time limit exceeded")
    case .unavailable(let message):
      self.init(status: 503, messages: [message], heading: "Data unavailable", retryAfter: 5)
    case .repeatedID(let id, let first, let second):
      self.init(
        status: 500, messages: ["Duplicate row id “\(id)”: \(first) and \(second)"],
        heading: "Duplicate row id")
    }
  }

  private static func text(seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(Int((seconds * 1000).rounded())) ms"
  }
}
