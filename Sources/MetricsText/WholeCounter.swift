internal import CoreMetrics
internal import Glibc
internal import Synchronization

/// A whole number that only grows. It is kept in several parts, so that threads seldom write to the same cache line.
final class WholeCounter: MetricSeries, CounterHandler {
  private final class Part: Sendable { let value = Atomic<Int64>(0) }

  private let parts = (0..<8).map { _ in Part() }

  func increment(by amount: Int64) {
    // Stacks of threads lie megabytes apart, and what names a thread lies in its stack.
    parts[Int(truncatingIfNeeded: pthread_self() >> 20) & 7].value.wrappingAdd(amount, ordering: .relaxed)
  }

  func reset() { for part in parts { part.value.store(0, ordering: .relaxed) } }

  var value: Int64 { parts.reduce(0) { $0 &+ $1.value.load(ordering: .relaxed) } }
  var samples: [MetricSample] { [MetricSample(value: String(value))] }
}
