/// Bytes that go in as they are: what the program itself contains, or has made safely.
extension ByteSink {
  /// Markup that the program itself contains; a `StaticString`, so it can't be data.
  public mutating func markup(_ text: StaticString) {
    guard text.hasPointerRepresentation else {
      text.withUTF8Buffer { append($0) }
      return
    }
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Markup that was made safely.
  public mutating func html(_ html: HTML) { html.bytes.withUnsafeBufferPointer { append($0) } }

  @inline(__always) mutating func append(byte: UInt8) {
    reserve(1)
    base[count] = byte
    count &+= 1
  }

  /// Copies bytes as they are. `bytes` doesn't overlap this sink's block: nothing hands out pointers into it but `withBytes`.
  @inline(__always) mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    UnsafeMutableRawPointer(base + count).copyMemory(from: start, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// A run of a nib. Most are shorter than a vector register, so one is copied whole and the surplus is written over by what
  /// follows. `start` must lie in a `NibCode` or a `ViewCode`, which have that many readable bytes behind their last literals.
  @inline(__always) mutating func append(literal start: UnsafePointer<UInt8>, count length: Int) {
    reserve(length &+ NibCode.slack)
    let to = UnsafeMutableRawPointer(base + count)
    to.storeBytes(of: UnsafeRawPointer(start).loadUnaligned(as: SIMD32<UInt8>.self), as: SIMD32<UInt8>.self)
    if length > NibCode.slack { to.copyMemory(from: start, byteCount: length) }
    count &+= length
  }

  /// Bytes that were written before, once more. The range lies within what was written.
  @inline(__always) mutating func append(again range: Range<Int>) {
    let length = range.count
    reserve(length &+ NibCode.slack)
    let to = UnsafeMutableRawPointer(base + count)
    let from = UnsafeRawPointer(base + range.lowerBound)
    if length <= NibCode.slack {
      // Both ends lie within the block, since `reserve` left that much behind `count`; the surplus is written over by what follows.
      to.storeBytes(of: from.loadUnaligned(as: SIMD32<UInt8>.self), as: SIMD32<UInt8>.self)
    } else {
      to.copyMemory(from: from, byteCount: length)
    }
    count &+= length
  }
}
