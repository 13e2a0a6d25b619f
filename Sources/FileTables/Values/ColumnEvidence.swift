internal import SQLiteTables

/// The kinds of values that a column was seen to have.
struct ColumnEvidence: OptionSet, Sendable {
  let rawValue: UInt8

  static let integer = ColumnEvidence(rawValue: 1)
  static let real = ColumnEvidence(rawValue: 2)
  static let boolean = ColumnEvidence(rawValue: 4)
  static let text = ColumnEvidence(rawValue: 8)

  /// The type that takes all of them as they were written.
  var type: ColumnType {
    if isEmpty { return .empty }
    if self == .integer { return .integer }
    if isSubset(of: [.integer, .real]) { return .real }
    if self == .boolean { return .boolean }
    return self == .text ? .text : .any
  }
}

/// How a column is declared.
enum ColumnType: Sendable, Equatable {
  /// No value was seen yet.
  case empty
  case integer, real, boolean, text
  /// Values of several kinds, each kept as it is.
  case any

  /// The name that SQLite derives the column's affinity from (https://sqlite.org/datatype3.html section 3.1). Values are bound as
  /// what they are, so that the affinity finds nothing to change; a column of several kinds has none.
  var declaration: String {
    switch self {
    case .empty, .text: "TEXT"
    case .integer: "INTEGER"
    case .real: "REAL"
    case .boolean: "BOOLEAN"
    case .any: ""
    }
  }

  /// Whether a value of a kind stays in such a column what it is.
  func takes(_ kind: ColumnEvidence) -> Bool {
    switch self {
    case .empty: false
    case .integer: kind == .integer
    case .real: kind == .integer || kind == .real
    case .boolean: kind == .boolean
    case .text: kind == .text
    case .any: true
    }
  }
}
