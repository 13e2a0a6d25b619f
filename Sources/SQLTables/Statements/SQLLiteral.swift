package import TableModel

/// The one place where a value becomes part of a statement: of those that define tables, which take no parameters.
package struct SQLLiteral: Sendable, CustomStringConvertible {
  /// The value as SQL writes it; `nil` for a text that no literal can hold.
  private let text: String?

  package var description: String { text ?? "NULL" }

  /// A value.
  package init(_ value: RecordValue) {
    switch value {
    case .null: text = "NULL"
    case .integer(let number): text = String(number)
    case .real(let number): text = number.isFinite ? number.description : "NULL"
    case .text(let value):
      // A null character would end the statement.
      guard !value.utf8.contains(0) else {
        text = nil
        return
      }
      text = "'" + value.replacing("'", with: "''") + "'"
    case .blob(let bytes): text = "x'" + bytes.map { Self.digits($0) }.joined() + "'"
    }
  }

  private static func digits(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return byte < 16 ? "0" + digits : digits
  }
}
