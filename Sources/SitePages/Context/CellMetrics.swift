internal import CoreMetrics
internal import Synchronization
package import TableRendering

/// Counts the cells of pages through swift-metrics.
package final class CellMetrics: Sendable {
  private struct Counters {
    let created, dequeued: Counter
  }

  private let factory: any MetricsFactory
  private let counters = Mutex<[String: Counters]>([:])

  init(_ factory: any MetricsFactory) { self.factory = factory }

  /// Adds what one page took.
  package func add(_ count: ReuseCount) {
    let counters = counters.withLock { known in
      if let counters = known[count.reuseIdentifier] { return counters }
      let made = Counters(
        created: counter(.cellsCreated, of: count.reuseIdentifier),
        dequeued: counter(.cellsDequeued, of: count.reuseIdentifier))
      known[count.reuseIdentifier] = made
      return made
    }
    if count.created > 0 { counters.created.increment(by: Int64(count.created)) }
    counters.dequeued.increment(by: Int64(count.dequeued))
  }

  private func counter(_ metric: PageMetric, of cell: String) -> Counter {
    Counter(label: metric.rawValue, dimensions: [("cell", cell)], factory: factory)
  }
}
