/// The text of a statement whose parameters have names, as people run it by hand: `:p0`, `:p1` …
public struct NamedParameters: Sendable {
  /// The statement with a name in place of every `?`.
  public let sql: String
  /// The names without the colon, in order.
  public let names: [String]

  /// Names the parameters of a statement; a question mark within quotes is none.
  public init(_ sql: String) {
    var text: [UInt8] = []
    var names: [String] = []
    var quote: UInt8?
    for byte in sql.utf8 {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        quote = UInt8(ascii: "]")
      } else if byte == UInt8(ascii: "?") {
        names.append("p\(names.count)")
        text += ":\(names[names.count - 1])".utf8
        continue
      }
      text.append(byte)
    }
    self.sql = String(decoding: text, as: UTF8.self)
    self.names = names
  }
}
