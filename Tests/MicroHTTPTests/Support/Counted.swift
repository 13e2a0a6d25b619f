import MetricsText

extension PrometheusMetrics {
  /// What a series has counted so far, by its name and labels.
  func value(_ series: String) -> Int? {
    text.split(separator: "\n").first { $0.hasPrefix(series + " ") }.flatMap { Int($0.dropFirst(series.count + 1)) }
  }
}
