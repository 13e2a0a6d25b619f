/// Bytes of rows as `COPY … (FORMAT binary)` has them: numbers with their highest byte first
/// (https://www.postgresql.org/docs/15/sql-copy.html, "Binary Format").
///
/// Pointers: the memory is this object's own until `deinit`, `capacity` bytes of it, of which `count` are written; nobody else writes there.
package final class CopyBuffer {
  private(set) var start: UnsafeMutableRawPointer
  private var capacity: Int
  /// Bytes that are written.
  package private(set) var count = 0

  /// An empty buffer.
  package init(capacity: Int = 1 << 18) {
    self.capacity = max(capacity, 64)
    start = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { start.deallocate() }

  /// Forgets everything.
  package func clear() { count = 0 }

  @inline(__always) private func reserve(_ more: Int) {
    if count &+ more > capacity { grow(by: more) }
  }

  private func grow(by more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    moved.copyMemory(from: start, byteCount: count)
    start.deallocate()
    (start, capacity) = (moved, larger)
  }

  @inline(__always) private func store<Number: FixedWidthInteger>(_ number: Number) {
    reserve(MemoryLayout<Number>.size)
    (start + count).storeBytes(of: number.bigEndian, as: Number.self)
    count &+= MemoryLayout<Number>.size
  }

  /// The number of a row's fields.
  package func append(fieldCount: Int) { store(Int16(truncatingIfNeeded: fieldCount)) }
  /// No value.
  package func appendNull() { store(Int32(-1)) }
  /// How many bytes a field has, which follow.
  package func append(length: Int) { store(Int32(truncatingIfNeeded: length)) }
  /// A byte.
  package func append(_ byte: UInt8) { store(byte) }
  /// Two bytes.
  package func append(_ number: Int16) { store(number) }
  /// Four bytes.
  package func append(_ number: Int32) { store(number) }
  /// Eight bytes.
  package func append(_ number: Int64) { store(number) }

  /// Bytes as they are.
  package func append(_ bytes: RawSpan) {
    reserve(bytes.byteCount)
    bytes.withUnsafeBytes { source in
      if let base = source.baseAddress { (start + count).copyMemory(from: base, byteCount: source.count) }
    }
    count &+= bytes.byteCount
  }

  /// A field of four bytes.
  package func appendField(_ number: Int32) {
    store(Int32(4))
    store(number)
  }

  /// A field of eight bytes.
  package func appendField(_ number: Int64) {
    store(Int32(8))
    store(number)
  }

  /// A field of bytes as they are.
  package func appendField(_ bytes: RawSpan) {
    store(Int32(truncatingIfNeeded: bytes.byteCount))
    append(bytes)
  }

  /// A hash of what was written from a place on.
  package func hash(from place: Int) -> UInt64 {
    CopyHash.hash(UnsafeRawBufferPointer(start: start + place, count: count - place).bytes)
  }
}

/// Tells rows apart by 64 bits. Sums of it tell sets of rows apart, in whatever order they come.
package enum CopyHash {
  /// A hash of some bytes: each eight of them are folded in by a multiplication of 64 by 64 bits.
  package static func hash(_ bytes: RawSpan) -> UInt64 {
    bytes.withUnsafeBytes { bytes in
      var hash = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
      var place = 0
      while place &+ 8 <= bytes.count {
        hash = fold(hash ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian)
        place &+= 8
      }
      var rest: UInt64 = 0
      while place < bytes.count {
        rest = rest << 8 | UInt64(bytes[place])
        place &+= 1
      }
      return fold(fold(hash ^ rest) ^ 0xE703_7ED1_A0B4_28DB)
    }
  }

  @inline(__always) private static func fold(_ number: UInt64) -> UInt64 {
    let product = (number ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    // Added, so that a product of nothing doesn't swallow what came before.
    return (product.high ^ product.low) &+ number
  }
}
