/// A Swift type that the values of a column can have, in tables that are built in code.
public protocol ColumnRepresentable: Sendable {
  /// What values of this type are in a column.
  static var columnTraits: ColumnTraits { get }
  /// The value as a column has it.
  var recordValue: RecordValue { get }
}

extension ColumnRepresentable where Self: BinaryInteger {
  /// A number without a fraction.
  public static var columnTraits: ColumnTraits {
    let isWhole = zero.bitWidth < 64 || isSigned && zero.bitWidth == 64
    return ColumnTraits(.number(fractionDigits: nil), isWhole ? [.integer] : [.integer, .real], .asNumber)
  }
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
  public static var columnTraits: ColumnTraits {
    ColumnTraits(.number(fractionDigits: nil), [.integer, .real], .asNumber)
  }
  /// The number.
  public var recordValue: RecordValue { .real(self) }
}

extension Float: ColumnRepresentable {
  /// A number.
  public static var columnTraits: ColumnTraits {
    ColumnTraits(.number(fractionDigits: nil), [.integer, .real], .asNumber)
  }
  /// The number with the digits that it is written with: `0.1`, not `0.10000000149011612`.
  public var recordValue: RecordValue { .real(Double(description) ?? Double(self)) }
}

extension String: ColumnRepresentable {
  /// Plain text.
  public static var columnTraits: ColumnTraits { ColumnTraits(.text, [.text]) }
  /// The text.
  public var recordValue: RecordValue { .text(self) }
}

extension Bool: ColumnRepresentable {
  /// Yes and no: integers, as in databases.
  public static var columnTraits: ColumnTraits { ColumnTraits(.boolean, [.integer], .asNumber) }
  /// 1 and 0, as in databases.
  public var recordValue: RecordValue { .integer(self ? 1 : 0) }
}

extension Optional: ColumnRepresentable where Wrapped: ColumnRepresentable {
  /// As the type that it may be, and it may be missing.
  public static var columnTraits: ColumnTraits {
    var traits = Wrapped.columnTraits
    traits.isNullable = true
    return traits
  }
  /// The value, or null.
  public var recordValue: RecordValue { self?.recordValue ?? .null }
}

extension RecordValue: ColumnRepresentable {
  /// Plain text, where any value may be, null among them.
  public static var columnTraits: ColumnTraits {
    var traits = ColumnTraits(.text, [.null, .integer, .real, .text, .blob], .asEither)
    traits.isNullable = true
    return traits
  }
  /// The value itself.
  public var recordValue: RecordValue { self }
}

extension RowKey: ColumnRepresentable {
  /// An identifier: most are numbers or texts.
  public static var columnTraits: ColumnTraits {
    ColumnTraits(.identifier, RecordValue.columnTraits.kinds, .asEither)
  }
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
  public static var columnTraits: ColumnTraits { RawValue.columnTraits }
  /// The raw value.
  public var recordValue: RecordValue { rawValue.recordValue }
}
