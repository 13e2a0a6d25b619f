/// How a column spells its numbers where they came from a text, such as a file: data formats and pages write them so again, digit by digit.
package enum NumberSpelling: Sendable, Hashable {
  /// Numbers with so many digits behind the point: `1.50`. One that this would change is written in its shortest form: `2.555`.
  case decimals(Int)
  /// Texts that are numbers, each spelled in its own way: `1.10`, `1e-05`. They sort and add up as the numbers that they are.
  case verbatim

  /// The most digits behind the point: what pages show at most.
  package static let maximumDecimals = 12

  /// The digits behind the point that pages show always; `nil` for none in particular.
  package var shownDecimals: Int? {
    if case .decimals(let decimals) = self, decimals > 0 { decimals } else { nil }
  }

  /// A number as `decimals` spells it.
  package func text(of number: Double) -> String {
    guard case .decimals(let decimals) = self, let scaled = Self.scaled(number, decimals) else {
      return number.description
    }
    let digits = String(scaled.magnitude)
    let padded = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
    let point = decimals > 0 ? "." : ""
    return (scaled < 0 ? "-" : "") + padded.dropLast(decimals) + point + padded.suffix(decimals)
  }

  /// A number as a whole number of the smallest parts that so many digits behind the point tell apart; `nil` where these don't read back as
  /// the same number.
  ///
  /// Fifteen digits are always told apart by a double, and up to 2^53 and 10^22 both sides of the division are exact, so that it rounds
  /// once, as reading the digits does (Clinger 1990).
  @inlinable package static func scaled(_ number: Double, _ decimals: Int) -> Int64? {
    guard (0...maximumDecimals).contains(decimals) else { return nil }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = number * scale
    guard abs(scaled) < 1e15 else { return nil }
    let whole = Int64(scaled + (number < 0 ? -0.5 : 0.5))
    guard Double(whole) / scale == number, number != 0 || number.sign == .plus else { return nil }
    return whole
  }
}
