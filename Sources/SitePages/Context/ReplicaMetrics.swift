internal import CoreMetrics
internal import TableModel

/// Tells through swift-metrics how the servers do that follow the one that takes a database's changes.
struct ReplicaMetrics: Sendable {
  private let isRead, delay: Meter

  /// - Parameter database: its name on the site.
  init(_ factory: any MetricsFactory, of database: String) {
    func meter(_ metric: PageMetric) -> Meter {
      Meter(label: metric.rawValue, dimensions: [("database", database)], factory: factory)
    }
    (isRead, delay) = (meter(.replicaIsRead), meter(.replicaDelay))
  }

  /// Takes what was found. A delay that isn't known leaves the last one as it was.
  func note(_ status: ReplicaStatus) {
    isRead.set(status.problem == nil ? 1 : 0)
    if let seconds = status.delaySeconds { delay.set(seconds) }
  }
}
