/// Reals as people read them: to 15 significant digits, all of which a double keeps, and no more.
extension ByteSink {
  private static let significantDigits = 15

  /// A real with 15 significant digits at most, with marks of thousands or without: `523.06` for 523.0600000000003. Where arithmetic left
  /// more of them behind, all are in its title.
  @inline(never) mutating func rounded(_ value: Double, isGrouped: Bool) {
    let start = count
    if isGrouped, groupedHundredths(value) { return }
    number(value)
    // Shorter texts don't have so many digits.
    guard count - start > Self.significantDigits + 1, let cut = firstSurplusDigit(from: digits(from: start)) else {
      if isGrouped { addMarks(from: start) }
      return
    }
    let title: StaticString = "<span title=\"", length = count - start, exact = start + title.utf8CodeUnitCount
    reserve(title.utf8CodeUnitCount)
    (base + exact).update(from: base + start, count: length)
    count = start
    markup(title)
    count += length
    markup("\">")
    let shown = count, kept = cut - start
    reserve(kept)
    (base + shown).update(from: base + exact, count: kept)
    count += kept
    if base[exact + kept] >= 0x35 { increment(from: digits(from: shown)) }
    while base[count - 1] == 0x30 { count -= 1 }
    if base[count - 1] == 0x2E { count -= 1 }
    if isGrouped { addMarks(from: shown) }
    markup("</span>")
  }

  /// Where a number goes on behind its sign.
  private func digits(from start: Int) -> Int { base[start] == 0x2D ? start + 1 : start }

  /// Where the digits behind the significant ones begin, if that is behind the point of a number without an exponent.
  private func firstSurplusDigit(from first: Int) -> Int? {
    var point = first, begin = first
    while point < count, (0x30...0x39).contains(base[point]) { point += 1 }
    // An exponent has a letter, a sign and three digits at most.
    guard point < count, base[point] == 0x2E, (count - 5..<count).allSatisfy({ base[$0] != 0x65 }) else { return nil }
    while begin < count, base[begin] == 0x30 || begin == point { begin += 1 }
    let cut = begin + Self.significantDigits + (begin < point ? 1 : 0)
    return cut > point && cut < count ? cut : nil
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
    (base + first + 1).update(from: base + first, count: count - first)
    base[first] = 0x31
    count += 1
  }
}
