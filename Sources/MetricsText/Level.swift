internal import CoreMetrics
internal import Synchronization

/// A number that may have a fraction, and may fall.
final class Level: MetricSeries, MeterHandler, FloatingPointCounterHandler, RecorderHandler {
  private let value = Mutex(0.0)

  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { self.value.withLock { $0 = value } }
  func increment(by amount: Double) { value.withLock { $0 += amount } }
  func decrement(by amount: Double) { value.withLock { $0 -= amount } }
  func record(_ value: Int64) { set(value) }
  func record(_ value: Double) { set(value) }
  func reset() { set(0.0) }

  var samples: [MetricSample] { [MetricSample(value: Self.text(value.withLock(\.self)))] }

  /// Whole numbers without a fraction.
  static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number > 0 ? "+Inf" : "-Inf" }
    return Int64(exactly: number).map(String.init) ?? number.description
  }
}
