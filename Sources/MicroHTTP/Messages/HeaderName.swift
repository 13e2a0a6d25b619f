internal import TextCoding

/// The name of a header field: a token (RFC 9110 §5.1), compared without regard to case.
public struct HeaderName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, spelled as it was given.
  public let description: String

  /// Refuses a name that is not a token (RFC 9110 §5.6.2).
  public init?(_ name: String) {
    guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenByte) else { return nil }
    description = name
  }

  /// A name that stands in the source. One that is not a token is a programmer's mistake and stops the program.
  public init(stringLiteral name: StaticString) {
    let text = name.description
    precondition(!text.isEmpty && text.utf8.allSatisfy(\.isTokenByte), "\(text) is not the name of a header field")
    description = text
  }

  /// Compares without regard to case.
  public static func == (left: HeaderName, right: HeaderName) -> Bool {
    left.description.equalsIgnoringCase(right.description)
  }

  /// Hashes without regard to case.
  public func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte.lowercased) }
  }
}

extension HeaderName {
  /// `Accept-Ranges`
  package static let acceptRanges: HeaderName = "Accept-Ranges"
  /// `Allow`
  package static let allow: HeaderName = "Allow"
  /// `Cache-Control`
  public static let cacheControl: HeaderName = "Cache-Control"
  /// `Connection`
  package static let connection: HeaderName = "Connection"
  /// `Content-Disposition`
  package static let contentDisposition: HeaderName = "Content-Disposition"
  /// `Content-Encoding`
  package static let contentEncoding: HeaderName = "Content-Encoding"
  /// `Content-Length`
  package static let contentLength: HeaderName = "Content-Length"
  /// `Content-Range`
  package static let contentRange: HeaderName = "Content-Range"
  /// `Content-Security-Policy`
  package static let contentSecurityPolicy: HeaderName = "Content-Security-Policy"
  /// `Content-Type`
  public static let contentType: HeaderName = "Content-Type"
  /// `Date`
  package static let date: HeaderName = "Date"
  /// `ETag`
  package static let eTag: HeaderName = "ETag"
  /// `Expires`
  package static let expires: HeaderName = "Expires"
  /// `Last-Modified`
  package static let lastModified: HeaderName = "Last-Modified"
  /// `Link`
  package static let link: HeaderName = "Link"
  /// `Location`
  public static let location: HeaderName = "Location"
  /// `Preference-Applied`
  package static let preferenceApplied: HeaderName = "Preference-Applied"
  /// `Referrer-Policy`
  package static let referrerPolicy: HeaderName = "Referrer-Policy"
  /// `Retry-After`
  package static let retryAfter: HeaderName = "Retry-After"
  /// `Server`
  package static let server: HeaderName = "Server"
  /// `Server-Timing`
  package static let serverTiming: HeaderName = "Server-Timing"
  /// `Set-Cookie`
  package static let setCookie: HeaderName = "Set-Cookie"
  /// `Strict-Transport-Security`
  package static let strictTransportSecurity: HeaderName = "Strict-Transport-Security"
  /// `Transfer-Encoding`
  package static let transferEncoding: HeaderName = "Transfer-Encoding"
  /// `Vary`
  package static let vary: HeaderName = "Vary"
  /// `X-Content-Type-Options`
  package static let xContentTypeOptions: HeaderName = "X-Content-Type-Options"
}
