internal import SQLTables
internal import TextCoding

/// The values of a key as a text that is kept until reading goes on behind them.
enum KeyText {
  static func text(_ values: [SQLValue]) -> String {
    values.map { value in
      switch value {
      case .null: "n"
      case .integer(let number): "i\(number)"
      case .real(let number): "r\(number.bitPattern)"
      case .text(let bytes): "t" + Base64.text(bytes)
      case .blob(let bytes): "b" + Base64.text(bytes)
      }
    }.joined(separator: ",")
  }

  static func values(_ text: String) -> [SQLValue] {
    text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let rest = String(part.dropFirst())
      switch part.first {
      case "i": return Int64(rest).map { .integer($0) } ?? .null
      case "r": return UInt64(rest).map { .real(Double(bitPattern: $0)) } ?? .null
      case "t": return Base64.bytes(rest).map { .text($0) } ?? .null
      case "b": return Base64.bytes(rest).map { .blob($0) } ?? .null
      default: return .null
      }
    }
  }
}
