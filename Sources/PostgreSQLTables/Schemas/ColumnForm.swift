internal import SQLTables
internal import TableModel
internal import TextCoding

/// How the values of a type are read, compared and shown (https://www.postgresql.org/docs/15/datatype.html).
struct ColumnForm: Sendable {
  /// What stands for the column where its values are read, with `%` for the column itself; `nil` where they are read as they are.
  private(set) var readPattern: String?
  /// What stands for it where its values are compared and put in order, if that is something else: types that have no order of their own, and
  /// those that don't read what they write.
  private(set) var comparedPattern: String?
  /// How values are shown; `nil` for texts, of which the values have to be looked at.
  private(set) var fieldType: FieldType?
  private(set) var spelling: NumberSpelling?
  /// Whether values are texts of any kind.
  private(set) var isText = false
  private(set) var isBlob = false
  /// Whether values are words for a search to look in (https://www.postgresql.org/docs/15/datatype-textsearch.html).
  private(set) var isVector = false
  /// Whether values are arrays, which are read and written as JSON.
  private(set) var isArray = false
  /// Whether values can be long.
  private(set) var mayBeLong = false
  /// Whether no two values are equal that aren't the same, so that they can name rows.
  private(set) var isOrdered: Bool
  private(set) var storage = WritableColumn.Storage.text

  /// - Parameters:
  ///   - name: the type's name behind domains.
  ///   - category: the letter of its category (https://www.postgresql.org/docs/15/catalog-pg-type.html).
  ///   - isOrdered: whether the server can put its values in order.
  ///   - modifier: what stands in parentheses behind it, as the catalog has it; -1 for nothing.
  init(_ name: String, category: String, isOrdered: Bool, modifier: Int) {
    self.isOrdered = isOrdered
    switch name {
    case "int2", "int4", "int8": (fieldType, storage) = (.number(fractionDigits: nil), .integer)
    case "oid": (readPattern, fieldType, storage) = ("CAST(% AS bigint)", .identifier, .integer)
    case "float4", "float8": (fieldType, storage) = (.number(fractionDigits: nil), .number)
    case "numeric": setDecimals(modifier)
    case "money":
      (readPattern, comparedPattern) = ("CAST(CAST(% AS numeric) AS text)", "CAST(% AS numeric)")
      (fieldType, spelling, storage) = (.number(fractionDigits: 2), .verbatim, .number)
    case "bool": (fieldType, storage) = (.boolean, .any)
    case "bytea": (fieldType, isBlob, storage) = (.blob, true, .any)
    case "date": (readPattern, fieldType) = (Self.text, .date)
    case "timestamp", "timestamptz": (readPattern, fieldType) = (Self.text, .timestamp)
    case "json": (readPattern, comparedPattern, fieldType) = (Self.text, "CAST(% AS jsonb)", .json)
    case "jsonb": (readPattern, fieldType) = (Self.text, .json)
    case "tsvector": (readPattern, fieldType, isVector) = (Self.text, .text, true)
    case "bpchar": (readPattern, isText) = (Self.text, true)
    case _ where category == "S": isText = true
    case _ where category == "A":
      (readPattern, comparedPattern, fieldType) = ("CAST(to_jsonb(%) AS text)", "to_jsonb(%)", .json)
      (self.isOrdered, isArray) = (true, true)
    default:
      (readPattern, fieldType) = (Self.text, .text)
      if !isOrdered { comparedPattern = Self.text }
      self.isOrdered = true
    }
    setLong(category)
  }

  private static let text = "CAST(% AS text)"

  /// Numbers with so many digits before and behind the point are read as numbers where these tell all of them apart, and as their texts where
  /// they don't.
  private mutating func setDecimals(_ modifier: Int) {
    storage = .number
    // Four is the size of a header (`numeric.c` of PostgreSQL); a negative scale, which rounds to tens, is one of 11 bits.
    let precision = (modifier - 4) >> 16 & 0xFFFF, scale = (modifier - 4) & 0x7FF
    if modifier >= 4, precision <= 15, scale <= min(precision, NumberSpelling.maximumDecimals) {
      readPattern = "CAST(% AS double precision)"
      spelling = .decimals(scale)
      fieldType = .number(fractionDigits: scale > 0 ? scale : nil)
    } else {
      readPattern = Self.text
      spelling = .verbatim
      fieldType = .number(fractionDigits: nil)
    }
  }

  private mutating func setLong(_ category: String) {
    let isShort = fieldType == .date || fieldType == .timestamp || category == "E" || category == "N" || category == "B"
    mayBeLong = isText || isBlob || fieldType == .json || (fieldType == .text && !isShort)
  }

  /// Whether a look at some values tells how they are best shown.
  var isSampled: Bool {
    switch fieldType {
    case nil, .number, .timestamp: true
    default: false
    }
  }

  func read(_ column: String) -> String { Self.fill(readPattern, column) }
  func compared(_ column: String) -> String { Self.fill(comparedPattern, column) }

  private static func fill(_ pattern: String?, _ column: String) -> String {
    guard let pattern, let place = pattern.firstIndex(of: "%") else { return column }
    return pattern[..<place] + column + pattern[pattern.index(after: place)...]
  }

  /// What people's conditions on a column are made with.
  func comparedColumn(_ column: String, isDay: Bool) -> ComparedColumn {
    ComparedColumn(
      compared(column), affinity: .text, isSearched: isText || isDay || fieldType == .json,
      textExpression: isText ? nil : "CAST(\(column) AS text)")
  }
}
