internal import TextCoding

/// The values that identify a row within its table: one for most tables, several for compound keys. Selection, events and differences hang
/// on it; it never says what the row holds.
///
/// Typed: a text, the bytes that spell it, and the number that it looks like are three keys. Addresses, ids of elements, forms, JSON and
/// tokens hold a key as `encoded` writes it, and `init(encoded:)` reads it; those of a table of a database as its schema does.
public struct RowKey: Sendable, Hashable {
  /// One value of a key.
  public enum Part: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    /// A text by its bytes, which need not be valid UTF-8. Swift takes two texts for equal that are composed of other characters, and a
    /// database doesn't.
    case text([UInt8])
    case blob([UInt8])
  }

  /// Most keys are one integer, which takes no memory of its own.
  private enum Storage: Sendable, Hashable {
    case integer(Int64)
    case parts([Part])
    case rowID(Int64)
  }

  private let storage: Storage

  private init(_ storage: Storage) { self.storage = storage }

  /// A key of one integer.
  public init(_ number: Int64) { storage = .integer(number) }

  /// A key of one integer.
  public init(_ number: Int) { storage = .integer(Int64(number)) }

  /// A key of one text.
  public init(_ text: String) { storage = .parts([.text(Array(text.utf8))]) }

  /// A key of these values, in the order of the table's key.
  public init(_ parts: [Part]) {
    if parts.count == 1, case .integer(let number) = parts[0] {
      storage = .integer(number)
    } else {
      storage = .parts(parts)
    }
  }

  /// A row by its row ID: the key of a row whose own key can't name it, because part of it is null or it is too long.
  package static func rowID(_ number: Int64) -> RowKey { RowKey(.rowID(number)) }

  /// The key of a row that holds these values, as far as they can name it.
  ///
  /// Any number of rows may have null in a key (https://sqlite.org/lang_createtable.html#the_primary_key), and an address has an end: such a
  /// row is named by its row ID.
  /// - Returns: `nil` where it has none.
  package init?(naming parts: [Part], rowID: Int64?) {
    if parts.allSatisfy({ $0 != .null }), parts.reduce(0, { $0 + $1.byteCount }) <= Self.byteLimit {
      self.init(parts)
    } else if let rowID {
      self = .rowID(rowID)
    } else {
      return nil
    }
  }

  /// Bytes of texts and blobs that an address holds at most. Written out, a byte takes three, and in a query five.
  package static let byteLimit = 1_024

  /// The values; none of a row that is named by its row ID.
  public var parts: [Part] {
    switch storage {
    case .integer(let number): [.integer(number)]
    case .parts(let parts): parts
    case .rowID: []
    }
  }

  /// The number of a key that is one integer.
  package var integer: Int64? {
    if case .integer(let number) = storage { number } else { nil }
  }

  /// The row ID, where that is what names the row.
  package var rowID: Int64? {
    if case .rowID(let number) = storage { number } else { nil }
  }

  /// About how many bytes of memory it takes.
  var byteCount: Int { parts.reduce(0) { $0 + 16 + $1.byteCount } }
}

extension RowKey: ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral {
  /// A key of one integer, written in code.
  public init(integerLiteral number: Int64) { self.init(number) }
  /// A key of one text, written in code.
  public init(stringLiteral text: String) { self.init(text) }
  /// A key of several values, written in code.
  public init(arrayLiteral parts: Part...) { self.init(parts) }
}

extension RowKey.Part: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// An integer, written in code.
  public init(integerLiteral number: Int64) { self = .integer(number) }
  /// A text, written in code.
  public init(stringLiteral text: String) { self = .text(Array(text.utf8)) }

  /// Bytes of a text or blob.
  var byteCount: Int {
    switch self {
    case .null, .integer, .real: 0
    case .text(let bytes), .blob(let bytes): bytes.count
    }
  }
}

extension RowKey {
  /// A key that no other row has, as good as certainly: 96 random bits as a text.
  public static func unique() -> RowKey {
    var generator = SystemRandomNumberGenerator()
    let high: UInt64 = generator.next(), low: UInt32 = generator.next()
    return RowKey("r" + String(high, radix: 36) + String(low, radix: 36))
  }
}

extension RowKey: CustomStringConvertible {
  /// The key as people read it in a heading or a sentence, which doesn't tell every key from every other: `7`, `Oslo,2026`, `x'00FF'`.
  public var description: String {
    switch storage {
    case .integer(let number): String(number)
    case .rowID(let number): "rowid \(number)"
    case .parts(let parts): parts.map(\.description).joined(separator: ",")
    }
  }
}

extension RowKey.Part: CustomStringConvertible {
  /// Bytes of a blob that people are shown.
  private static let shownBytes = 32

  /// The value as people read it.
  public var description: String {
    switch self {
    case .null: return "null"
    case .integer(let number): return String(number)
    case .real(let number): return number.description
    case .text(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .blob(let bytes):
      return "x'" + Hexadecimal.text(bytes.prefix(Self.shownBytes)) + (bytes.count > Self.shownBytes ? "…'" : "'")
    }
  }
}
