import TableModel
internal import TextCoding

/// How the values of one column are written: what can be known before the first row.
struct FieldPlan: BitwiseCopyable {
  /// `FieldType` without what belongs to it, so that a plan is plain memory.
  enum Form: UInt8, BitwiseCopyable {
    case text, identifier, number, boolean, temporal, link, image, email, json, blob
    /// Numbers with a format or a unit of their own.
    case formatted
    /// Days and times in a form other than ISO 8601.
    case time
    /// Whatever the nib of the column's owner makes of it.
    case own
  }

  var form: Form
  /// Digits behind the point that are always shown; -1 for none in particular.
  var fractionDigits: Int8
  /// Digits behind the point of a real that is written without marks of thousands; -1 for the shortest form.
  var decimals: Int8
  /// How a form of `formatted` is written.
  var format: Format
  /// How days and times are stored, of a form of `time`.
  var storedTime: StoredTime
  /// What stands behind a number: a space and its unit.
  var unit: LiteralRange
  /// `/chinook/Album/`, or `/chinook/Album?Code=` where the column referred to isn't the key: what a value of a reference goes
  /// behind. Empty for columns that refer to nothing.
  var referencePrefix: LiteralRange
  /// Whether the value stands in the query of the address.
  var isInQuery: Bool
  /// Whether the column referred to says that it holds texts.
  var refersToText: Bool
  /// Where several columns name the row together: which of the plans' `references` says how; -1 where the value does alone.
  var manyValued: Int32
  /// The field that holds the label of the referenced row; -1 for none.
  var labelField: Int32
  /// `/-/blob/COLUMN`, behind the address of the row.
  var blobSuffix: LiteralRange
  /// The column's title, escaped.
  var title: LiteralRange

  @inline(__always) var isReference: Bool { referencePrefix.count > 0 }

  /// `ValueFormat` as plain memory.
  enum Format: UInt8, BitwiseCopyable {
    case grouped, plain, fixed, percent, bytes, duration, milliseconds

    /// Whether what is shown of a number isn't all that is stored.
    func rounds(_ value: Double) -> Bool {
      switch self {
      case .percent, .duration, .milliseconds: abs(value) < 1e15
      case .bytes: value >= 1_000 && value < 9e18
      case .grouped, .plain, .fixed: false
      }
    }

    init(_ format: ValueFormat?) {
      self =
        switch format {
        case nil, .time: .grouped
        case .plain: .plain
        case .fixed: .fixed
        case .percent: .percent
        case .bytes: .bytes
        case .duration: .duration
        case .milliseconds: .milliseconds
        }
    }
  }
}

/// How a part of the key is written.
struct KeyPlan: BitwiseCopyable {
  /// The position within a record.
  var field: Int
  /// Whether the column says that it holds texts.
  var isText: Bool
}

/// How one of several values that name a row together is written in its address.
struct ReferencePart {
  /// What stands before it: `/chinook/Album/`, `,` or `&Code=`.
  var separator: LiteralRange
  var field: Int
  /// Whether the column referred to says that it holds texts.
  var isText: Bool
}

/// A run of bytes in a block of literals.
struct LiteralRange: BitwiseCopyable {
  var start: Int32 = 0
  var count: Int32 = 0
}

/// Literals while they are collected, one behind the other.
struct LiteralCollector: ~Copyable {
  private var sink = ByteSink(capacity: 1_024)

  /// All of them.
  var bytes: [UInt8] { sink.withBytes { Array($0) } }

  /// Adds what `write` writes.
  mutating func add(_ write: (inout ByteSink) -> Void) -> LiteralRange {
    let start = sink.count
    write(&sink)
    return LiteralRange(start: Int32(start), count: Int32(sink.count - start))
  }
}

extension FieldPlan.Form {
  init(_ type: FieldType) {
    self =
      switch type {
      case .text: .text
      case .identifier: .identifier
      case .number: .number
      case .boolean: .boolean
      case .date, .timestamp: .temporal
      case .link: .link
      case .image: .image
      case .email: .email
      case .json: .json
      case .blob: .blob
      }
  }
}
