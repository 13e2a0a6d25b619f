internal import TextCoding

/// The path of a request: segments (RFC 3986 §3.3), each percent-decoded once, after the path was cut at its slashes.
/// A `%2F` therefore stays inside its segment.
public struct RequestPath: Sendable, Hashable, CustomStringConvertible {
  /// The decoded segments. Those of `/` are none; an empty one stands for `//`.
  public let segments: [String]
  /// Whether something and then a slash ended the path.
  package let hasTrailingSlash: Bool

  /// Decodes a raw path, which starts with a slash.
  /// - Throws: `TargetError` for malformed percent-encoding, an encoded NUL, invalid UTF-8, and dot segments.
  /// - Complexity: O(n).
  package init(_ raw: some StringProtocol) throws(TargetError) {
    guard raw.utf8.first == UInt8(ascii: "/") else { throw .notAPath }
    var segments: [String] = []
    var rest = raw.utf8.dropFirst()
    var hasTrailingSlash = false
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      segments.append(try Self.decode(raw[rest.startIndex..<end]))
      guard end < rest.endIndex else { break }
      rest = rest[end...].dropFirst()
      hasTrailingSlash = rest.isEmpty
    }
    self.segments = segments
    self.hasTrailingSlash = hasTrailingSlash
  }

  /// Cuts a path that was found to have nothing to decode or to refuse in it, and to start with a slash.
  init(plain raw: Substring.UTF8View) {
    var segments: [String] = []
    var rest = raw.dropFirst()
    while let end = rest.firstIndex(of: UInt8(ascii: "/")) {
      segments.append(String(Substring(rest[..<end])))
      rest = rest[end...].dropFirst()
    }
    hasTrailingSlash = rest.isEmpty && !segments.isEmpty
    if !rest.isEmpty { segments.append(String(Substring(rest))) }
    self.segments = segments
  }

  /// The path of `/`.
  init() {
    segments = []
    hasTrailingSlash = false
  }

  private static func decode(_ raw: some StringProtocol) throws(TargetError) -> String {
    let segment: String
    if raw.utf8.contains(UInt8(ascii: "%")) {
      guard let bytes = PercentEncoding.decode(raw.utf8) else { throw .malformedPercentEncoding }
      guard !bytes.contains(0) else { throw .nul }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidUTF8 }
      segment = text
    } else {
      guard !raw.utf8.contains(0) else { throw .nul }
      segment = String(raw)
    }
    guard segment != ".", segment != ".." else { throw .dotSegment }
    return segment
  }

  /// The path, encoded again.
  public var description: String {
    "/" + segments.map(PercentEncoding.encode).joined(separator: "/") + (hasTrailingSlash ? "/" : "")
  }
}
