/// The status code of a response (RFC 9110 §15).
public struct Status: Sendable, Hashable, CustomStringConvertible {
  /// Three digits, 100 to 599.
  public let code: UInt16

  /// A status by its number; what lies outside 100…599 becomes 500.
  public init(_ code: UInt16) { self.code = (100...599).contains(code) ? code : 500 }

  /// The number and its registered phrase.
  public var description: String { "\(code) \(reason)" }

  /// Whether a response with this status never has a body (RFC 9110 §6.4.1).
  package var forbidsBody: Bool { code < 200 || code == 204 || code == 304 }

  /// The phrase registered for the code, or a word for its class.
  package var reason: String {
    switch code {
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 206: "Partial Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 100..<200: "Informational"
    case 200..<300: "Success"
    case 300..<400: "Redirection"
    case 400..<500: "Client Error"
    default: "Server Error"
    }
  }
}

extension Status {
  /// 200
  public static let ok = Status(200)
  /// 201
  public static let created = Status(201)
  /// 202
  package static let accepted = Status(202)
  /// 204
  public static let noContent = Status(204)
  /// 206
  package static let partialContent = Status(206)
  /// 301
  package static let movedPermanently = Status(301)
  /// 302
  package static let found = Status(302)
  /// 303
  public static let seeOther = Status(303)
  /// 304
  package static let notModified = Status(304)
  /// 307
  package static let temporaryRedirect = Status(307)
  /// 308
  package static let permanentRedirect = Status(308)
  /// 400
  public static let badRequest = Status(400)
  /// 401
  public static let unauthorized = Status(401)
  /// 403
  public static let forbidden = Status(403)
  /// 404
  public static let notFound = Status(404)
  /// 405
  package static let methodNotAllowed = Status(405)
  /// 406
  package static let notAcceptable = Status(406)
  /// 409
  public static let conflict = Status(409)
  /// 412
  package static let preconditionFailed = Status(412)
  /// 413
  package static let contentTooLarge = Status(413)
  /// 415
  package static let unsupportedMediaType = Status(415)
  /// 416
  package static let rangeNotSatisfiable = Status(416)
  /// 417
  package static let expectationFailed = Status(417)
  /// 421
  package static let misdirectedRequest = Status(421)
  /// 422
  package static let unprocessableContent = Status(422)
  /// 429
  package static let tooManyRequests = Status(429)
  /// 500
  package static let internalServerError = Status(500)
  /// 501
  package static let notImplemented = Status(501)
  /// 503
  package static let serviceUnavailable = Status(503)
  /// 504
  package static let gatewayTimeout = Status(504)
}
