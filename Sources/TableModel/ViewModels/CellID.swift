/// Says which row a cell is: the DOM id, selection, events and diffs hang on it. It never says what the row contains.
public enum CellID: Hashable, Sendable {
  /// A number, as most databases use for their keys.
  case number(Int64)
  /// Any text that is unique within the table.
  case text(String)
}

extension CellID: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// An id written as text in code.
  public init(stringLiteral value: String) { self = .text(value) }
  /// An id written as a number in code.
  public init(integerLiteral value: Int64) { self = .number(value) }
}

extension CellID: CustomStringConvertible {
  /// The id as text, without a mark of its kind.
  public var description: String {
    switch self {
    case .number(let number): String(number)
    case .text(let text): text
    }
  }
}

extension CellID: Encodable {
  /// Encodes the bare number or text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}
