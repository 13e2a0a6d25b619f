internal import SQLiteTables

extension BulkField {
  /// The mark of a text that is a number of JSON.
  private static let numberMark: UInt64 = 2

  /// A number of JSON, which stands among the bytes.
  init(numberTokenAt start: Int, count: Int) {
    self.init(textAt: start, count: count)
    bits = Self.numberMark
  }

  /// Whether the text is a number of JSON.
  var isNumberToken: Bool { kind == .text && bits == Self.numberMark }
}

extension ColumnType {
  /// What a column stores for a value; `nil` if it doesn't take it as it is.
  /// - Parameter hasKind: whether the value has a kind by itself, as in JSON; else it is a text, which may be a number.
  @inline(__always)
  func stored(_ field: BulkField, _ bytes: Span<UInt8>, hasKind: Bool) -> BulkField? {
    if field.kind == .null { return field }
    return hasKind ? stored(kind: field, bytes) : stored(text: field, bytes)
  }

  private func stored(text field: BulkField, _ bytes: Span<UInt8>) -> BulkField? {
    switch self {
    case .text, .any: return field
    // An empty text says nothing of the type of its column, and is no number either.
    case .empty: return field.count == 0 ? field : nil
    case _ where field.count == 0: return BulkField()
    case .boolean: return nil
    case .integer, .real, .verbatim: return number(field, bytes, isNumber: false)
    }
  }

  private func stored(kind field: BulkField, _ bytes: Span<UInt8>) -> BulkField? {
    let isBoolean = field.kind != .text
    switch self {
    case .any where isBoolean: return BulkField(textAt: field.start, count: field.count)
    case .any where field.isNumberToken: return Self.loose(field, bytes)
    case .any: return field
    case .boolean: return isBoolean ? field : nil
    case .text where field.isNumberToken:
      return NumberText(bytes, field.start, field.count, isNumber: true) == nil ? field : nil
    case .text: return isBoolean ? nil : field
    case .empty: return nil
    case .integer, .real, .verbatim: return field.isNumberToken ? number(field, bytes, isNumber: true) : nil
    }
  }

  private func number(_ field: BulkField, _ bytes: Span<UInt8>, isNumber: Bool) -> BulkField? {
    switch self {
    case .integer: return NumberText.integer(bytes, field.start, field.count).map { BulkField($0) }
    case .real(let decimals):
      guard let number = NumberText(bytes, field.start, field.count, isNumber: isNumber),
        number.storages.contains(.decimals(decimals))
      else { return nil }
      return BulkField(number.value)
    default: return NumberText(bytes, field.start, field.count, isNumber: isNumber) == nil ? nil : field
    }
  }

  /// A number beside values of other kinds: as a number, or where that has fewer digits, as its text.
  private static func loose(_ field: BulkField, _ bytes: Span<UInt8>) -> BulkField {
    if let number = NumberText.integer(bytes, field.start, field.count) { return BulkField(number) }
    guard let number = NumberText(bytes, field.start, field.count, isNumber: true), number.isHeld else { return field }
    return BulkField(number.value)
  }
}
