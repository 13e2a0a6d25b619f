/// One value of a record: a number in place, or where its bytes lie in the page.
///
/// Public for the compiler's sake, as `RecordPage`, `RecordPageBuilder` and `Records` are: what is `package` is inlined into no other
/// module, and every value of every page goes through these.
@frozen public struct RecordField: BitwiseCopyable, Sendable {
  /// What the value is, as the database stored it.
  @frozen public enum Kind: UInt8, Sendable {
    case null, integer, real, text, blob
    /// A text that was cut: `length` bytes of it are here, and more in the database.
    case textExcerpt
    /// A blob of which only the first bytes are here (at most 32); `length` is its whole size.
    case blobExcerpt
  }

  /// The integer or the bits of the real; for texts and blobs, the offset of the first byte in the page.
  public var bits: UInt64
  /// Bytes of a text or blob.
  public var length: UInt32
  /// What the value is.
  public var kind: Kind

  /// A value, as `RecordPageBuilder` stores it.
  @inlinable public init(bits: UInt64, length: UInt32, kind: Kind) {
    self.bits = bits
    self.length = length
    self.kind = kind
  }

  /// The integer of a field of kind `integer`.
  @inlinable public var integer: Int64 { Int64(bitPattern: bits) }
  /// The number of a field of kind `real`.
  @inlinable public var real: Double { Double(bitPattern: bits) }
  /// How many bytes of the value lie in the page.
  @inlinable public var storedLength: Int {
    // A pattern: `==` of an enumeration is a call in other modules.
    if case .blobExcerpt = kind { Swift.min(Int(length), 32) } else { Int(length) }
  }
}
