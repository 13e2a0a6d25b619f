/// The target of a request line (RFC 9112 §3.2), taken apart and checked.
struct RequestTarget: Sendable {
  /// Path and query as received; of an absolute URL, what follows the authority.
  let text: String
  let path: RequestPath
  /// The text from here on is the query.
  let queryStart: String.Index?

  /// - Complexity: O(n).
  init(_ received: String) throws(TargetError) {
    var text = received
    if let rest = Self.afterAuthority(text) { text = rest.utf8.first == UInt8(ascii: "/") ? String(rest) : "/" + rest }
    for byte in text.utf8 where byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "#") { throw .forbiddenCharacter }
    let question = text.utf8.firstIndex(of: UInt8(ascii: "?"))
    if text == "*" {
      path = try RequestPath("/")
    } else {
      path = try RequestPath(text[..<(question ?? text.endIndex)])
    }
    queryStart = question.map { text.utf8.index(after: $0) }
    self.text = text
  }

  /// The target that stands in for one that is never looked at.
  static let none = RequestTarget()

  private init() {
    text = ""
    path = RequestPath()
    queryStart = nil
  }

  var query: Substring { queryStart.map { text[$0...] } ?? "" }

  private static func afterAuthority(_ text: String) -> Substring? {
    guard text.utf8.first != UInt8(ascii: "/") else { return nil }
    for scheme in ["http://", "https://"] where text.prefix(scheme.count).equalsIgnoringCase(scheme) {
      let rest = text.dropFirst(scheme.count)
      return rest[(rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex)...]
    }
    return nil
  }
}
