internal import CPostgreSQL
internal import SQLTables
internal import TableModel

/// The rows that a statement answered.
///
/// Unchecked: libpq's results don't change once they are there, and may be read by any thread
/// (https://www.postgresql.org/docs/15/libpq-threading.html); these are freed with the last reference.
final class PostgreSQLRows: @unchecked Sendable {
  /// All rows in one, or each in one of its own.
  private let results: [OpaquePointer]
  private let isSingle: Bool
  let count: Int
  /// How the bytes of each column are read.
  let forms: [BinaryForm]
  /// A column as the server names it.
  struct Column: Sendable {
    let name: String
    /// The number of its type.
    let type: UInt32
  }

  /// The columns, also where there are no rows.
  var columns: [Column] {
    guard let first = results.first else { return [] }
    // libpq's own texts, which live as long as the result: copied at once.
    return (0..<PQnfields(first)).map { column in
      Column(name: PQfname(first, column).map { String(cString: $0) } ?? "", type: PQftype(first, column))
    }
  }

  /// How many rows the statement has inserted, changed or deleted itself. libpq's own text, which is read at once.
  var changedRows: Int {
    results.last.flatMap { PQcmdTuples($0) }.flatMap { Int(String(cString: $0)) } ?? 0
  }

  /// Whether there were more rows, which are left out because these are as many bytes as were asked for.
  let isCut: Bool

  /// - Parameters:
  ///   - results: taken over.
  ///   - isSingle: whether each holds one row, but for the last, which may have none.
  init(_ results: [OpaquePointer], isSingle: Bool = false, isCut: Bool = false) {
    self.results = results
    self.isSingle = isSingle
    self.isCut = isCut
    count = results.reduce(0) { $0 + Int(PQntuples($1)) }
    forms = results.first.map { first in (0..<PQnfields(first)).map { BinaryForm(type: PQftype(first, $0)) } } ?? []
  }

  deinit { for result in results { PQclear(result) } }

  @inline(__always) private func place(_ row: Int) -> (result: OpaquePointer, row: Int32) {
    isSingle ? (results[row], 0) : (results[0], Int32(row))
  }

  func isNull(_ row: Int, _ column: Int) -> Bool {
    let place = place(row)
    return PQgetisnull(place.result, place.row, Int32(column)) != 0
  }

  /// The bytes of a value, which live as long as these rows: none for a null.
  func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
    let place = place(row)
    let count = Int(PQgetlength(place.result, place.row, Int32(column)))
    return UnsafeRawBufferPointer(start: PQgetvalue(place.result, place.row, Int32(column)), count: count)
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
