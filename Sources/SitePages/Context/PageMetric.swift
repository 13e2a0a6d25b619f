/// What pages, and what they read from, tell through swift-metrics, by the names that it has there.
package enum PageMetric: String, CaseIterable {
  case cacheHits = "page_cache_hits_total"
  case cacheMisses = "page_cache_misses_total"
  case cellsCreated = "cells_created_total"
  case cellsDequeued = "cells_dequeued_total"
  case replicaIsRead = "replica_is_read"
  case replicaDelay = "replica_delay_seconds"

  /// A sentence about it.
  package var summary: String {
    switch self {
    case .cacheHits: "Requests answered from the page cache."
    case .cacheMisses: "Requests that missed the page cache."
    case .cellsCreated: "Cells created; each is reused for all rows."
    case .cellsDequeued: "Cells dequeued to draw a row."
    case .replicaIsRead: "Whether rows of a database are read from its replicas: 1 or 0."
    case .replicaDelay: "Seconds that the replicas of a database are behind."
    }
  }
}
