/// The values of one name with one set of dimensions.
protocol MetricSeries: AnyObject, Sendable {
  /// What they are at the moment.
  var samples: [MetricSample] { get }
}

/// What the format calls a kind of metric.
enum MetricKind: String {
  case counter, gauge, summary, histogram
}

/// One line of the text.
struct MetricSample {
  /// What is added to the name, such as `_bucket`.
  var suffix = ""
  /// A label besides those of the series, such as `le="0.5"`.
  var label: String?
  var value: String

  /// The line after the name.
  /// - Parameter labels: those of the series, in braces, or nothing.
  func line(_ labels: String) -> String {
    guard let label else { return "\(suffix)\(labels) \(value)" }
    return "\(suffix)\(labels.isEmpty ? "{\(label)}" : "\(labels.dropLast()),\(label)}") \(value)"
  }
}

/// Names as the format takes them (https://prometheus.io/docs/concepts/data_model/).
enum MetricName {
  /// The name with `_` for each character that names can't have.
  static func valid(_ name: String) -> String {
    var isFirst = true
    let text = String(
      name.unicodeScalars.map { scalar -> Character in
        defer { isFirst = false }
        let isDigit = ("0"..."9").contains(scalar)
        let isAllowed = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_" || scalar == ":"
        return isAllowed || isDigit && !isFirst ? Character(scalar) : "_"
      })
    return text.isEmpty ? "_" : text
  }

  /// `{class="2xx"}`; nothing for no dimensions.
  static func labels(_ dimensions: [(String, String)]) -> String {
    guard !dimensions.isEmpty else { return "" }
    let labels = dimensions.map { name, value in
      let escaped = value.reduce(into: "") { text, character in
        switch character {
        case "\\": text += "\\\\"
        case "\"": text += "\\\""
        case "\n": text += "\\n"
        default: text.append(character)
        }
      }
      return "\(valid(name))=\"\(escaped)\""
    }
    return "{\(labels.joined(separator: ","))}"
  }
}
