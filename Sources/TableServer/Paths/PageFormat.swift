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

  /// What an `Accept` header asks for (RFC 9110 section 12.5.1): JSON only if it is preferred to HTML by its weight.
  init(accept: String?) {
    guard let accept, accept.contains("json") else {
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
