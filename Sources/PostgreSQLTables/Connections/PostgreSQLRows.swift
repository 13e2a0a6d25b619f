internal import CPostgreSQL
internal import SQLTables
internal import TableModel

/// The rows that a statement answered.
///
/// Unchecked: libpq's results don't change once they are there, and may be read by any thread
/// (https://www.postgresql.org/docs/15/libpq-threading.html); this one is freed with the last reference.
final class PostgreSQLRows: @unchecked Sendable {
  private let result: OpaquePointer?
  let count: Int
  /// How the bytes of each column are read.
  let forms: [BinaryForm]

  /// - Parameter result: taken over.
  init(_ result: OpaquePointer?) {
    self.result = result
    count = Int(PQntuples(result))
    forms = (0..<PQnfields(result)).map { BinaryForm(type: PQftype(result, $0)) }
  }

  deinit { PQclear(result) }

  func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(result, Int32(row), Int32(column)) != 0 }

  /// The bytes of a value, which live as long as these rows: none for a null.
  func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
    let count = Int(PQgetlength(result, Int32(row), Int32(column)))
    return UnsafeRawBufferPointer(start: PQgetvalue(result, Int32(row), Int32(column)), count: count)
  }

  /// A value, with the type that it has in the database as far as values have types here.
  func value(_ row: Int, _ column: Int) -> SQLValue {
    guard !isNull(row, column) else { return .null }
    let bytes = bytes(row, column)
    switch forms[column] {
    case .integer: return .integer(BinaryForm.integer(bytes))
    case .real: return .real(BinaryForm.real(bytes))
    case .blob: return .blob(Array(bytes))
    case .text: return .text(Array(bytes))
    }
  }

  /// The text of a value of a column of texts; `nil` for a null.
  func text(_ row: Int, _ column: Int) -> String? {
    isNull(row, column) ? nil : String(decoding: bytes(row, column), as: UTF8.self)
  }

  /// The number of a column of integers; 0 for a null.
  func integer(_ row: Int, _ column: Int) -> Int {
    isNull(row, column) ? 0 : Int(truncatingIfNeeded: BinaryForm.integer(bytes(row, column)))
  }
}
