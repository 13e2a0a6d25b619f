internal import PostgreSQLTables
internal import TableModel

/// What stands around the rows of a binary `COPY` (https://www.postgresql.org/docs/15/sql-copy.html, "Binary Format").
enum CopyForm {
  private static let signature = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]
  private static let headerLength = 19

  static func appendHeader(to buffer: CopyBuffer) {
    buffer.append(signature.span.bytes)
    // No flags, no extension.
    buffer.append(Int32(0))
    buffer.append(Int32(0))
  }

  /// Hands out the rows that a query answers, each as its bytes.
  static func rows(of query: String, _ session: CopySession, row: (RawSpan) throws -> Void) throws {
    var isFirst = true
    try session.receive("COPY (\(query)) TO STDOUT (FORMAT binary)") { piece in
      // A piece is a row; before the first stands the header, and the last is the mark of the end.
      var bytes = piece
      if isFirst {
        isFirst = false
        guard piece.byteCount >= headerLength else {
          throw TableError.unavailable("the server doesn't answer rows in binary form")
        }
        bytes = piece.extracting(headerLength..<piece.byteCount)
      }
      guard bytes.byteCount > 2 else { return }
      try row(bytes)
    }
  }

  /// Hands out the fields of a row, each as its bytes; `nil` for null.
  static func fields(of row: RawSpan, field: (Int, RawSpan?) throws -> Void) rethrows {
    var place = 2, number = 0
    while place &+ 4 <= row.byteCount {
      let length = Int(Int32(bigEndian: row.unsafeLoadUnaligned(fromByteOffset: place, as: Int32.self)))
      place &+= 4
      if length < 0 {
        try field(number, nil)
      } else {
        guard place &+ length <= row.byteCount else { return }
        try field(number, row.extracting(place..<(place &+ length)))
        place &+= length
      }
      number &+= 1
    }
  }
}
