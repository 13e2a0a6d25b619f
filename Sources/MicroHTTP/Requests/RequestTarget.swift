internal import TextCoding

/// The target of a request line (RFC 9112 §3.2), checked. What it says is taken apart when asked for.
struct RequestTarget: Sendable {
  /// Path and query as received, but for bytes beyond ASCII, which are percent-encoded as they should be (RFC 3986 §2.1); of an absolute URL, what
  /// follows the authority.
  let text: String
  /// The host that an absolute URL names, which counts instead of the field `Host` (RFC 9112 §3.2.2).
  let authority: String?
  /// How many bytes of the text are the path; a `?` follows, or nothing.
  private let pathSize: Int
  /// The path, where checking it meant decoding it.
  private let checkedPath: RequestPath?

  /// Checks a target where it lies, and copies it. Nearly all have nothing to decode; they take one pass. O(n).
  init(bytes: UnsafeBufferPointer<UInt8>) throws(TargetError) {
    if let pathSize = Self.plainPathSize(bytes) {
      self.init(text: String(decoding: bytes, as: UTF8.self), pathSize: pathSize, checkedPath: nil)
    } else if let received = String(validating: bytes, as: UTF8.self) {
      try self.init(decoding: received)
    } else {
      throw .invalidUTF8
    }
  }

  /// - Complexity: O(n).
  init(_ received: String) throws(TargetError) {
    var received = received
    self = try received.withUTF8 { bytes in
      Result { () throws(TargetError) in try RequestTarget(bytes: bytes) }
    }.get()
  }

  private init(decoding received: String) throws(TargetError) {
    var text = received
    let parts = Self.authority(text)
    if let rest = parts?.rest { text = rest.utf8.first == UInt8(ascii: "/") ? String(rest) : "/" + rest }
    for byte in text.utf8 where byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "#") { throw .forbiddenCharacter }
    // Whatever is known by its target is known by ASCII from here on: Swift takes texts for equal that are spelled in other characters.
    text = PercentEncoding.encode(text, keeping: { $0 < 0x80 })
    let pathEnd = text.utf8.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
    let path = try text == "*" ? RequestPath() : RequestPath(text[..<pathEnd])
    let pathSize = text.utf8.distance(from: text.startIndex, to: pathEnd)
    self.init(text: text, authority: parts.map { String($0.host) }, pathSize: pathSize, checkedPath: path)
  }

  private init(text: String, authority: String? = nil, pathSize: Int, checkedPath: RequestPath?) {
    self.text = text
    self.authority = authority
    self.pathSize = pathSize
    self.checkedPath = checkedPath
  }

  /// The target that stands in for one that is never looked at.
  static let none = RequestTarget(text: "", pathSize: 0, checkedPath: RequestPath())

  /// The decoded path. O(n).
  var path: RequestPath { checkedPath ?? RequestPath(plain: text.utf8.prefix(pathSize)) }

  /// The target for a log: without the values of arguments that let their bearer in.
  var loggedText: String {
    guard !query.isEmpty, Self.secrets.contains(where: { query.contains($0) }) else { return text }
    let parts = query.split(separator: "&", omittingEmptySubsequences: false).map { part in
      let name = part.prefix { $0 != "=" }
      return name.count < part.count && Self.secrets.contains { name.hasSuffix($0) } ? "\(name)=(hidden)" : String(part)
    }
    return rawPath + "?" + parts.joined(separator: "&")
  }

  /// How the names of such arguments end.
  private static let secrets = ["token", "password", "secret"]

  /// The path as it stands in the text.
  var rawPath: Substring { Substring(text.utf8.prefix(pathSize)) }

  /// The text after the `?`.
  var query: Substring {
    let text = text.utf8.dropFirst(pathSize + 1)
    return Substring(text)
  }

  /// The size of the path, if the target is ASCII without anything to refuse, and its path without anything to decode.
  private static func plainPathSize(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    var pathSize = bytes.count
    var segmentStart = 1
    var index = 1
    while index < bytes.count {
      let byte = bytes[index]
      guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "#") else { return nil }
      if index < pathSize {
        switch byte {
        case UInt8(ascii: "%"): return nil
        case UInt8(ascii: "."):
          // A dot that starts a segment may be a dot segment.
          if index == segmentStart { return nil }
        case UInt8(ascii: "/"): segmentStart = index + 1
        case UInt8(ascii: "?"): pathSize = index
        default: break
        }
      }
      index += 1
    }
    return pathSize
  }

  private static func authority(_ text: String) -> (host: Substring, rest: Substring)? {
    guard text.utf8.first != UInt8(ascii: "/") else { return nil }
    for scheme in ["http://", "https://"] where text.prefix(scheme.count).equalsIgnoringCase(scheme) {
      let rest = text.dropFirst(scheme.count)
      let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
      return (rest[..<end], rest[end...])
    }
    return nil
  }
}
