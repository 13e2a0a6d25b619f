internal import CoreMetrics
internal import Synchronization

/// How many took how long.
final class Durations: MetricSeries, TimerHandler {
  /// What takes at most so long is counted together, in nanoseconds: kept pages take microseconds, exports minutes.
  private static let bounds: [Int64] = [
    100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
    250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000, 60_000_000_000,
  ]

  /// For each bound, and for what takes longer.
  private let counts = (0...bounds.count).map { _ in WholeCounter() }
  private let sum = WholeCounter()

  func recordNanoseconds(_ duration: Int64) {
    counts[Self.bounds.firstIndex { duration <= $0 } ?? Self.bounds.count].increment(by: 1)
    sum.increment(by: duration)
  }

  var samples: [MetricSample] {
    var samples: [MetricSample] = []
    var total: Int64 = 0
    for (position, count) in counts.enumerated() {
      total += count.value
      let bound = position < Self.bounds.count ? Self.seconds(Self.bounds[position]) : "+Inf"
      samples.append(MetricSample(suffix: "_bucket", label: "le=\"\(bound)\"", value: String(total)))
    }
    samples.append(MetricSample(suffix: "_sum", value: Self.seconds(sum.value)))
    samples.append(MetricSample(suffix: "_count", value: String(total)))
    return samples
  }

  private static func seconds(_ nanoseconds: Int64) -> String { Level.text(Double(nanoseconds) / 1_000_000_000) }
}

/// How many values there were, and their sum.
final class Sum: MetricSeries, RecorderHandler {
  private let state = Mutex((count: 0, sum: 0.0))

  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) {
    state.withLock { state in
      state.count += 1
      state.sum += value
    }
  }

  var samples: [MetricSample] {
    let (count, sum) = state.withLock(\.self)
    return [
      MetricSample(suffix: "_sum", value: Level.text(sum)), MetricSample(suffix: "_count", value: String(count)),
    ]
  }
}
