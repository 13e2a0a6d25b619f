internal import BoundedWork
internal import CSQLite
internal import SQLTables
internal import TableModel

/// How the rows of a statement become the rows of a page.
struct RowAppending {
  let width: Int32
  /// Bytes of a text that are kept; all of them if `Int.max`.
  let textBytes: Int
  /// Fields that are kept whole up to what an address holds: cut, they would name other rows.
  var keyFields: [Int] = []
  let blobLengths: [(field: Int, resultColumn: Int)]
  /// Brings the first bytes of a blob that was left out of its row.
  let blobStarts: BlobStarts?
  /// What a page may hold, for what is said of a row that is larger.
  let byteLimit: Int

  /// Appends the row that the statement stands on, if it fits.
  /// - Returns: false if the page is full; it holds the rows before then.
  /// - Throws: `TableError.badRequest` if no page can hold the row, `TableError.busy` if there is no memory for it at the moment.
  @inline(__always) func append(
    _ statement: SQLiteStatement, to builder: inout RecordPageBuilder
  ) throws(TableError) -> Bool {
    if try fill(statement, into: &builder) { return true }
    guard builder.rowCount > 0 else { throw tooLarge }
    return false
  }

  /// The same, but that a row that no page can hold is no error.
  @inline(__always) func fill(
    _ statement: SQLiteStatement, into builder: inout RecordPageBuilder
  ) throws(TableError) -> Bool {
    let end = builder.end
    appendFields(of: statement, to: &builder)
    switch builder.overflow {
    case .none: return true
    case .budget: throw MemoryBudget.shortage
    case .limit:
      builder.revert(to: end)
      return false
    }
  }

  /// What is said of a row that no page can hold.
  var tooLarge: TableError {
    .badRequest(
      "A row is larger than the \(byteLimit.megabytes) response limit: request it by its key, or its largest values one by one."
    )
  }

  /// `sqlite3_value_*` instead of `sqlite3_column_*`: the range check and the error check of the latter are made once per value and
  /// not three times. Allowed as long as no other thread uses the connection (https://sqlite.org/c3ref/column_blob.html). The pointers are
  /// SQLite's, good until the next step, and copied before.
  ///
  /// A value's size is asked for before its bytes: where the page can't take them they are not brought, which for bytes that SQLite only
  /// counts (`zeroblob`) costs as much memory as they are.
  @inline(__always) private func appendFields(of statement: SQLiteStatement, to builder: inout RecordPageBuilder) {
    for column in 0..<width {
      let value = sqlite3_column_value(statement.handle, column)
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER: builder.append(sqlite3_value_int64(value))
      case SQLITE_FLOAT: builder.append(sqlite3_value_double(value))
      case SQLITE_TEXT:
        let count = Int(sqlite3_value_bytes(value))
        let isWhole = count <= textBytes || isWholeKey(Int(column), count)
        guard builder.makeRoom(for: isWhole ? count : textBytes), let text = sqlite3_value_text(value) else {
          builder.appendNull()
          continue
        }
        if isWhole {
          builder.append(UnsafeRawPointer(text), count: count, kind: .text)
        } else {
          builder.append(
            UnsafeRawPointer(text), count: Self.wholeCharacters(text, within: textBytes), kind: .textExcerpt)
        }
      case SQLITE_BLOB: append(blob: value, Int(column), to: &builder)
      default:
        if blobLengths.isEmpty || !appendOmitted(Int(column), statement, to: &builder) { builder.appendNull() }
      }
    }
  }

  /// Whether a value is part of a key that can stand in an address.
  @inline(never) private func isWholeKey(_ column: Int, _ count: Int) -> Bool {
    count <= RowKey.byteLimit && keyFields.contains(column)
  }

  private func append(blob value: OpaquePointer?, _ column: Int, to builder: inout RecordPageBuilder) {
    let count = Int(sqlite3_value_bytes(value))
    let isWhole = textBytes == .max || count <= 32 || isWholeKey(column, count)
    guard isWhole || count <= Self.lookedAtBytes else {
      return append(Self.unseen, of: count, to: &builder)
    }
    guard builder.makeRoom(for: isWhole ? count : 32) else { return builder.appendNull() }
    // SQLite has no address for a blob of no bytes; any will do to copy none from.
    guard let blob = sqlite3_value_blob(value) else {
      withUnsafeBytes(of: UInt8(0)) { if let start = $0.baseAddress { builder.append(start, count: 0, kind: .blob) } }
      return
    }
    if isWhole {
      builder.append(blob, count: count, kind: .blob)
    } else {
      builder.append(blob, count: 32, kind: .blobExcerpt, wholeCount: count)
    }
  }

  /// Of a blob that is larger, the first bytes are not looked at where only they are asked for: it might be one of zeros that SQLite has
  /// only counted so far. Those of tables are read by themselves; see `blobStarts`.
  private static let lookedAtBytes = 1 << 20
  private static let unseen = [UInt8](repeating: 0, count: 32)

  private func append(_ start: [UInt8], of length: Int, to builder: inout RecordPageBuilder) {
    start.withUnsafeBytes { bytes in
      if let address = bytes.baseAddress { builder.append(address, count: 32, kind: .blobExcerpt, wholeCount: length) }
    }
  }

  /// A null that stands for a large blob: its length is in the result, its first bytes are read by themselves.
  private func appendOmitted(_ field: Int, _ statement: SQLiteStatement, to builder: inout RecordPageBuilder) -> Bool {
    guard let omitted = blobLengths.first(where: { $0.field == field }) else { return false }
    let length = statement.integer(omitted.resultColumn)
    guard length > 0, let blobStarts else { return false }
    append(blobStarts.bytes(ofColumn: field, row: statement), of: length, to: &builder)
    return true
  }

  /// The longest start of a text of at most so many bytes that does not cut a character.
  private static func wholeCharacters(_ text: UnsafePointer<UInt8>, within limit: Int) -> Int {
    var count = limit
    // Continuation bytes are 10xxxxxx (RFC 3629 section 3); a character has at most three.
    while count > 0, limit - count < 4, text[count] & 0xC0 == 0x80 { count -= 1 }
    return count
  }
}
