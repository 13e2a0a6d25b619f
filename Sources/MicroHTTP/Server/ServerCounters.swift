internal import Synchronization

/// Counts for `ServerStatistics`. There are several, so that workers seldom write to the same cache line.
final class ServerCounters: Sendable {
  let started = Atomic<Int>(0)
  let completed = Atomic<Int>(0)
  let bodyBytes = Atomic<Int>(0)
  private let informational = Atomic<Int>(0)
  private let success = Atomic<Int>(0)
  private let redirection = Atomic<Int>(0)
  private let clientError = Atomic<Int>(0)
  private let serverError = Atomic<Int>(0)

  func countResponse(_ status: UInt16) {
    switch status {
    case 200..<300: success.add(1, ordering: .relaxed)
    case 300..<400: redirection.add(1, ordering: .relaxed)
    case 400..<500: clientError.add(1, ordering: .relaxed)
    case 500...: serverError.add(1, ordering: .relaxed)
    case 100..<200: informational.add(1, ordering: .relaxed)
    default: break
    }
  }

  func add(to statistics: inout ServerStatistics) {
    // Completed first: read the other way round, a request completed in between would count below zero.
    let completed = completed.load(ordering: .acquiring)
    statistics.requestsInFlight += max(0, started.load(ordering: .acquiring) - completed)
    statistics.requests += completed
    statistics.bodyBytesSent += bodyBytes.load(ordering: .relaxed)
    for (index, counter) in [
      informational.load(ordering: .relaxed), success.load(ordering: .relaxed), redirection.load(ordering: .relaxed),
      clientError.load(ordering: .relaxed), serverError.load(ordering: .relaxed),
    ].enumerated() {
      statistics.responsesByClass[index] += counter
    }
  }
}
