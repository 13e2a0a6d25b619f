internal import Synchronization
internal import TableModel

/// Requests that wait for a change: clients that have an answer and wish to be told once there is another (`Prefer: wait`).
///
/// Another program may write to the same file and tell nobody, so that the state is looked at again and again: for a file some microseconds, each at
/// its own time; for a server that has to be asked all who wait at the same time, whose questions become one or two.
package final class ChangeWaits: Sendable {
  private let limit: Int
  private let count = Atomic<Int>(0)
  private let isOver = Atomic<Bool>(false)

  /// The most seconds that a request waits, less than proxies do.
  private static let longest = 25
  /// Between two looks at a file, and at the state of a server, in milliseconds.
  private static let filePause = 200, serverPause = 1_000
  /// Looks a second, of all who wait: where more wait, each looks less often.
  private static let lookLimit = 500
  /// How often in a row it may be unknown whether the data have changed, as while they are being written.
  private static let unknownLimit = 10

  private let start = ContinuousClock.now

  /// - Parameter limit: how many requests may wait at once, each of which keeps a connection.
  package init(limit: Int) { self.limit = limit }

  /// Until when a request waits that would wait for some seconds.
  package static func deadline(_ seconds: Int) -> ContinuousClock.Instant { .now + .seconds(min(seconds, longest)) }

  /// Waits until an answer may be another one.
  /// - Parameters:
  ///   - rest: how long nobody needs to look.
  ///   - isStopping: whether the server is about to stop, so that nobody should be kept waiting.
  /// - Returns: false if the answer stands when it was waited long enough, and if too many wait.
  package func wait(
    for standing: Standing, until deadline: ContinuousClock.Instant, rest: Duration, isStopping: () -> Bool
  ) async -> Bool {
    let number = count.add(1, ordering: .relaxed).newValue
    defer { count.subtract(1, ordering: .relaxed) }
    guard number <= limit else { return false }
    let rested = ContinuousClock.now + rest
    var unknown = 0
    while !isOver.load(ordering: .relaxed), !isStopping() {
      let next = nextLook(isAsked: standing.source.isAsked)
      guard next < deadline else {
        try? await Task.sleep(until: deadline)
        break
      }
      // Cancelled when the client has left.
      guard (try? await Task.sleep(until: next)) != nil else { break }
      guard next >= rested else { continue }
      // Nobody can tell, but by making it again.
      guard standing.version != nil else { return true }
      switch await standing.isOver() {
      case true?:
        if standing.source.isAsked { await letOthersGoFirst() }
        return true
      case false?: unknown = 0
      case nil:
        unknown += 1
        if unknown == Self.unknownLimit { return true }
      }
    }
    return false
  }

  /// Who notices at the same time comes one after the other: the first makes the page, and the others find it kept.
  private func letOthersGoFirst() async {
    let most = min(count.load(ordering: .relaxed) * 4, Self.serverPause)
    try? await Task.sleep(for: .milliseconds(Int.random(in: 0...most)))
  }

  private func nextLook(isAsked: Bool) -> ContinuousClock.Instant {
    guard isAsked else {
      return .now + .milliseconds(max(Self.filePause, count.load(ordering: .relaxed) * 1_000 / Self.lookLimit))
    }
    let passed = start.duration(to: .now) / .milliseconds(Self.serverPause)
    return start + .milliseconds(Self.serverPause) * (passed + 1).rounded(.down)
  }

  /// Ends all waiting: the server goes on under another site file.
  package func end() { isOver.store(true, ordering: .relaxed) }
}
