/// The text of a statement whose parameters, written `?`, are given other names.
package struct ParameterText: Sendable {
  /// The statement with a name in place of every `?`.
  package let sql: String
  /// How many parameters there are.
  package let count: Int

  /// Names the parameters of a statement, counted from 0; a question mark within quotes is none.
  package init(_ sql: String, in dialect: some SQLDialect, _ name: (Int) -> String) {
    let quotes = dialect.quotes
    var text: [UInt8] = []
    var count = 0
    var quote: UInt8?
    for byte in sql.utf8 {
      if let open = quote {
        if byte == open { quote = nil }
      } else if let end = quotes[byte] {
        quote = end
      } else if byte == UInt8(ascii: "?") {
        text += name(count).utf8
        count += 1
        continue
      }
      text.append(byte)
    }
    self.sql = String(decoding: text, as: UTF8.self)
    self.count = count
  }
}
