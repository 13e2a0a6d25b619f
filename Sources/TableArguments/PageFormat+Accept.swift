extension PageFormat {
  /// What an `Accept` header asks for (RFC 9110 section 12.5.1): data only if they are preferred to HTML by their weight.
  package init(accept: String?) {
    guard let accept, Self.mentionsData(accept) else {
      self = .html
      return
    }
    var html = 0.0
    var best = (format: PageFormat.html, weight: 0.0)
    for range in accept.split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.trimmed }
      guard let type = parts.first?.lowercased() else { continue }
      let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      switch type {
      case "text/html", "text/*", "application/xhtml+xml": html = max(html, weight)
      default:
        // Of equal ones the first that is named.
        if let format = Self.dataTypes[type], weight > best.weight { best = (format, weight) }
      }
    }
    self = best.weight > html ? best.format : .html
  }

  private static let dataTypes: [String: PageFormat] = [
    "application/json": .json, "application/*": .json, "text/csv": .csv, "text/plain": .text,
    "application/x-ndjson": .ndjson, "application/ndjson": .ndjson, "application/jsonl": .ndjson,
  ]

  /// Whether the header names a format of data, or may: every request asks this, and browsers' headers are long, so that what needs
  /// no thought is told by its bytes.
  private static func mentionsData(_ accept: String) -> Bool {
    if accept.utf8.elementsEqual("*/*".utf8) { return false }
    var text = accept
    return text.withUTF8 { bytes in
      // `*/*` alone leaves the choice to us, and `application/*` is JSON's family.
      if bytes.starts(with: "application/*".utf8) { return true }
      // Four letters are in the name of each: `json`, `/csv`, `plai`.
      var last: UInt32 = 0
      for byte in bytes {
        last = last << 8 | UInt32(byte | 0x20)
        if last == 0x6A73_6F6E || last == 0x2F63_7376 || last == 0x706C_6169 { return true }
      }
      return false
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var rest = drop { $0 == " " || $0 == "\t" }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
