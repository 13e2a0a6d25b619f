/// Reals as people read them: to 15 significant digits, all of which a double keeps, and no more.
extension ByteSink {
  private static let significantDigits = 15

  /// A real with 15 significant digits at most, with marks of thousands or without: `523.06` for 523.0600000000003.
  /// - Returns: whether digits were left out.
  mutating func rounded(_ value: Double, isGrouped: Bool) -> Bool {
    let start = count
    number(value)
    let first = base[start] == 0x2D ? start + 1 : start
    // Shorter texts don't have so many digits.
    guard count - start > Self.significantDigits + 1, let cut = firstSurplusDigit(from: first) else {
      if isGrouped { addMarks(from: start) }
      return false
    }
    let isUp = base[cut] >= 0x35
    count = cut
    if isUp { increment(from: first) }
    while base[count - 1] == 0x30 { count -= 1 }
    if base[count - 1] == 0x2E { count -= 1 }
    if isGrouped { addMarks(from: start) }
    return true
  }

  /// Where the digits behind the significant ones begin, if that is behind the point of a number without an exponent.
  private func firstSurplusDigit(from first: Int) -> Int? {
    var digits = 0, hasPoint = false, cut: Int?
    for at in first..<count {
      switch base[at] {
      case 0x2E: hasPoint = true
      case 0x30...0x39:
        if digits > 0 || base[at] != 0x30 { digits += 1 }
        if digits > Self.significantDigits, cut == nil {
          guard hasPoint else { return nil }
          cut = at
        }
      default: return nil
      }
    }
    return cut
  }

  /// Adds one to the last digit.
  private mutating func increment(from first: Int) {
    var at = count - 1
    while at >= first {
      if base[at] == 0x39 {
        base[at] = 0x30
      } else if base[at] != 0x2E {
        base[at] += 1
        return
      }
      at -= 1
    }
    reserve(1)
    for at in stride(from: count, to: first, by: -1) { base[at] = base[at - 1] }
    base[first] = 0x31
    count += 1
  }
}
