package import TableModel
internal import TextCoding

extension SiteFile.Column {
  /// The names of types in site files.
  static let types: KeyValuePairs<String, FieldType> = [
    "text": .text, "identifier": .identifier, "number": .number(fractionDigits: nil), "boolean": .boolean,
    "date": .date, "timestamp": .timestamp, "url": .link, "image": .image, "email": .email, "json": .json,
    "blob": .blob,
  ]

  /// The names of formats in site files.
  static let formats: KeyValuePairs<String, ValueFormat> = [
    "plain": .plain, "percent": .percent, "bytes": .bytes, "duration": .duration, "milliseconds": .milliseconds,
    "0.00": .fixed(fractionDigits: 2), "YYYYMMDD": .time(.compactDay), "epoch": .time(.seconds),
    "epoch milliseconds": .time(.milliseconds), "epoch day": .time(.secondsOfDays),
    "epoch day milliseconds": .time(.millisecondsOfDays), "DD.MM.YYYY": .time(.dayFirst),
    "MM/DD/YYYY": .time(.monthFirst), "YYYY/MM/DD": .time(.yearFirst), "day": .time(.midnight),
  ]

  /// How the values of a column are shown, as a site file says it: `{type: number, format: bytes}`.
  package static func line(for column: RecordSchema.Column) -> String {
    var type = column.type
    var format = column.format.flatMap { format in formats.first { $0.value == format }?.key }
    if case .number(let digits) = type {
      type = .number(fractionDigits: nil)
      if format == nil, column.format == nil, let digits { format = "0." + String(repeating: "0", count: digits) }
    }
    if case .time? = column.format, type != .timestamp { type = .date }
    var parts = ["type: " + (types.first { $0.value == type }?.key ?? "text")]
    if let format { parts.append("format: \(format)") }
    if let unit = column.unit { parts.append("unit: \(YAMLText.quoted(unit))") }
    return "{" + parts.joined(separator: ", ") + "}"
  }
}

/// Texts as YAML has them.
package enum YAMLText {
  /// A name as it stands where it is one word, else in quotes.
  package static func quoted(_ text: String) -> String {
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    let isPlain =
      text.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 &- 0x30 < 10 || $0 == 0x5F }
      && text.utf8.first.map { $0 &- 0x30 >= 10 } == true && !words.contains(text.lowercased())
    if isPlain { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _
      where scalar.value < 0x20 || scalar.value == 0x7F || (0x80...0x9F).contains(scalar.value)
        || scalar.value == 0x2028 || scalar.value == 0x2029 || scalar.value == 0xFEFF:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
