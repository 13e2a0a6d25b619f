/// A Swift type that a property of a `RecordViewModel` can have.
///
/// An enumeration of texts or numbers needs no more than the name of this protocol: `enum State: String, CaseIterable, ColumnReadable { … }`.
public protocol ColumnReadable: ColumnRepresentable, Encodable {
  /// What a property holds before it has a value.
  static var blank: Self { get }
  /// The kinds of values that it is made of.
  static var columnKinds: Set<RecordField.Kind> { get }
  /// The value; `nil` if it can't be of this type.
  init?(recordValue: RecordValue)
  /// The value of a column of a row; `nil` if it can't be of this type.
  init?(_ record: Record, column: Int)
}

extension ColumnReadable {
  /// Takes the column's value.
  public init?(_ record: Record, column: Int) { self.init(recordValue: record[column]) }
}

extension ColumnReadable where Self: FixedWidthInteger {
  /// Zero.
  public static var blank: Self { 0 }
  /// Integers.
  public static var columnKinds: Set<RecordField.Kind> { [.integer] }
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
  /// Numbers.
  public static var columnKinds: Set<RecordField.Kind> { [.integer, .real] }
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
  /// Texts.
  public static var columnKinds: Set<RecordField.Kind> { [.text] }
  /// A text.
  public init?(recordValue: RecordValue) {
    guard case .text(let text) = recordValue else { return nil }
    self = text
  }
}

extension Bool: ColumnReadable {
  /// False.
  public static var blank: Bool { false }
  /// Integers, as in databases.
  public static var columnKinds: Set<RecordField.Kind> { [.integer] }
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
  /// Those of the type that it may be.
  public static var columnKinds: Set<RecordField.Kind> { Wrapped.columnKinds }
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
  /// All.
  public static var columnKinds: Set<RecordField.Kind> { [.null, .integer, .real, .text, .blob] }
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
  /// All.
  public static var columnKinds: Set<RecordField.Kind> { RecordValue.columnKinds }
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
  /// The key of the row, whatever its columns.
  public init?(_ record: Record, column: Int) { self = record.id }
}

extension ColumnReadable where Self: RawRepresentable, RawValue: ColumnReadable {
  /// Those of the raw values.
  public static var columnKinds: Set<RecordField.Kind> { RawValue.columnKinds }
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
