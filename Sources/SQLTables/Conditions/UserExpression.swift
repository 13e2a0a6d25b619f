package import TableModel

/// A condition that a visitor wrote, known to be whole by itself: put into parentheses it can't reach beyond them.
///
/// What it means is not looked at here; the engine has to prepare it alone before it becomes part of anything.
package struct UserExpression: Sendable, Hashable {
  /// The condition as it was written.
  package let text: String
  private static let byteLimit = 10_000

  /// - Throws: `TableError.badRequest` for what isn't balanced, holds a comment, a parameter or the end of a statement.
  package init(_ text: String, in dialect: any SQLDialect) throws(TableError) {
    guard text.contains(where: { !$0.isWhitespace }) else { throw Self.refusal("it is empty") }
    guard text.utf8.count <= Self.byteLimit else { throw Self.refusal("it is longer than \(Self.byteLimit) bytes") }
    var scanner = Scanner(bytes: Array(text.utf8), quotes: dialect.quotes)
    try scanner.scan()
    self.text = text
  }

  static func refusal(_ reason: String) -> TableError { .badRequest("Invalid _where: \(reason)") }

  private struct Scanner {
    let bytes: [UInt8]
    let quotes: [UInt8: UInt8]
    var at = 0
    var depth = 0

    mutating func scan() throws(TableError) {
      while at < bytes.count {
        let byte = bytes[at]
        let next = at + 1 < bytes.count ? bytes[at + 1] : 0
        switch byte {
        case _ where quotes[byte] != nil: try skipQuoted(until: quotes[byte] ?? byte)
        case 0: throw refusal("it contains a null character")
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"):
          depth -= 1
          guard depth >= 0 else { throw refusal("unmatched )") }
        case UInt8(ascii: ";"): throw refusal("it contains a semicolon")
        case UInt8(ascii: "-") where next == byte: throw refusal("it contains a comment")
        case UInt8(ascii: "/") where next == UInt8(ascii: "*"): throw refusal("it contains a comment")
        case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "#"):
          throw refusal("it contains a parameter")
        // Within a name a dollar is a letter like others.
        case UInt8(ascii: "$") where at == 0 || !Self.isNameByte(bytes[at - 1]):
          throw refusal("it contains a parameter")
        default: break
        }
        at += 1
      }
      guard depth == 0 else { throw refusal("unclosed (") }
    }

    /// Within quotes a quote is written twice, which reads as two quoted parts one behind the other.
    private mutating func skipQuoted(until end: UInt8) throws(TableError) {
      guard let close = bytes[(at + 1)...].firstIndex(of: end) else { throw refusal("unclosed quote") }
      guard !bytes[at..<close].contains(0) else { throw refusal("it contains a null character") }
      at = close
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
      byte > 0x7F || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || (0x30...0x39).contains(byte)
        || (0x41...0x5A).contains(byte & 0xDF)
    }
  }
}

extension RowCondition {
  /// What a visitor wrote, kept to itself.
  package init(_ expression: UserExpression) { self.init("(\(expression.text))") }
}
