/// The formats that a page answers in.
enum PageFormat: String, Hashable, Sendable, CaseIterable {
  case html, json

  /// The media type of the answer (RFC 9110 section 8.3).
  var contentType: String {
    switch self {
    case .html: "text/html; charset=utf-8"
    case .json: "application/json"
    }
  }

  /// Every request asks this, and browsers' headers are long: bytes are compared, not characters.
  private static func mentionsJSON(_ accept: String) -> Bool {
    var matched = 0
    for byte in accept.utf8 {
      switch (matched, byte | 0x20) {
      case (0, UInt8(ascii: "j")), (1, UInt8(ascii: "s")), (2, UInt8(ascii: "o")): matched += 1
      case (3, UInt8(ascii: "n")): return true
      case (_, UInt8(ascii: "j")): matched = 1
      default: matched = 0
      }
    }
    // `*/*` alone leaves the choice to us, and `application/*` is JSON's family.
    return accept.utf8.starts(with: "application/*".utf8)
  }

  /// What an `Accept` header asks for (RFC 9110 section 12.5.1): JSON only if it is preferred to HTML by its weight.
  init(accept: String?) {
    guard let accept, Self.mentionsJSON(accept) else {
      self = .html
      return
    }
    var html = 0.0, json = 0.0
    for range in accept.split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.trimmed }
      guard let type = parts.first?.lowercased() else { continue }
      let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      switch type {
      case "application/json", "application/*": json = max(json, weight)
      case "text/html", "text/*", "application/xhtml+xml": html = max(html, weight)
      default: break
      }
    }
    self = json > html ? .json : .html
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var rest = drop { $0 == " " || $0 == "\t" }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
