package import MicroHTTP
import SiteAccess
package import TableRendering
import TextCoding

/// The body of a request that asks for a change, read as JSON or as a form. Content types are looked at here alone.
///
/// With a bearer token a body is JSON whatever its `Content-Type` says: command-line clients call every body a form unless told otherwise.
package enum SentBody: Sendable {
  /// JSON that is still to be parsed; an empty body that names no type as well.
  case json([UInt8])
  case form(FormBody)

  /// - Throws: `HTTPProblem` 415 for a type that isn't taken, 400 for a form that can't be read.
  package init(_ request: Request) throws(HTTPProblem) {
    let type = ContentType(request)
    if Self.isJSON(request) {
      self = .json(request.body)
      return
    }
    guard type.isUTF8, request.header("Content-Encoding").map({ $0.lowercased() == "identity" }) ?? true else {
      throw Self.unsupported
    }
    switch type.name {
    case "application/x-www-form-urlencoded": self = .form(try FormBody(encoded: request.body))
    case "multipart/form-data": self = .form(try FormBody(parts: request))
    case "" where request.body.isEmpty: self = .json([])
    default: throw Self.unsupported
    }
  }

  /// Whether a request is a form's, so that a page answers it.
  package static func isForm(_ request: Request) -> Bool {
    guard request.bearerToken == nil else { return false }
    return ["application/x-www-form-urlencoded", "multipart/form-data"].contains(ContentType(request).name)
  }

  /// Whether a request is in JSON, and so its answer.
  package static func isJSON(_ request: Request) -> Bool {
    if request.bearerToken != nil { return true }
    let type = ContentType(request)
    return type.name == "application/json" && type.isUTF8 && request.header("Content-Encoding") == nil
  }

  /// The members of a JSON body.
  /// - Throws: `HTTPProblem` 400 for a body that is no JSON, no object, or that would lose something when it is read.
  package static func object(_ body: [UInt8]) throws(HTTPProblem) -> [String: NibValue] {
    let value: NibValue
    do { value = try NibValue(sentJSON: body) } catch { throw failure("Invalid JSON: \(error.description)") }
    guard case .object(let object) = value else { throw failure("JSON must be a dictionary") }
    return object
  }

  static func failure(_ message: String) -> HTTPProblem {
    HTTPProblem(status: 400, messages: [message], heading: "This can't be read")
  }

  private static let unsupported = HTTPProblem(
    status: 415,
    messages: [
      "Send JSON (Content-Type: application/json) or a form (application/x-www-form-urlencoded or multipart/form-data), in UTF-8"
    ], heading: "This can't be read")

  /// What the header `Content-Type` says (RFC 9110 section 8.3.1).
  private struct ContentType {
    /// `type/subtype` in small letters; empty where nothing is said.
    let name: String
    private var parameters: [String: Substring] = [:]

    init(_ request: Request) {
      let parts = (request.header("Content-Type") ?? "").split(separator: ";", omittingEmptySubsequences: false)
      name = parts.first.map { String($0.trimmed).lowercased() } ?? ""
      for part in parts.dropFirst() {
        guard let equals = part.firstIndex(of: "=") else { continue }
        let value = part[part.index(after: equals)...].trimmed
        let isQuoted = value.count >= 2 && value.first == "\"" && value.last == "\""
        parameters[String(part[..<equals].trimmed).lowercased()] = isQuoted ? value.dropFirst().dropLast() : value
      }
    }

    /// Texts of other encodings would be read as other characters.
    var isUTF8: Bool { parameters["charset"].map { ["utf-8", "utf8", "us-ascii"].contains($0.lowercased()) } ?? true }
  }
}

extension Substring {
  /// Without spaces and tabs at its ends.
  fileprivate var trimmed: Substring {
    var rest = drop { $0 == " " || $0 == "\t" }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
