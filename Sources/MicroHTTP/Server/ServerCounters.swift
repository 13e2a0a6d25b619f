internal import Synchronization

/// Counts the requests that begin and end, so that a server that stops knows for what to wait. There are several, so that workers seldom write
/// to the same cache line.
final class ServerCounters: Sendable {
  let started = Atomic<Int>(0)
  let completed = Atomic<Int>(0)

  var inFlight: Int {
    // Completed first: read the other way round, a request completed in between would count below zero.
    let completed = completed.load(ordering: .acquiring)
    return max(0, started.load(ordering: .acquiring) - completed)
  }
}
