/// A Swift type that the values of a column can have, in tables that are built in code.
public protocol ColumnRepresentable: Sendable {
  /// How pages show values of this type, unless the column says something else.
  static var fieldType: FieldType { get }
  /// Whether a value can be missing.
  static var isNullable: Bool { get }
  /// How a text from an address is compared with values of this type.
  static var comparison: ColumnComparison { get }
  /// The value as a column has it.
  var recordValue: RecordValue { get }
}

extension ColumnRepresentable {
  /// A value is always there.
  public static var isNullable: Bool { false }
  /// Numbers as numbers, everything else as text.
  public static var comparison: ColumnComparison {
    switch fieldType {
    case .number, .boolean: .asNumber
    default: .asText
    }
  }
}

/// How a text that somebody writes is compared with the values of a column.
public enum ColumnComparison: Sendable, Hashable {
  /// As it is.
  case asText
  /// As the number that it is, if it is one.
  case asNumber
  /// As both: the column holds values of several types.
  case asEither
}

extension ColumnRepresentable where Self: BinaryInteger {
  /// A number without a fraction.
  public static var fieldType: FieldType { .number(fractionDigits: nil) }
  /// The number, or where 64 bits don't hold it, the nearest real.
  public var recordValue: RecordValue { Int64(exactly: self).map { .integer($0) } ?? .real(Double(self)) }
}

extension Int: ColumnRepresentable {}
extension Int8: ColumnRepresentable {}
extension Int16: ColumnRepresentable {}
extension Int32: ColumnRepresentable {}
extension Int64: ColumnRepresentable {}
extension UInt: ColumnRepresentable {}
extension UInt8: ColumnRepresentable {}
extension UInt16: ColumnRepresentable {}
extension UInt32: ColumnRepresentable {}
extension UInt64: ColumnRepresentable {}

extension Double: ColumnRepresentable {
  /// A number.
  public static var fieldType: FieldType { .number(fractionDigits: nil) }
  /// The number.
  public var recordValue: RecordValue { .real(self) }
}

extension Float: ColumnRepresentable {
  /// A number.
  public static var fieldType: FieldType { .number(fractionDigits: nil) }
  /// The number with the digits that it is written with: `0.1`, not `0.10000000149011612`.
  public var recordValue: RecordValue { .real(Double(description) ?? Double(self)) }
}

extension String: ColumnRepresentable {
  /// Plain text.
  public static var fieldType: FieldType { .text }
  /// The text.
  public var recordValue: RecordValue { .text(self) }
}

extension Bool: ColumnRepresentable {
  /// Yes and no.
  public static var fieldType: FieldType { .boolean }
  /// 1 and 0, as in databases.
  public var recordValue: RecordValue { .integer(self ? 1 : 0) }
}

extension Optional: ColumnRepresentable where Wrapped: ColumnRepresentable {
  /// As the type that it may be.
  public static var fieldType: FieldType { Wrapped.fieldType }
  /// It may be missing.
  public static var isNullable: Bool { true }
  /// As the type that it may be.
  public static var comparison: ColumnComparison { Wrapped.comparison }
  /// The value, or null.
  public var recordValue: RecordValue { self?.recordValue ?? .null }
}

extension RecordValue: ColumnRepresentable {
  /// Plain text: any value may be there.
  public static var fieldType: FieldType { .text }
  /// Null is among the values.
  public static var isNullable: Bool { true }
  /// Numbers and texts may be among the values.
  public static var comparison: ColumnComparison { .asEither }
  /// The value itself.
  public var recordValue: RecordValue { self }
}

extension RowKey: ColumnRepresentable {
  /// An identifier.
  public static var fieldType: FieldType { .identifier }
  /// Most keys are numbers or texts.
  public static var comparison: ColumnComparison { .asEither }
  /// The key's one value; one of several, or of null, as it is written.
  public var recordValue: RecordValue {
    if let integer { return .integer(integer) }
    guard parts.count == 1 else { return .text(encoded) }
    return switch parts[0] {
    case .null: .text(encoded)
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let bytes): .text(String(validating: bytes, as: UTF8.self) ?? encoded)
    case .blob(let bytes): .blob(bytes)
    }
  }
}

extension ColumnRepresentable where Self: RawRepresentable, RawValue: ColumnRepresentable {
  /// As the raw values.
  public static var fieldType: FieldType { RawValue.fieldType }
  /// As the raw values.
  public static var comparison: ColumnComparison { RawValue.comparison }
  /// The raw value.
  public var recordValue: RecordValue { rawValue.recordValue }
}
