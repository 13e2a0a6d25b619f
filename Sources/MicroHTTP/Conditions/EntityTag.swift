/// Comparison of entity tags (RFC 9110 §8.8.3).
enum EntityTag {
  /// Whether an `If-None-Match` field names a tag, by the weak comparison, or is `*`. O(length of the field).
  static func isListed(_ tag: String, in field: UnsafeBufferPointer<UInt8>) -> Bool {
    let wanted = tag.utf8.starts(with: "W/".utf8) ? tag.utf8.dropFirst(2) : tag.utf8[...]
    var rest = field[...]
    while true {
      rest = rest.drop { $0.isBlank || $0 == UInt8(ascii: ",") }
      if rest.isEmpty { return false }
      if rest.first == UInt8(ascii: "*") { return true }
      if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
      // A comma may stand inside the quotes, so tags are cut at quotes.
      guard rest.first == UInt8(ascii: "\""),
        let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\""))
      else { return false }
      if rest[rest.startIndex...end].elementsEqual(wanted) { return true }
      rest = rest[(end + 1)...]
    }
  }

  /// The same tag, weak: for a representation whose bytes differ but not its meaning.
  static func weakened(_ tag: String) -> String { tag.hasPrefix("W/") ? tag : "W/" + tag }
}

extension Response {
  /// Its entity tag, also where it was prepared.
  package var entityTag: String? {
    if let tag = headers[.eTag] { return tag }
    guard case .prepared(let prepared) = body.storage else { return nil }
    return prepared.source.headers[.eTag]
  }
}
