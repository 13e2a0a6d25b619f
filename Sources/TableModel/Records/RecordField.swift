/// One value of a record: a number in place, or where its bytes lie in the page.
@frozen @usableFromInline package struct RecordField: BitwiseCopyable, Sendable {
  /// What the value is, as the database stored it.
  @frozen @usableFromInline package enum Kind: UInt8, Sendable {
    case null, integer, real, text, blob
    /// A text that was cut: `length` bytes of it are here, and more in the database.
    case textExcerpt
    /// A blob of which only the first bytes are here (at most 32); `length` is its whole size.
    case blobExcerpt
  }

  /// The integer or the bits of the real; for texts and blobs, the offset of the first byte in the page.
  @usableFromInline package var bits: UInt64
  /// Bytes of a text or blob.
  @usableFromInline package var length: UInt32
  /// What the value is.
  @usableFromInline package var kind: Kind

  /// A value, as `RecordPageBuilder` stores it.
  @inlinable package init(bits: UInt64, length: UInt32, kind: Kind) {
    self.bits = bits
    self.length = length
    self.kind = kind
  }

  /// The integer of a field of kind `integer`.
  @inlinable package var integer: Int64 { Int64(bitPattern: bits) }
  /// The number of a field of kind `real`.
  @inlinable package var real: Double { Double(bitPattern: bits) }
  /// How many bytes of the value lie in the page.
  @inlinable package var storedLength: Int { kind == .blobExcerpt ? Swift.min(Int(length), 32) : Int(length) }
}
