internal import Synchronization
internal import TableModel

/// Requests that wait for a change: clients that have an answer and wish to be told once there is another (`Prefer: wait`).
///
/// Nobody tells of a change who would not be overheard by another program that writes to the same file, so that the state is looked at again and
/// again: for a file some microseconds, for a server that is asked one question for all who wait.
package final class ChangeWaits: Sendable {
  private let limit: Int
  private let count = Atomic<Int>(0)
  private let isOver = Atomic<Bool>(false)

  /// The most seconds that a request waits, less than proxies do.
  package static let longest = 25
  /// Between two looks at a file, and at the state of a server, in milliseconds.
  private static let filePause = 200, serverPause = 1_000
  /// Looks a second, of all who wait: where more wait, each looks less often.
  private static let lookLimit = 500
  /// How often in a row it may be unknown whether the data have changed, as while they are being written.
  private static let unknownLimit = 10

  /// - Parameter limit: how many requests may wait at once, each of which keeps a connection.
  package init(limit: Int) { self.limit = limit }

  /// Waits until an answer no longer stands, or it was waited long enough.
  /// - Parameter isStopping: whether the server is about to stop, so that nobody should be kept waiting.
  /// - Returns: false if it wasn't waited at all, since too many do.
  package func wait(for standing: Standing, seconds: Int, isStopping: () -> Bool) async -> Bool {
    let number = count.add(1, ordering: .relaxed).newValue
    defer { count.subtract(1, ordering: .relaxed) }
    guard number <= limit else { return false }
    let deadline = ContinuousClock.now + .seconds(min(seconds, Self.longest))
    var unknown = 0
    while !isOver.load(ordering: .relaxed), !isStopping(), unknown < Self.unknownLimit {
      let least = standing.source.isAsked ? Self.serverPause : Self.filePause
      let pause = max(least, count.load(ordering: .relaxed) * 1_000 / Self.lookLimit)
      let next = ContinuousClock.now + .milliseconds(pause)
      guard next < deadline else {
        try? await Task.sleep(until: deadline)
        break
      }
      // Cancelled when the client has left.
      guard (try? await Task.sleep(until: next)) != nil else { break }
      switch await standing.isOver() {
      case true?: return true
      case false?: unknown = 0
      case nil: unknown += 1
      }
    }
    return true
  }

  /// Ends all waiting: the server goes on under another site file.
  package func end() { isOver.store(true, ordering: .relaxed) }
}
