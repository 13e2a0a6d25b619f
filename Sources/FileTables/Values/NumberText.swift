/// Numbers as files write them: only those that can be told from the number again are taken for one.
enum NumberText {
  /// A whole number as it would be written again: no leading zeros, no plus sign, within 64 bits. So `007`, `+49 30 1234` and
  /// twenty digits of an account stay the texts that they are.
  static func integer(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int64? {
    guard count > 0, count <= 20 else { return nil }
    var position = start
    let end = start &+ count
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position &+= 1 }
    guard position < end else { return nil }
    if bytes[position] == UInt8(ascii: "0") { return count == 1 ? 0 : nil }
    var magnitude: UInt64 = 0
    if end &- position <= 18 {
      while position < end {
        let digit = bytes[position] &- 48
        guard digit < 10 else { return nil }
        magnitude = magnitude &* 10 &+ UInt64(digit)
        position &+= 1
      }
      return isNegative ? 0 &- Int64(magnitude) : Int64(magnitude)
    }
    while position < end {
      let digit = bytes[position] &- 48
      guard digit < 10 else { return nil }
      let product = magnitude.multipliedReportingOverflow(by: 10)
      let sum = product.partialValue.addingReportingOverflow(UInt64(digit))
      guard !product.overflow, !sum.overflow else { return nil }
      magnitude = sum.partialValue
      position &+= 1
    }
    if isNegative { return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil }
    return Int64(exactly: magnitude)
  }

  /// A number with a fraction or an exponent, or a whole one: up to 17 digits that count, which a double holds apart.
  /// - Parameter isNumber: whether it is known to be a number, and not a code such as `12E4`; then a fraction may have any number of digits.
  static func real(_ bytes: Span<UInt8>, _ start: Int, _ count: Int, isNumber: Bool = false) -> Double? {
    guard count > 0, count <= 40 else { return nil }
    let end = start &+ count
    var position = start
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position &+= 1 }
    let firstDigit = position
    var mantissa: UInt64 = 0
    var digits = 0, scale = 0
    var hasPoint = false
    while position < end {
      let byte = bytes[position]
      let digit = byte &- 48
      if digit < 10 {
        if mantissa != 0 || digit != 0 { digits &+= 1 }
        guard digits <= 17 else { return long(bytes, start, count, isNumber: isNumber) }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        if hasPoint { scale &-= 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
        // 007.5 is a text as 007 is.
        if position &- firstDigit > 1, bytes[firstDigit] == UInt8(ascii: "0") { return nil }
      } else {
        break
      }
      position &+= 1
    }
    let digitCount = position &- firstDigit &- (hasPoint ? 1 : 0)
    guard digitCount > 0, bytes[position &- 1] != UInt8(ascii: ".") else { return nil }
    if !hasPoint, digitCount > 1, bytes[firstDigit] == UInt8(ascii: "0") { return nil }
    if position < end {
      guard let exponent = exponent(bytes, position, end, needsSign: !isNumber && !hasPoint) else { return nil }
      scale &+= exponent
    }
    return value(mantissa, scale, isNegative: isNegative)
  }

  /// A number of more digits than are held apart. Programs write such ones, always with an exponent or known to be numbers.
  private static func long(_ bytes: Span<UInt8>, _ start: Int, _ count: Int, isNumber: Bool) -> Double? {
    let text = (0..<count).map { bytes[start + $0] }
    guard text.allSatisfy({ "0123456789.-+eE".utf8.contains($0) }), text.contains(UInt8(ascii: ".")),
      isNumber || text.contains(UInt8(ascii: "e")) || text.contains(UInt8(ascii: "E"))
    else { return nil }
    let number = Double(String(decoding: text, as: UTF8.self))
    return number?.isFinite == true ? number : nil
  }

  private static func exponent(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, needsSign: Bool) -> Int? {
    guard bytes[start] | 0x20 == UInt8(ascii: "e"), start &+ 1 < end else { return nil }
    var position = start &+ 1
    let sign = bytes[position]
    let hasSign = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    guard hasSign || !needsSign else { return nil }
    if hasSign { position &+= 1 }
    guard position < end, end &- position <= 3 else { return nil }
    var exponent = 0
    while position < end {
      let digit = bytes[position] &- 48
      guard digit < 10 else { return nil }
      exponent = exponent * 10 + Int(digit)
      position &+= 1
    }
    return sign == UInt8(ascii: "-") ? -exponent : exponent
  }

  /// The nearest double. Up to 2^53 and 10^22 both factors are exact, so that one operation rounds once (Clinger 1990).
  private static func value(_ mantissa: UInt64, _ scale: Int, isNegative: Bool) -> Double? {
    var number: Double
    if mantissa <= 1 << 53, abs(scale) <= 22 {
      number = Double(mantissa)
      if scale < 0 { number /= powersOfTen[-scale] } else { number *= powersOfTen[scale] }
    } else {
      guard let parsed = Double("\(mantissa)e\(scale)"), parsed.isFinite else { return nil }
      guard parsed != 0 || mantissa == 0 else { return nil }
      number = parsed
    }
    return isNegative ? -number : number
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
