internal import SQLTables
internal import SQLiteTables
internal import TableModel

/// Binds values as PostgreSQL sends them to a statement of SQLite's.
enum ValueBinder {
  static func bind(_ field: RawSpan?, _ form: ValueForm, to statement: CopyStatement, _ place: Int) throws(TableError) {
    guard let field else { return statement.bindNull(place) }
    switch form {
    case .integer:
      guard field.byteCount == 8 else { throw unreadable }
      statement.bind(Int64(bigEndian: field.unsafeLoadUnaligned(as: Int64.self)), place)
    case .real:
      guard field.byteCount == 8 else { throw unreadable }
      let number = Double(bitPattern: UInt64(bigEndian: field.unsafeLoadUnaligned(as: UInt64.self)))
      // SQLite takes it for null.
      if number.isNaN {
        statement.bind(Array("NaN".utf8).span.bytes, isText: true, place)
      } else {
        statement.bind(number, place)
      }
    case .bytes: statement.bind(field, isText: false, place)
    case .decimal:
      let text = field.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      if let number = Int64(text) {
        statement.bind(number, place)
      } else if let number = Double(text) {
        statement.bind(number, place)
      } else {
        throw unreadable
      }
    case .variant:
      // The version of the form stands before the JSON (`jsonb_send`).
      let json = field.withUnsafeBytes { Array($0.dropFirst()) }
      guard let value = VariantValue.value(json: json) else {
        throw .unavailable("a value of the type \(VariantValue.typeName) isn't one that this program has written")
      }
      switch value {
      case .null: statement.bindNull(place)
      case .integer(let number): statement.bind(number, place)
      case .real(let number): statement.bind(number, place)
      case .text(let bytes): statement.bind(bytes.span.bytes, isText: true, place)
      case .blob(let bytes): statement.bind(bytes.span.bytes, isText: false, place)
      }
    case .text, .boolean, .date, .timestamp, .zonedTimestamp, .uuid, .spelledDecimal:
      statement.bind(field, isText: true, place)
    }
  }

  private static var unreadable: TableError { .unavailable("the server answered a value in a form that can't be read") }
}
