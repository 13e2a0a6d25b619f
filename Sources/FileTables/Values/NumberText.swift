internal import TableModel
internal import TextCoding

/// A text that is a number, and the ways to store it from which the same text can be had back.
///
/// Codes are no numbers: what has leading zeros or a plus sign, such as `007` and `+49 30 1234`, whole numbers beyond 64 bits, such as
/// twenty digits of an account, and exponents without a point or a sign, such as `12E4`.
struct NumberText {
  /// Ways to store a number.
  struct Storages: OptionSet, Sendable {
    let rawValue: UInt16

    /// As a whole number.
    static let integer = Storages(rawValue: 1 << 15)
    /// As a double that is written with so many decimals, or in its shortest form where these change it.
    static func decimals(_ count: Int) -> Storages { Storages(rawValue: 1 << UInt16(count)) }
    /// With each number of decimals below a limit.
    static func decimals(below limit: Int) -> Storages {
      Storages(rawValue: 1 << UInt16(min(limit, NumberSpelling.maximumDecimals + 1)) - 1)
    }
    static let all = Storages(rawValue: .max)

    /// The number of decimals that further numbers of the same kind are likely to have; `nil` where there is none.
    var likelyDecimals: Int? {
      let decimals = rawValue & Self.anyDecimals.rawValue
      // Numbers of many digits, as programs write them: with a point, and all digits that there are.
      if decimals == Self.anyDecimals.rawValue { return 1 }
      return decimals == 0 ? nil : 15 - decimals.leadingZeroBitCount
    }

    private static let anyDecimals = decimals(below: .max)
  }

  var storages: Storages = []
  /// Whether a double holds it: all of its digits, within its range.
  var isHeld = true
  var value = 0.0

  /// Longer texts are no numbers, with the spaces around them: a page token holds a number whole. In JSON, where they are known to be numbers, more
  /// is taken for one.
  private static let (lengthLimit, knownLengthLimit) = (40, 64)
  /// A double holds as many digits apart, whatever they are; and so many bring every double back.
  private static let (sureDigits, mostDigits) = (15, 17)
  /// Below it the shortest form has an exponent.
  private static let leastWithoutExponent = 0.0001

  /// - Parameter isNumber: whether the text is known to be a number, as in JSON, and no code.
  /// - Returns: `nil` if it isn't a number.
  init?(_ bytes: Span<UInt8>, _ start: Int, _ count: Int, isNumber: Bool = false) {
    guard let digits = Digits(bytes, start, count, isNumber: isNumber) else { return nil }
    // Spaces around it are text, and so is all that no number is written with.
    let isBare = digits.start == start && digits.end == start &+ count && digits.wholeCount > 0
    if !digits.hasPoint, digits.exponent == nil {
      guard let whole = Self.integer(bytes, digits.start, digits.end &- digits.start) else {
        let isNegativeZero = digits.significantCount == 0
        guard isNumber || isNegativeZero else { return nil }
        isHeld = isNegativeZero
        return
      }
      value = Double(whole)
      if isBare { storages = digits.significantCount > Self.sureDigits ? .integer : [.integer, .decimals(0)] }
      return
    }
    value = digits.value(bytes)
    isHeld = digits.significantCount <= Self.mostDigits && value.isFinite && (value != 0 || digits.mantissa == 0)
    guard isBare, value != 0 || !digits.isNegative else { return }
    if digits.exponent == nil, digits.significantCount <= Self.sureDigits {
      if digits.decimals <= NumberSpelling.maximumDecimals { storages = .decimals(digits.decimals) }
      // With fewer decimals than it needs it is written in its shortest form, which is this text.
      if bytes[digits.end &- 1] != UInt8(ascii: "0"), abs(value) >= Self.leastWithoutExponent {
        storages.formUnion(.decimals(below: digits.decimals))
      }
    } else if isHeld {
      formShortest(bytes, start, count, digits.significantCount)
    }
  }

  /// The ways to store a number that may be written in its shortest form.
  private mutating func formShortest(_ bytes: Span<UInt8>, _ start: Int, _ count: Int, _ significantCount: Int) {
    var position = start
    let end = start &+ count
    for byte in value.description.utf8 {
      guard position < end, bytes[position] == byte else { return }
      position &+= 1
    }
    guard position == end else { return }
    // So many digits are told apart by no number of decimals, but where the last one says nothing.
    guard significantCount <= Self.sureDigits || bytes[end &- 1] == UInt8(ascii: "0") else {
      return storages = .decimals(below: .max)
    }
    for decimals in 0...NumberSpelling.maximumDecimals where NumberSpelling.scaled(value, decimals) == nil {
      storages.insert(.decimals(decimals))
    }
  }

  /// A whole number as it would be written again: no leading zeros, no plus sign, within 64 bits.
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

  /// Where the digits of a number stand.
  private struct Digits {
    /// Without the spaces around it.
    var start: Int, end: Int
    var isNegative = false
    var hasPoint = false
    var wholeCount = 0
    /// Digits behind the point.
    var decimals = 0
    /// Digits from the first one on that isn't zero.
    var significantCount = 0
    /// The first nineteen of these.
    var mantissa: UInt64 = 0
    var exponent: Int?

    init?(_ bytes: Span<UInt8>, _ start: Int, _ count: Int, isNumber: Bool) {
      (self.start, end) = (start, start &+ count)
      while self.start < end, bytes[self.start] == UInt8(ascii: " ") { self.start &+= 1 }
      while end > self.start, bytes[end &- 1] == UInt8(ascii: " ") { end &-= 1 }
      guard end > self.start, count <= (isNumber ? NumberText.knownLengthLimit : NumberText.lengthLimit) else {
        return nil
      }
      var position = self.start
      isNegative = bytes[position] == UInt8(ascii: "-")
      if isNegative { position &+= 1 }
      let firstDigit = position
      while position < end {
        let byte = bytes[position]
        let digit = byte &- 48
        if digit < 10 {
          if significantCount > 0 || digit != 0 { significantCount &+= 1 }
          if significantCount <= 19 { mantissa = mantissa &* 10 &+ UInt64(digit) }
          if hasPoint { decimals &+= 1 } else { wholeCount &+= 1 }
        } else if byte == UInt8(ascii: "."), !hasPoint {
          hasPoint = true
        } else {
          break
        }
        position &+= 1
      }
      guard hasPoint ? decimals > 0 : wholeCount > 0 else { return nil }
      // 007.5 is a text as 007 is.
      guard wholeCount < 2 || bytes[firstDigit] != UInt8(ascii: "0") else { return nil }
      guard position < end else { return }
      exponent = Self.exponent(bytes, position, end, isNumber: isNumber, needsSign: !isNumber && !hasPoint)
      guard exponent != nil else { return nil }
    }

    private static func exponent(
      _ bytes: Span<UInt8>, _ start: Int, _ end: Int, isNumber: Bool, needsSign: Bool
    ) -> Int? {
      guard bytes[start] | 0x20 == UInt8(ascii: "e"), start &+ 1 < end else { return nil }
      var position = start &+ 1
      let sign = bytes[position]
      let hasSign = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
      guard hasSign || !needsSign else { return nil }
      if hasSign { position &+= 1 }
      guard position < end, isNumber || end &- position <= 3 else { return nil }
      var exponent = 0
      while position < end {
        let digit = bytes[position] &- 48
        guard digit < 10 else { return nil }
        exponent = min(exponent * 10 + Int(digit), 100_000)
        position &+= 1
      }
      return sign == UInt8(ascii: "-") ? -exponent : exponent
    }

    /// The nearest double. Up to 2^53 and 10^22 both factors are exact, so that one operation rounds once (Clinger 1990).
    func value(_ bytes: Span<UInt8>) -> Double {
      let scale = (exponent ?? 0) &- decimals
      guard significantCount <= 19, mantissa <= 1 << 53, abs(scale) <= 22 else {
        return Double(String(decoding: (start..<end).map { bytes[$0] }, as: UTF8.self)) ?? .nan
      }
      let number = Double(mantissa)
      let scaled = scale < 0 ? number / NumberText.powersOfTen[-scale] : number * NumberText.powersOfTen[scale]
      return isNegative ? -scaled : scaled
    }
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
