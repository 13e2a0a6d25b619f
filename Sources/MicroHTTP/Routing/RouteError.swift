/// Why a route can't be added.
public enum RouteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The pattern can't be read.
  case malformed(String, reason: String)
  /// Another route answers the same requests.
  case conflict(String, with: String)

  /// One sentence for the programmer.
  public var description: String {
    switch self {
    case .malformed(let pattern, let reason): "The route \(pattern) is malformed: \(reason)."
    case .conflict(let pattern, let other): "The route \(pattern) conflicts with \(other)."
    }
  }
}
