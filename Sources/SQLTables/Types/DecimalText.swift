/// The order of texts by the numbers that they are: `2`, `1e1`, `10.5`. Texts that are no numbers come behind all numbers.
///
/// Numbers are compared digit by digit, so that no two different ones are equal, however long they are.
package enum DecimalText {
  /// Compares two texts as numbers; those of equal value are equal, however they are spelled. O(bytes).
  /// - Returns: a negative number if the first comes first, a positive one if the second does, 0 if they are equal.
  package static func compare(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Int {
    switch (Parts(first), Parts(second)) {
    case (let one?, let other?): one.compare(other, first, second)
    case (_?, nil): -1
    case (nil, _?): 1
    case (nil, nil): compareBytes(first, second)
    }
  }

  /// Compares two texts as numbers, and those of equal value by their bytes: a total order.
  package static func compareSpelled(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Int {
    let order = compare(first, second)
    return order == 0 ? compareBytes(first, second) : order
  }

  private static func compareBytes(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Int {
    for position in 0..<min(first.count, second.count) where first[position] != second[position] {
      return first[position] < second[position] ? -1 : 1
    }
    return first.count - second.count
  }

  /// Where the digits of a number stand: it is 0.d₁d₂d₃… times ten to the power of `magnitude`.
  private struct Parts {
    var isNegative = false
    /// From the first digit that is not zero on. Empty for zero.
    var digits = 0..<0
    var magnitude = 0

    private static let magnitudeLimit = 1_000_000_000

    /// Spaces, a sign, digits with a point somewhere, and an exponent; `nil` for anything else.
    init?(_ bytes: Span<UInt8>) {
      var (position, end) = (0, bytes.count)
      while position < end, bytes[position] == UInt8(ascii: " ") { position &+= 1 }
      while end > position, bytes[end &- 1] == UInt8(ascii: " ") { end &-= 1 }
      isNegative = Self.sign(bytes, &position, end)
      var count = 0, first: Int?, point: Int?
      let start = position
      while position < end {
        let byte = bytes[position]
        if byte &- 48 < 10 {
          count &+= 1
          if byte != 48, first == nil { first = position }
        } else if byte == UInt8(ascii: "."), point == nil {
          point = position
        } else {
          break
        }
        position &+= 1
      }
      guard count > 0 else { return nil }
      let whole = start..<(point ?? position)
      if let first {
        digits = first..<position
        // Behind the point its own place is not counted.
        magnitude = first < whole.upperBound ? whole.upperBound - first : whole.upperBound - first + 1
      }
      guard position < end else { return }
      guard bytes[position] | 0x20 == UInt8(ascii: "e") else { return nil }
      position &+= 1
      let shrinks = Self.sign(bytes, &position, end)
      guard position < end else { return nil }
      var exponent = 0
      while position < end {
        guard bytes[position] &- 48 < 10 else { return nil }
        exponent = min(exponent * 10 + Int(bytes[position] &- 48), Self.magnitudeLimit)
        position &+= 1
      }
      magnitude += shrinks ? -exponent : exponent
    }

    /// Takes a sign.
    /// - Returns: whether it is a minus.
    private static func sign(_ bytes: Span<UInt8>, _ position: inout Int, _ end: Int) -> Bool {
      guard position < end, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") else {
        return false
      }
      position &+= 1
      return bytes[position &- 1] == UInt8(ascii: "-")
    }

    func compare(_ other: Parts, _ bytes: Span<UInt8>, _ others: Span<UInt8>) -> Int {
      if digits.isEmpty || other.digits.isEmpty {
        // Zero has no sign.
        if digits.isEmpty, other.digits.isEmpty { return 0 }
        return digits.isEmpty ? (other.isNegative ? 1 : -1) : (isNegative ? -1 : 1)
      }
      guard isNegative == other.isNegative else { return isNegative ? -1 : 1 }
      let order = magnitude == other.magnitude ? compareDigits(other, bytes, others) : magnitude - other.magnitude
      return isNegative ? -order : order
    }

    private func compareDigits(_ other: Parts, _ bytes: Span<UInt8>, _ others: Span<UInt8>) -> Int {
      var (position, place) = (digits.lowerBound, other.digits.lowerBound)
      while position < digits.upperBound || place < other.digits.upperBound {
        let digit = Self.next(bytes, &position, digits.upperBound)
        let counterpart = Self.next(others, &place, other.digits.upperBound)
        if digit != counterpart { return Int(digit) - Int(counterpart) }
      }
      return 0
    }

    /// The next digit; behind the last one there are zeros without end.
    @inline(__always) private static func next(_ bytes: Span<UInt8>, _ position: inout Int, _ end: Int) -> UInt8 {
      if position < end, bytes[position] == UInt8(ascii: ".") { position &+= 1 }
      guard position < end else { return UInt8(ascii: "0") }
      position &+= 1
      return bytes[position &- 1]
    }
  }
}
