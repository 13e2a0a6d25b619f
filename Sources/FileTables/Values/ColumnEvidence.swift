internal import SQLTables
internal import SQLiteTables
internal import TableModel
internal import TextCoding

/// What was seen of the values of a column.
struct ColumnEvidence: Sendable, Equatable {
  /// The kinds of values.
  struct Kinds: OptionSet, Sendable {
    let rawValue: UInt8

    static let number = Kinds(rawValue: 1)
    static let boolean = Kinds(rawValue: 2)
    static let text = Kinds(rawValue: 4)
  }

  private(set) var kinds: Kinds = []
  /// The ways to store numbers that bring back the text of all of them.
  private var storages = NumberText.Storages.all

  /// The type that takes all of them as they were written.
  var type: ColumnType {
    switch kinds {
    case []: .empty
    case .number:
      if storages.contains(.integer) {
        .integer
      } else if let decimals = storages.likelyDecimals {
        .real(decimals: decimals)
      } else {
        .verbatim
      }
    case .boolean: .boolean
    case .text: .text
    default: .any
    }
  }

  /// Takes a value into account that has a kind by itself, as in JSON.
  mutating func add(_ field: BulkField, _ bytes: Span<UInt8>) {
    switch field.kind {
    case .null: break
    case .integer, .real: kinds.insert(.boolean)
    case .text:
      if field.isNumberToken, let number = NumberText(bytes, field.start, field.count, isNumber: true) {
        kinds.insert(.number)
        storages.formIntersection(number.storages)
      } else {
        kinds.insert(.text)
      }
    }
  }

  /// Takes a text into account, which is a number if it looks like one, as in files of separated values.
  mutating func add(textOf field: BulkField, _ bytes: Span<UInt8>) {
    // An empty text says nothing.
    guard field.count > 0, kinds != .text else { return }
    if let number = NumberText(bytes, field.start, field.count) {
      kinds.insert(.number)
      storages.formIntersection(number.storages)
    } else {
      // Beside a text, what looked like numbers were texts too.
      kinds = .text
    }
  }
}

/// How the values of a column are stored.
enum ColumnType: Sendable, Equatable {
  /// No value was seen yet.
  case empty
  case integer
  /// Numbers that are written with so many decimals; see `NumberSpelling`.
  case real(decimals: Int)
  /// Numbers as the texts that they are.
  case verbatim
  case boolean, text
  /// Values of several kinds, each kept as it is.
  case any

  /// The name that SQLite derives the column's affinity from (https://sqlite.org/datatype3.html section 3.1), and its collation. Values are
  /// bound as what they are, so that the affinity finds nothing to change; a column of several kinds has none.
  var declaration: String {
    switch self {
    case .empty, .text: "TEXT"
    case .integer: "INTEGER"
    case .real(let decimals): NumberSpelling.decimals(decimals).declaredType
    case .verbatim: "\(NumberSpelling.verbatim.declaredType) COLLATE \(NumberCollation.byValue)"
    case .boolean: "BOOLEAN"
    case .any: ""
    }
  }
}
