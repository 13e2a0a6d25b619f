/// What a request asks for (RFC 9110 §9). Names are case-sensitive.
public enum Method: Sendable, Hashable, CustomStringConvertible {
  case get, head, post, put, patch, delete, options
  /// A method that has no case of its own, by its name.
  case other(String)

  /// Makes a method of its name, as it stands in a request line.
  package init(_ name: String) {
    self =
      switch name {
      case "GET": .get
      case "HEAD": .head
      case "POST": .post
      case "PUT": .put
      case "PATCH": .patch
      case "DELETE": .delete
      case "OPTIONS": .options
      default: .other(name)
      }
  }

  /// The name, as it stands in a request line.
  public var description: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .other(let name): name
    }
  }
}
