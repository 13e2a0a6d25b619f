import TableModel

/// One row while it is written: pointers into a page, whose life whoever makes this extends (`extendLifetime`) until the row is written.
struct RecordRow: BitwiseCopyable {
  let fields: UnsafePointer<RecordField>
  let bytes: UnsafePointer<UInt8>
  /// How deep the row is in a tree.
  let level: Int

  @inline(__always) init(_ page: RecordPage, row: Int) {
    fields = page.unsafeFields(ofRow: row)
    bytes = page.unsafeBytes
    level = page.levels.isEmpty ? 0 : page.level(ofRow: row)
  }

  /// The bytes of a text or blob, as far as they are here.
  @inline(__always) func stored(_ field: RecordField) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + Int(truncatingIfNeeded: field.bits), count: field.storedLength)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Part of the bytes; the range lies within them.
  @inline(__always) func part(_ range: Range<Int>) -> Self { Self(rebasing: self[range]) }
}
