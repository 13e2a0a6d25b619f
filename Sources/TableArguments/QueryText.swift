import TextCoding

/// A query under construction: names and values as forms encode them.
package struct QueryText {
  package private(set) var text = ""
  /// What stands before the next name; nothing where a query begins.
  private var separator: String?

  package init() {}

  /// An address, and what is appended to its query.
  package init(of address: String) {
    text.reserveCapacity(address.utf8.count + Self.usualBytes)
    text += address
    separator = address.pathSize < address.utf8.count ? "&" : "?"
  }

  /// The address of a path with this query; the path alone where the query is empty.
  package func behind(_ path: String) -> String { text.isEmpty ? path : path + "?" + text }

  package mutating func append(_ name: String, _ value: String) {
    if let separator { text += separator }
    separator = "&"
    PercentEncoding.appendForm(name, to: &text)
    text += "="
    PercentEncoding.appendForm(value, to: &text)
  }

  /// As many as one argument takes.
  private static let usualBytes = 32
}
