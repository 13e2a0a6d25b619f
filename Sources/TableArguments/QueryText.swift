import TextCoding

/// A query under construction: names and values as forms encode them.
package struct QueryText {
  package private(set) var text: String
  /// What stands before the next name.
  private var separator: String

  package init() { (text, separator) = ("", "") }

  /// An address, and what is appended to its query.
  package init(of address: String) {
    text = ""
    text.reserveCapacity(address.utf8.count + Self.usualBytes)
    text += address
    separator = address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
  }

  package mutating func append(_ name: String, _ value: String) {
    text += separator
    separator = "&"
    text += PercentEncoding.encodeForm(name)
    text += "="
    text += PercentEncoding.encodeForm(value)
  }

  /// As many as one argument takes.
  private static let usualBytes = 32
}
