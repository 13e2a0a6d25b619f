internal import PostgreSQLTables
internal import SQLTables
internal import SQLiteTables
internal import TextCoding

/// What is found out about a column of a file from all of its values.
struct ColumnScan {
  private(set) var integers = 0, reals = 0, texts = 0, blobs = 0, nulls = 0
  /// Whole numbers other than 0 and 1.
  private var hasOtherThanBoolean = false
  /// Numbers that decimals can't be: without end, and the negative zero.
  private var hasOddReal = false
  private var hasIntegralReal = false
  private var scale = 0, wholeDigits = 0
  private var longest = 0
  /// Texts that no text of PostgreSQL can be: with a null character, or that aren't UTF-8.
  private(set) var hasOddText = false
  private var hasOtherThanNaN = false
  private var textForm: ValueForm?
  private var hasOtherText = false
  /// The form that texts are looked at for, by the declared type.
  private let wanted: ValueForm?
  private let countsCharacters: Bool
  private let measuresDigits: Bool
  private let declared: DeclaredType

  init(_ declared: DeclaredType) {
    self.declared = declared
    wanted = declared.textForm
    countsCharacters = declared.characterLimit != nil
    measuresDigits = declared.isDecimal
  }

  var isEmpty: Bool { integers + reals + texts + blobs == 0 }

  @inline(__always) mutating func see(_ row: CopyStatement, _ column: Int) {
    switch row.kind(column) {
    case .integer:
      integers &+= 1
      let number = row.integer(column)
      if number != 0, number != 1 { hasOtherThanBoolean = true }
      if measuresDigits { wholeDigits = max(wholeDigits, String(number.magnitude).utf8.count) }
    case .real:
      reals &+= 1
      see(row.real(column))
    case .text:
      texts &+= 1
      row.withBytes(column) { see($0) }
    case .blob: blobs &+= 1
    case .null: nulls &+= 1
    }
  }

  private mutating func see(_ number: Double) {
    if !number.isFinite || number == 0 && number.sign == .minus { hasOddReal = true }
    if number.rounded() == number { hasIntegralReal = true }
    guard measuresDigits, number.isFinite else { return }
    let text = DecimalDigits(number)
    scale = max(scale, text.fraction.count)
    wholeDigits = max(wholeDigits, text.whole.count)
  }

  private mutating func see(_ bytes: RawSpan) {
    let form = TextBytes.form(of: bytes)
    if form == .odd { hasOddText = true }
    if countsCharacters {
      longest = max(longest, form == .ascii ? bytes.byteCount : TextBytes.characterCount(of: bytes))
    }
    if !hasOtherThanNaN, !TextBytes.isNaN(bytes) { hasOtherThanNaN = true }
    if let wanted, !hasOtherText, form != .ascii || !TemporalText.isCanonical(bytes, wanted) { hasOtherText = true }
  }

  /// How the values go over, the type of the column there, and what is worth saying about it.
  func plan(isCompared: Bool) -> (form: ValueForm, type: String, remark: String?) {
    let kinds = [integers, reals, texts, blobs].filter { $0 > 0 }.count
    if kinds == 0 { return (declared.emptyForm.form, declared.emptyForm.type, nil) }
    if texts > 0, kinds == 1 { return textPlan(isCompared: isCompared) }
    if blobs > 0, kinds == 1 { return (.bytes, "bytea", nil) }
    if texts > 0, !hasOtherThanNaN, reals > 0, integers + blobs == 0 { return (.real, "double precision", nil) }
    if texts + blobs == 0 { return numberPlan() }
    return (
      .variant, VariantValue.typeName,
      "holds values of several types: they are kept as JSON, in the type \(VariantValue.typeName)"
    )
  }

  private func textPlan(isCompared: Bool) -> (form: ValueForm, type: String, remark: String?) {
    if hasOddText {
      return (
        .variant, VariantValue.typeName,
        "holds texts that PostgreSQL can't store (with a null character, or not in UTF-8): they are kept as JSON, in the type \(VariantValue.typeName)"
      )
    }
    if let wanted {
      if !hasOtherText, let type = wanted.typeName { return (wanted, type, nil) }
      return (.text, "text", "is declared \(declared.text), and holds other texts: it is a text column")
    }
    if declared.isJSON, !isCompared { return (.text, "json", nil) }
    if let limit = declared.characterLimit {
      if longest <= limit { return (.text, "character varying(\(limit))", nil) }
      return (.text, "text", "is declared \(declared.text), and holds longer texts: it is a text column")
    }
    return (.text, "text", nil)
  }

  private func numberPlan() -> (form: ValueForm, type: String, remark: String?) {
    if declared.isDecimal, !hasOddReal {
      guard let (precision, limit) = declared.precision, scale <= limit, wholeDigits <= precision - limit else {
        return (.decimal, "numeric", nil)
      }
      return (.decimal, "numeric(\(precision),\(limit))", nil)
    }
    if reals == 0 {
      return declared.isBoolean && !hasOtherThanBoolean ? (.boolean, "boolean", nil) : (.integer, "bigint", nil)
    }
    if integers == 0 { return (.real, "double precision", nil) }
    if !hasOddReal, !hasIntegralReal { return (.decimal, "numeric", nil) }
    return (
      .variant, VariantValue.typeName,
      "holds whole numbers beside others that are equal to them: they are kept as JSON, in the type \(VariantValue.typeName)"
    )
  }
}

extension ValueForm {
  /// The type of what is written as text in a file.
  var typeName: String? {
    switch self {
    case .date: "date"
    case .timestamp: "timestamp without time zone"
    case .zonedTimestamp: "timestamp with time zone"
    case .uuid: "uuid"
    case .spelledDecimal: "numeric"
    default: nil
    }
  }
}
