internal import SQLTables
internal import TableModel

/// The values of a statement's parameters as libpq takes them: texts that end with a null, whose types the server finds from the statement.
struct ParameterTexts: ~Copyable {
  /// The addresses of the texts; null for a null. They live as long as this.
  let addresses: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>

  /// - Throws: `TableError.badRequest` for a text with a null character, which no text of PostgreSQL has.
  init(_ values: [SQLValue]) throws(TableError) {
    for case .text(let bytes) in values where bytes.contains(0) {
      throw .badRequest("Texts of this database have no null characters.")
    }
    addresses = .allocate(capacity: values.count)
    for (index, value) in values.enumerated() { addresses.initializeElement(at: index, to: Self.text(value)) }
  }

  deinit {
    for address in addresses { address?.deallocate() }
    addresses.deallocate()
  }

  var count: Int32 { Int32(addresses.count) }

  private static func text(_ value: SQLValue) -> UnsafePointer<CChar>? {
    switch value {
    case .null: nil
    case .integer(let number): copy(String(number).utf8)
    case .real(let number): copy(number.description.utf8)
    case .text(let bytes): copy(bytes)
    // https://www.postgresql.org/docs/15/datatype-binary.html, "bytea Hex Format"
    case .blob(let bytes): copy(Array("\\x".utf8) + bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func copy(_ bytes: some Collection<UInt8>) -> UnsafePointer<CChar> {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    for (index, byte) in bytes.enumerated() { text[index] = CChar(bitPattern: byte) }
    text[bytes.count] = 0
    return UnsafePointer(text)
  }
}
