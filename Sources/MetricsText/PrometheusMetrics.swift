public import CoreMetrics
internal import Synchronization

/// Collects what a program counts through swift-metrics, and tells it in the text format that Prometheus reads
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
///
/// ```swift
/// let metrics = PrometheusMetrics()
/// let server = try await TableServer(site, metrics: metrics.factory)   // answers /-/metrics
/// ```
public struct PrometheusMetrics: Sendable {
  private let registry: PrometheusRegistry

  /// - Parameters:
  ///   - prefix: what every name begins with.
  ///   - descriptions: a sentence about each metric, by its name without the prefix.
  public init(prefix: String = "", descriptions: [String: String] = [:]) {
    registry = PrometheusRegistry(prefix: prefix, descriptions: descriptions)
  }

  /// Makes what counts: for `MetricsSystem.bootstrap`, or for one server.
  public var factory: any MetricsFactory { registry }

  /// All that was counted so far, in the order of the names. O(number of series).
  public var text: String { registry.text }
}

/// All series of a program.
///
/// A name together with its dimensions is one series, however often it is asked for; none is ever forgotten, so that a counter counts on where it
/// was. Names and dimensions come from the program, so that there are as many as it has.
package final class PrometheusRegistry: MetricsFactory {
  private let prefix: String
  private let descriptions: [String: String]
  private let families = Mutex<[String: Family]>([:])

  init(prefix: String, descriptions: [String: String]) {
    self.prefix = prefix
    self.descriptions = descriptions
  }

  /// See `PrometheusMetrics.text`.
  package var text: String {
    let families = families.withLock { $0.sorted { $0.key < $1.key } }
    var text = ""
    for (name, family) in families {
      if let description = descriptions[name] { text += "# HELP \(prefix)\(name) \(description)\n" }
      text += "# TYPE \(prefix)\(name) \(family.kind.rawValue)\n"
      for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
        for sample in series.samples { text += "\(prefix)\(name)\(sample.line(labels))\n" }
      }
    }
    return text
  }

  // MARK: MetricsFactory

  /// A number that only grows.
  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label, dimensions, .counter, WholeCounter.init) ?? NOOPMetricsHandler.instance
  }

  /// A number with a fraction that only grows.
  package func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    series(label, dimensions, .counter, Level.init) ?? NOOPMetricsHandler.instance
  }

  /// A number that rises and falls.
  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, dimensions, .gauge, Level.init) ?? NOOPMetricsHandler.instance
  }

  /// The last of the values, or how many there were and their sum.
  package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    guard aggregate else { return series(label, dimensions, .gauge, Level.init) ?? NOOPMetricsHandler.instance }
    return series(label, dimensions, .summary, Sum.init) ?? NOOPMetricsHandler.instance
  }

  /// How many took how long, in seconds.
  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, dimensions, .histogram, Durations.init) ?? NOOPMetricsHandler.instance
  }

  /// Stays: a counter never counts back.
  package func destroyCounter(_ handler: any CounterHandler) {}
  /// Stays.
  package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
  /// Stays.
  package func destroyMeter(_ handler: any MeterHandler) {}
  /// Stays.
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  /// Stays.
  package func destroyTimer(_ handler: any TimerHandler) {}

  // MARK: Series

  private struct Family {
    let kind: MetricKind
    /// By their labels: `{class="2xx"}`.
    var series: [String: any MetricSeries] = [:]
  }

  /// The series that is there, or a new one.
  /// - Returns: `nil` where the same name stands for something of another kind already, which the format has no words for.
  private func series<Series: MetricSeries>(
    _ label: String, _ dimensions: [(String, String)], _ kind: MetricKind, _ make: () -> Series
  ) -> Series? {
    let name = MetricName.valid(label)
    let labels = MetricName.labels(dimensions)
    return families.withLock { families in
      var family = families[name] ?? Family(kind: kind)
      guard family.kind == kind else { return nil }
      if let known = family.series[labels] { return known as? Series }
      let made = make()
      family.series[labels] = made
      families[name] = family
      return made
    }
  }
}
