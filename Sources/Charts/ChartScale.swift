internal import Glibc

/// The numbers along an axis: from a round number to a round number, with zero among them.
struct ChartScale: Sendable, Equatable {
  /// The numbers that have a line of their own, in order.
  let ticks: [Double]
  /// Digits behind the point of these numbers.
  let fractionDigits: Int

  private static let steps = 4.0

  /// A scale on which all values are.
  init(_ values: some Sequence<Double>, hasZero: Bool = true) {
    var least = values.min() ?? 0, greatest = values.max() ?? 0
    if hasZero { (least, greatest) = (min(least, 0), max(greatest, 0)) }
    if least == greatest { greatest = least + 1 }
    let rough = (greatest - least) / Self.steps
    let power = rough.isFinite && rough > 0 ? pow(10, floor(log10(rough))) : 1
    let step = ([1.0, 2, 2.5, 5, 10].first { $0 * power >= rough } ?? 10) * power
    let first = floor(least / step), last = ceil(greatest / step)
    // Numbers so large that a step changes nothing have one line.
    guard step.isFinite, step > 0, last - first >= 1, last - first <= 10 else {
      ticks = [least, greatest]
      fractionDigits = 0
      return
    }
    ticks = stride(from: first, through: last, by: 1).map { $0 * step }
    fractionDigits = max(0, -Int(floor(log10(step)))) + (step / power == 2.5 && step < 10 ? 1 : 0)
  }

  private var start: Double { ticks.first ?? 0 }
  private var length: Double { max((ticks.last ?? 1) - start, .leastNormalMagnitude) }

  /// Where a number is, in percent of the whole scale.
  func percent(_ value: Double) -> Double { min(max((value - start) / length, 0), 1) * 100 }

  /// A number of the scale in few letters: `250`, `1.5k`, `2M`.
  func words(_ value: Double) -> String {
    for (unit, letter) in [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")] where (ticks.last ?? 0).magnitude >= unit {
      guard value != 0 else { return "0" }
      return Self.decimal(value / unit, digits: 2) + letter
    }
    return Self.decimal(value, digits: fractionDigits)
  }

  /// With so many digits behind the point at most.
  private static func decimal(_ value: Double, digits: Int) -> String {
    let scale = pow(10, Double(min(digits, 12)))
    let rounded = (value * scale).rounded() / scale
    if let whole = Int64(exactly: rounded) { return String(whole) }
    return rounded.description
  }
}
