internal import PostgreSQLTables
internal import SQLTables
internal import TextCoding

/// A value of a column that holds several kinds, as JSON that PostgreSQL stores and writes again byte by byte: whole numbers and texts as they are,
/// numbers with a fraction always with a point, and objects of one member for what JSON has no form for.
enum VariantValue {
  /// The type of such columns, made where it is needed.
  static let typeName = "sqlite_value"
  static let description =
    "A value of any type of SQLite's: a number or text as it is, {\"$base64\": …} for bytes, {\"$text\": …} for a text that is not UTF-8 or has null characters, {\"$real\": …} for a number that JSON has no form for"

  /// The JSON of a value; `nil` for null.
  static func json(_ value: SQLValue) -> [UInt8]? {
    switch value {
    case .null: nil
    case .integer(let number): Array(String(number).utf8)
    case .real(let number): json(number)
    case .text(let bytes):
      TextBytes.form(of: bytes.span.bytes) == .odd ? object("$text", Base64.text(bytes)) : quoted(bytes)
    case .blob(let bytes): object("$base64", Base64.text(bytes))
    }
  }

  private static func json(_ number: Double) -> [UInt8] {
    let text = number.description
    let isPlain = number.isFinite && !text.contains("e") && !(number == 0 && number.sign == .minus)
    return isPlain ? Array(text.utf8) : object("$real", text)
  }

  private static func object(_ key: String, _ text: String) -> [UInt8] { Array("{\"\(key)\": \"\(text)\"}".utf8) }

  /// As PostgreSQL quotes texts (`escape_json` in its src/backend/utils/adt/json.c).
  private static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    var json = [UInt8(ascii: "\"")]
    for byte in bytes {
      switch byte {
      case 8: json += "\\b".utf8
      case 12: json += "\\f".utf8
      case 10: json += "\\n".utf8
      case 13: json += "\\r".utf8
      case 9: json += "\\t".utf8
      case UInt8(ascii: "\""): json += "\\\"".utf8
      case UInt8(ascii: "\\"): json += "\\\\".utf8
      case 0..<32: json += (byte < 16 ? "\\u000" : "\\u00").utf8 + Array(String(byte, radix: 16).utf8)
      default: json.append(byte)
      }
    }
    return json + [UInt8(ascii: "\"")]
  }

  /// The value that a JSON is; `nil` for what isn't one of ours.
  static func value(json bytes: [UInt8]) -> SQLValue? {
    if let first = bytes.first, first == UInt8(ascii: "-") || (48...57).contains(first) {
      let text = String(decoding: bytes, as: UTF8.self)
      if let number = Int64(text) { return .integer(number) }
      return text.contains(".") ? Double(text).map { .real($0) } : nil
    }
    switch try? JSONValue(json: bytes) {
    case .text(let text)?: return SQLValue(text)
    case .object(let members)? where members.count == 1:
      guard case .text(let text) = members[0].1 else { return nil }
      switch members[0].0 {
      case "$text": return Base64.bytes(text).map { .text($0) }
      case "$base64": return Base64.bytes(text).map { .blob($0) }
      case "$real": return Double(text).map { .real($0) }
      default: return nil
      }
    default: return nil
    }
  }
}
