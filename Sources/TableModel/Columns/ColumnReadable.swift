/// A Swift type that a property of a `RecordViewModel` can have.
///
/// An enumeration of texts or numbers needs no more than the name of this protocol: `enum State: String, CaseIterable, ColumnReadable { … }`.
public protocol ColumnReadable: ColumnRepresentable, Encodable {
  /// What a property holds before it has a value.
  static var blank: Self { get }
  /// The value; `nil` if it can't be of this type.
  init?(recordValue: RecordValue)
}

extension ColumnReadable {
  /// The value of a column of a row; `nil` if it can't be of this type. A key is that of the row, whatever its columns.
  package static func value(_ record: Record, column: Int) -> Self? {
    Self.self == RowKey.self ? record.id as? Self : Self(recordValue: record[column])
  }
}

extension ColumnReadable where Self: FixedWidthInteger {
  /// Zero.
  public static var blank: Self { 0 }
  /// A number without a fraction that fits.
  public init?(recordValue: RecordValue) {
    switch recordValue.number {
    case .integer(let number): self.init(exactly: number)
    case .real(let number): self.init(exactly: number)
    default: return nil
    }
  }
}

extension ColumnReadable where Self: BinaryFloatingPoint {
  /// Zero.
  public static var blank: Self { 0 }
  /// Any number.
  public init?(recordValue: RecordValue) {
    switch recordValue.number {
    case .integer(let number): self.init(number)
    case .real(let number): self.init(number)
    default: return nil
    }
  }
}

extension Int: ColumnReadable {}
extension Int8: ColumnReadable {}
extension Int16: ColumnReadable {}
extension Int32: ColumnReadable {}
extension Int64: ColumnReadable {}
extension UInt: ColumnReadable {}
extension UInt8: ColumnReadable {}
extension UInt16: ColumnReadable {}
extension UInt32: ColumnReadable {}
extension UInt64: ColumnReadable {}
extension Double: ColumnReadable {}
extension Float: ColumnReadable {}

extension String: ColumnReadable {
  /// No text.
  public static var blank: String { "" }
  /// A text.
  public init?(recordValue: RecordValue) {
    guard case .text(let text) = recordValue else { return nil }
    self = text
  }
}

extension Bool: ColumnReadable {
  /// False.
  public static var blank: Bool { false }
  /// 1 and 0.
  public init?(recordValue: RecordValue) {
    switch recordValue.number {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension Optional: ColumnReadable where Wrapped: ColumnReadable {
  /// Nothing.
  public static var blank: Wrapped? { nil }
  /// The value, or null.
  public init?(recordValue: RecordValue) {
    if recordValue == .null {
      self = .none
    } else {
      guard let value = Wrapped(recordValue: recordValue) else { return nil }
      self = .some(value)
    }
  }
}

extension RecordValue: ColumnReadable {
  /// Null.
  public static var blank: RecordValue { .null }
  /// The value itself.
  public init?(recordValue: RecordValue) { self = recordValue }

  /// The number that it is, or that it was spelled as in a file.
  fileprivate var number: RecordValue {
    if case .text(let text) = self { RecordValue(numberIn: text) ?? self } else { self }
  }
}

extension RowKey: ColumnReadable {
  /// A key of nothing.
  public static var blank: RowKey { [] }
  /// A key of one value.
  public init?(recordValue: RecordValue) {
    switch recordValue {
    case .null: return nil
    case .integer(let number): self.init(number)
    case .real(let number): self.init([.real(number)])
    case .text(let text): self.init(text)
    case .blob(let bytes): self.init([.blob(bytes)])
    }
  }
}

extension ColumnReadable where Self: RawRepresentable, RawValue: ColumnReadable {
  /// The case of a raw value.
  public init?(recordValue: RecordValue) {
    guard let raw = RawValue(recordValue: recordValue) else { return nil }
    self.init(rawValue: raw)
  }
}

extension ColumnReadable where Self: CaseIterable {
  /// The first case.
  public static var blank: Self { allCases[allCases.startIndex] }
}
