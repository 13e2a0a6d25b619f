/// A value of a record as Swift sees it, for code that asks for one: a custom cell, an event handler, a formatter.
public enum RecordValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension RecordValue: CustomStringConvertible {
  /// The value as text; null is empty.
  public var description: String {
    switch self {
    case .null: ""
    case .integer(let number): String(number)
    case .real(let number): number.description
    case .text(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension RecordValue: Encodable {
  /// Encodes the bare value; a blob as an array of its bytes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .integer(let number): try container.encode(number)
    case .real(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .blob(let bytes): try container.encode(bytes)
    }
  }
}
