package import TableModel

/// Tells from a declared type and a sample of values how a column is best shown.
package struct ColumnTypeInference: Sendable {
  private let declared: String
  private var values = 0, integers = 0, reals = 0, texts = 0, blobs = 0
  private var mostFractionDigits = 0
  private var days = 0, times = 0, links = 0, images = 0, addresses = 0, documents = 0

  /// A guess for a column of this declared type, which may be empty.
  package init(declaredType: String) { declared = declaredType.uppercased() }

  /// Whether any value was a blob.
  package var hasBlobs: Bool { blobs > 0 }

  /// Takes a value into account.
  package mutating func sample(_ value: RecordValue) {
    switch value {
    case .null: return
    case .integer: integers += 1
    case .real(let number):
      reals += 1
      mostFractionDigits = max(mostFractionDigits, Self.fractionDigits(of: number))
    case .blob: blobs += 1
    case .text(let text):
      // An empty text is nobody's evidence.
      guard !text.isEmpty else { return }
      texts += 1
      sample(text)
    }
    values += 1
  }

  private mutating func sample(_ text: String) {
    let form = TextForm(text)
    switch form {
    case .day: days += 1
    case .time: times += 1
    case .link: links += 1
    case .image: images += 1
    case .email: addresses += 1
    case .document: documents += 1
    case .plain: break
    }
  }

  /// How the column is best shown.
  /// - Parameter isIdentifier: whether its values name rows: part of a key, or a reference to one.
  package func type(isIdentifier: Bool) -> FieldType {
    if let spelling = NumberSpelling(declaredType: declared), blobs == 0 {
      return .number(fractionDigits: spelling.shownDecimals)
    }
    if declared.contains("BOOL"), reals == 0, texts == 0, blobs == 0 { return .boolean }
    if isIdentifier, texts == 0, blobs == 0, reals == 0, values > 0 || declaresNumber { return .identifier }
    if values > 0, blobs == values { return .blob }
    if values > 0, integers + reals == values { return .number(fractionDigits: fractionDigits) }
    if values > 0, texts == values, let type = textType { return type }
    if values == 0 { return declaredGuess }
    return .text
  }

  /// Two digits if every real is an amount with at most two, and some real has one.
  private var fractionDigits: Int? { reals > 0 && (1...2).contains(mostFractionDigits) ? 2 : nil }

  private var textType: FieldType? {
    if days == texts { return .date }
    if days + times == texts { return .timestamp }
    if images == texts { return .image }
    if links + images == texts { return .link }
    if addresses == texts { return .email }
    if documents == texts || (declared.contains("JSON") && documents > 0) { return .json }
    return nil
  }

  /// Without a value to go by, the declared type is all there is.
  private var declaredGuess: FieldType {
    if declared.contains("JSON") { return .json }
    if declared.contains("BLOB") { return .blob }
    if declared.contains("DATETIME") || declared.contains("TIMESTAMP") { return .timestamp }
    if declared == "DATE" { return .date }
    return declaresNumber ? .number(fractionDigits: nil) : .text
  }

  private var declaresNumber: Bool {
    ["INT", "REAL", "FLOA", "DOUB", "NUMERIC", "DECIMAL"].contains { declared.contains($0) }
  }

  /// Digits behind the point in the number's shortest form; many for forms with an exponent.
  private static func fractionDigits(of number: Double) -> Int {
    guard number.isFinite else { return 0 }
    let text = number.description.utf8
    guard !text.contains(UInt8(ascii: "e")), let point = text.firstIndex(of: UInt8(ascii: ".")) else {
      return number.rounded() == number ? 0 : 20
    }
    let digits = text.distance(from: point, to: text.endIndex) - 1
    return digits == 1 && text.last == UInt8(ascii: "0") ? 0 : digits
  }
}
