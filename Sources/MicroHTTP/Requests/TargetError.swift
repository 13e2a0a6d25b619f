/// Why a request target was refused.
package enum TargetError: Error, Sendable, Hashable, ResponseConvertible {
  /// It neither starts with a slash nor is an absolute http URL.
  case notAPath
  /// A `%` without two hexadecimal digits.
  case malformedPercentEncoding
  /// A NUL, encoded or not.
  case nul
  /// Bytes that are not UTF-8.
  case invalidUTF8
  /// A segment that is `.` or `..`, encoded or not.
  case dotSegment
  /// A space, a control character or a fragment.
  case forbiddenCharacter

  /// The sentence for the one who asked.
  package var message: String {
    switch self {
    case .notAPath: "The request target isn't a path."
    case .malformedPercentEncoding: "The path has a % without two hexadecimal digits."
    case .nul: "The path has a NUL in it."
    case .invalidUTF8: "The path is not UTF-8."
    case .dotSegment: "The path has a dot segment."
    case .forbiddenCharacter: "The request target has a character that isn't allowed in a URL."
    }
  }

  /// 400, with the message.
  package var response: Response { HTTPError(.badRequest, message).response }
}
