/// Numbers as people read them: with marks of thousands.
extension ByteSink {
  /// An integer with marks of thousands: `1,234,567`.
  public mutating func grouped(_ value: Int) { grouped(Int64(value)) }

  /// An integer with marks of thousands: `-1,234,567`.
  package mutating func grouped(_ value: Int64) {
    if value < 0 { append(byte: 0x2D) }
    grouped(magnitude: value.magnitude)
  }

  /// A real with marks of thousands, in the fewest digits that tell it, or with a fixed number of decimals (0 to 15, rounded half
  /// away from zero): `1,234.5`, `1,234.50`. Beyond 15 digits, and for what is no number, it is written as Swift describes it.
  public mutating func grouped(_ value: Double, fractionDigits: Int? = nil) {
    guard let digits = fractionDigits else { return groupedShortest(value) }
    let scale = Self.powersOfTen(max(0, min(digits, 15)))
    let scaled = abs(value) * Double(scale)
    guard scaled < 1e15 else { return number(value) }
    let all = UInt64(scaled + 0.5)
    // Zero has no sign, also where rounding made it.
    if value < 0, all != 0 { append(byte: 0x2D) }
    grouped(magnitude: all / scale)
    guard scale > 1 else { return }
    append(byte: 0x2E)
    fraction(all % scale, digits: max(0, min(digits, 15)))
  }

  /// An amount below a million with two decimals, as the general function writes it; otherwise writes nothing and answers `false`.
  @inline(__always) mutating func groupedAmount(_ value: Double) -> Bool {
    let scaled = abs(value) * 100
    guard scaled < 99_999_999 else { return false }
    let all = UInt32(scaled + 0.5)
    guard Double(all) / 100 == abs(value) else { return false }
    // Sign, six digits, a mark, the point and two decimals.
    reserve(12)
    var at = base + count
    if value < 0, all != 0 {
      at.pointee = 0x2D
      at += 1
    }
    let whole = all / 100
    var rest = whole
    if whole >= 1000 {
      let thousands = whole / 1000
      at = Digits.store(upToThree: thousands, at: at)
      at.pointee = 0x2C
      rest = whole &- thousands &* 1000
      at[1] = 0x30 | UInt8(truncatingIfNeeded: rest / 100)
      Digits.store(pair: Int(rest % 100), at: at + 2)
      at += 4
    } else {
      at = Digits.store(upToThree: rest, at: at)
    }
    at.pointee = 0x2E
    Digits.store(pair: Int(all &- whole &* 100), at: at + 1)
    count = at + 3 - base
    return true
  }

  private mutating func groupedShortest(_ value: Double) {
    let start = count
    if groupedHundredths(value) { return }
    number(value)
    addMarks(from: start)
  }

  /// The shortest form of what `groupedAmount` can write; otherwise writes nothing and answers `false`.
  mutating func groupedHundredths(_ value: Double) -> Bool {
    // A zero below zero has a sign in its shortest form.
    guard value != 0 || value.sign == .plus, groupedAmount(value) else { return false }
    if base[count - 1] == 0x30 { count -= 1 }
    return true
  }

  /// Adds marks of thousands to the number that begins at `start` and is the last that was written.
  mutating func addMarks(from start: Int) {
    var point = start
    if point < count, base[point] == 0x2D { point += 1 }
    let first = point
    while point < count, (0x30...0x39).contains(base[point]) { point += 1 }
    let marks = (point - first - 1) / 3
    guard marks > 0 else { return }
    guard (point..<count).allSatisfy({ base[$0] == 0x2E || (0x30...0x39).contains(base[$0]) }) else { return }
    // Within the block: `reserve` makes room for what moves back by `marks`, from the end to the front.
    reserve(marks)
    for at in stride(from: count - 1, through: point, by: -1) { base[at + marks] = base[at] }
    var (from, to, written) = (point - 1, point + marks - 1, 0)
    while to > from {
      base[to] = base[from]
      (from, to, written) = (from - 1, to - 1, written + 1)
      if written % 3 == 0, to > from {
        base[to] = 0x2C
        to -= 1
      }
    }
    count += marks
  }

  private mutating func grouped(magnitude: UInt64) {
    let digits = Digits.count(magnitude)
    let length = digits + (digits - 1) / 3
    reserve(length)
    var (rest, at) = (magnitude, base + count + length)
    count += length
    for position in 0..<digits {
      if position > 0, position % 3 == 0 {
        at -= 1
        at.pointee = 0x2C
      }
      at -= 1
      at.pointee = 0x30 | UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Digits behind the point, with leading zeros.
  private mutating func fraction(_ value: UInt64, digits: Int) {
    reserve(digits)
    var rest = value
    for position in stride(from: digits - 1, through: 0, by: -1) {
      base[count + position] = 0x30 | UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += digits
  }

  private static func powersOfTen(_ exponent: Int) -> UInt64 {
    var power: UInt64 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }
}
