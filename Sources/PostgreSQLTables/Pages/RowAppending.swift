internal import BoundedWork
internal import SQLTables
internal import TableModel

/// How the rows of a result become the rows of a page.
struct RowAppending {
  let width: Int
  /// The column of the result that is the first field.
  var first = 0
  /// Bytes of a text that are kept; all of them if `Int.max`.
  let textBytes: Int
  /// Fields that are kept whole up to what an address holds: cut, they would name other rows.
  var keyFields: [Int] = []
  /// Fields of which long blobs come with their first bytes, and where the result tells their length.
  let blobLengths: [(field: Int, resultColumn: Int)]
  /// What a page may hold, for what is said of a row that is larger.
  let byteLimit: Int

  /// Appends a row, if it fits.
  /// - Returns: false if the page is full; it holds the rows before then.
  /// - Throws: `TableError.badRequest` if no page can hold the row, `TableError.busy` if there is no memory for it at the moment.
  func append(_ rows: PostgreSQLRows, _ row: Int, to builder: inout RecordPageBuilder) throws(TableError) -> Bool {
    let end = builder.end
    for column in first..<(first + width) { append(rows, row, column, to: &builder) }
    switch builder.overflow {
    case .none: return true
    case .budget: throw MemoryBudget.shortage
    case .limit:
      builder.revert(to: end)
      guard builder.rowCount > 0 else { throw tooLarge }
      return false
    }
  }

  private var tooLarge: TableError {
    .badRequest(
      "A row is larger than the \(byteLimit.megabytes) response limit: request it by its key, or its largest values one by one."
    )
  }

  private func append(_ rows: PostgreSQLRows, _ row: Int, _ column: Int, to builder: inout RecordPageBuilder) {
    let bytes = rows.bytes(row, column)
    guard !bytes.isEmpty || !rows.isNull(row, column) else { return builder.appendNull() }
    switch rows.forms[column] {
    case .integer: builder.append(BinaryForm.integer(bytes))
    case .real: builder.append(BinaryForm.real(bytes))
    case .text:
      let isCut = blobLengths.contains { $0.field == column && rows.integer(row, $0.resultColumn) > bytes.count }
      guard isCut || bytes.count > textBytes, isCut || !isWholeKey(column, bytes.count) else {
        return append(bytes, .text, to: &builder)
      }
      let end = bytes.count > textBytes ? Self.wholeCharacters(bytes, within: textBytes) : bytes.count
      append(UnsafeRawBufferPointer(rebasing: bytes[..<end]), .textExcerpt, to: &builder)
    case .blob:
      let length = blobLengths.first { $0.field == column }.map { rows.integer(row, $0.resultColumn) } ?? bytes.count
      if length > bytes.count || (textBytes < .max && length > 32 && !isWholeKey(column, length)) {
        append(UnsafeRawBufferPointer(rebasing: bytes.prefix(32)), .blobExcerpt, wholeCount: length, to: &builder)
      } else {
        append(bytes, .blob, to: &builder)
      }
    }
  }

  /// The bytes are libpq's, which keeps them as long as the rows, and are copied here.
  private func append(
    _ bytes: UnsafeRawBufferPointer, _ kind: RecordField.Kind, wholeCount: Int? = nil,
    to builder: inout RecordPageBuilder
  ) {
    if let start = bytes.baseAddress {
      builder.append(start, count: bytes.count, kind: kind, wholeCount: wholeCount)
    } else {
      builder.append("")
    }
  }

  /// Whether a value is part of a key that can stand in an address.
  private func isWholeKey(_ column: Int, _ count: Int) -> Bool {
    count <= RowKey.byteLimit && keyFields.contains(column)
  }

  /// The longest start of a text of at most so many bytes that does not cut a character.
  private static func wholeCharacters(_ text: UnsafeRawBufferPointer, within limit: Int) -> Int {
    var count = limit
    // Continuation bytes are 10xxxxxx (RFC 3629 section 3); a character has at most three.
    while count > 0, limit - count < 4, text[count] & 0xC0 == 0x80 { count -= 1 }
    return count
  }
}
