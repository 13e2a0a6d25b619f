import TableRendering

/// The values of a condition on a list: with commas between them, or a JSON array where a value holds a comma itself or space at its ends.
struct ValueList {
  var values: [String]

  init(values: [String]) { self.values = values }

  /// - Returns: `nil` for what begins like a JSON array and is none of plain values.
  init?(_ text: String) {
    guard text.hasPrefix("[") else {
      values = text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
      return
    }
    guard let value = try? NibValue(json: text), case .list(let elements) = value else { return nil }
    var values: [String] = []
    for element in elements {
      switch element {
      case .text(let text): values.append(text)
      case .integer(let number): values.append(String(number))
      case .real(let number): values.append(number.description)
      case .boolean(let isTrue): values.append(isTrue ? "1" : "0")
      default: return nil
      }
    }
    self.values = values
  }

  /// The list as it stands in an address.
  var text: String {
    let isPlain =
      values.allSatisfy { !$0.contains(",") && $0 == Self.trimmed($0[...]) } && values != [""]
      && values.first?.hasPrefix("[") != true
    if isPlain { return values.joined(separator: ",") }
    var json = ByteSink(capacity: 128)
    json.markup("[")
    for (index, value) in values.enumerated() {
      if index > 0 { json.markup(",") }
      json.jsonString(value)
    }
    json.markup("]")
    return json.string
  }

  /// A value without the space around it, which people write behind a comma.
  private static func trimmed(_ value: Substring) -> String {
    let rest = value.drop(while: \.isWhitespace)
    return String(rest[..<(rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex)])
  }
}
