internal import Glibc

/// How wide ranges of numbers are where nobody says.
package enum RangeWidth {
  /// About how many ranges are made.
  private static let ranges = 20.0

  /// A width of 1, 2 or 5 times a power of ten that makes 10 to 30 ranges of the numbers between two.
  /// - Parameter areWhole: whether ranges narrower than 1 make no sense.
  package static func suitable(from least: Double, through greatest: Double, areWhole: Bool) -> Double {
    let rough = (greatest - least) / ranges
    guard rough > 0, rough.isFinite else { return 1 }
    let power = pow(10, floor(log10(rough)))
    let width = [1.0, 2, 5, 10].first { $0 * power >= rough * 0.75 } ?? 10
    return areWhole ? max(width * power, 1) : (width * power).roundedToFifteenDigits
  }
}

extension Double {
  /// The number without the digits that adding up binary fractions leaves: `523.06` for `523.0600000000003`. Doubles tell fifteen
  /// digits apart.
  package var roundedToFifteenDigits: Double {
    guard isFinite, self != 0 else { return self }
    // Powers of ten up to 22 are exact, and so is a whole number of 15 digits: dividing one by the other rounds once (Clinger 1990).
    let places = 14 - Int(floor(log10(magnitude)))
    guard (1...22).contains(places) else { return self }
    let scale = pow(10, Double(places))
    return (self * scale).rounded() / scale
  }

  /// A sum of numbers with few digits behind the point with as few: adding up a million of them loses some of the fifteen digits that each
  /// has. A number that has twelve digits of its own, and more behind them, stays as it is.
  package var roundedAsSum: Double {
    let number = roundedToFifteenDigits
    guard number.isFinite else { return number }
    for places in 0...8 {
      let scale = pow(10, Double(places))
      guard number.magnitude * scale < 1e12 else { break }
      let short = (number * scale).rounded() / scale
      if (short - number).magnitude <= number.magnitude * 1e-13 { return short }
    }
    return number
  }
}
