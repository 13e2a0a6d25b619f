import TableModel
import TextCoding

/// Digits need no escaping, so they are written in place.
extension ByteSink {
  /// An integer in digits.
  @inline(__always) mutating func number(_ value: Int64) {
    reserve(24)
    if value < 0 { append(byte: 0x2D) }
    number(magnitude: value.magnitude)
  }

  /// An unsigned integer in digits.
  @inline(__always) mutating func number(magnitude: UInt64) {
    reserve(24)
    var rest = magnitude
    let digits = Digits.count(rest)
    var at = base + count + digits
    count &+= digits
    // Two digits a step: half the divisions.
    while rest >= 100 {
      let pair = Int(truncatingIfNeeded: rest % 100)
      rest /= 100
      at -= 2
      Digits.store(pair: pair, at: at)
    }
    if rest >= 10 {
      Digits.store(pair: Int(truncatingIfNeeded: rest), at: at - 2)
    } else {
      (at - 1).pointee = 0x30 | UInt8(truncatingIfNeeded: rest)
    }
  }

  /// A real in the fewest digits that read back as the same number, as Swift describes it: `3.0`, `0.25`, `1e+16`.
  ///
  /// Most columns of reals hold amounts: what has two decimals at most is written as an integer with a point.
  /// The test divides again, so the text reads back as the same number; all else takes the library's shortest form.
  mutating func number(_ value: Double) {
    let hundredths = value * 100
    // `rounded()` would be a call into libm on x86-64; the conversion truncates in one instruction. 1e15 keeps it exact.
    guard abs(hundredths) < 1e15 else { return describe(value) }
    let all = Int64(hundredths + (value < 0 ? -0.5 : 0.5))
    guard Double(all) / 100 == value, value != 0 || value.sign == .plus else { return describe(value) }
    if all < 0 { append(byte: 0x2D) }
    number(magnitude: all.magnitude / 100)
    let pair = Int(truncatingIfNeeded: all.magnitude % 100)
    reserve(3)
    base[count] = 0x2E
    if pair % 10 == 0 {
      base[count &+ 1] = 0x30 | UInt8(truncatingIfNeeded: pair / 10)
      count &+= 2
    } else {
      Digits.store(pair: pair, at: base + count + 1)
      count &+= 3
    }
  }

  /// A real with so many digits behind the point where these read back as the same number, else in its shortest form; -1 is for the
  /// shortest form in any case.
  @inline(__always) mutating func number(_ value: Double, decimals: Int8) {
    guard decimals >= 0, let scaled = NumberSpelling.scaled(value, Int(decimals)) else { return number(value) }
    if scaled < 0 { append(byte: 0x2D) }
    var scale: UInt64 = 1
    for _ in 0..<decimals { scale &*= 10 }
    number(magnitude: scaled.magnitude / scale)
    guard decimals > 0 else { return }
    reserve(Int(decimals) &+ 1)
    base[count] = 0x2E
    var rest = scaled.magnitude % scale
    for place in stride(from: Int(decimals), to: 0, by: -1) {
      base[count &+ place] = 0x30 | UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count &+= Int(decimals) &+ 1
  }

  /// The library's shortest form: ASCII without anything to escape.
  @inline(never) private mutating func describe(_ value: Double) {
    reserve(RealOutput.capacity)
    var output = RealOutput(base + count)
    value.write(to: &output)
    count &+= output.count
  }
}

/// Takes the text of a real to its place: columns of coordinates and measures would make a string for each value.
private struct RealOutput: TextOutputStream {
  /// More bytes than any has: `-2.2250738585072014e-308` is as long as they get.
  static let capacity = 32
  private let place: UnsafeMutablePointer<UInt8>
  private(set) var count = 0

  /// - Parameter place: where there is room for `capacity` bytes as long as this is used.
  init(_ place: UnsafeMutablePointer<UInt8>) { self.place = place }

  mutating func write(_ text: String) { for byte in text.utf8 { append(byte) } }

  /// What the library calls where it has a text as bytes; it calls `write` where it doesn't know of this.
  // swift-format-ignore: NoLeadingUnderscores
  mutating func _writeASCII(_ text: UnsafeBufferPointer<UInt8>) { for byte in text { append(byte) } }

  private mutating func append(_ byte: UInt8) {
    guard count < Self.capacity else { return }
    place[count] = byte
    count += 1
  }
}

/// Decimal digits into memory.
enum Digits {
  /// How many digits a number has.
  @inline(__always) static func count(_ value: UInt64) -> Int {
    var limit: UInt64 = 10
    var digits = 1
    while value >= limit, digits < 20 {
      digits &+= 1
      limit &*= 10
    }
    return digits
  }

  /// Stores a number below 1000 without leading zeros, and answers where it ends; `to` has room for three digits.
  @inline(__always) static func store(
    upToThree value: UInt32, at to: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var to = to
    if value >= 100 {
      to.pointee = 0x30 | UInt8(truncatingIfNeeded: value / 100)
      to += 1
    }
    if value >= 10 {
      store(pair: Int(value % 100), at: to)
      return to + 2
    }
    to.pointee = 0x30 | UInt8(truncatingIfNeeded: value)
    return to + 1
  }

  /// Stores two digits; `to` has room for both.
  @inline(__always) static func store(pair: Int, at to: UnsafeMutablePointer<UInt8>) {
    let tens = pair / 10
    to[0] = 0x30 | UInt8(truncatingIfNeeded: tens)
    to[1] = 0x30 | UInt8(truncatingIfNeeded: pair &- tens &* 10)
  }
}
