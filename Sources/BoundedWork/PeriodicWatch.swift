internal import Dispatch
internal import Glibc
internal import Synchronization

/// What a watch looks at.
package protocol Watched: AnyObject, Sendable {
  /// Looks after what there is.
  /// - Parameter now: the time of the monotonic clock, in nanoseconds.
  /// - Returns: whether there is anything left to look after.
  func look(at now: UInt64) -> Bool
}

/// A thread of the program that looks at some things again and again, as long as there is anything to look after.
package final class PeriodicWatch: Sendable {
  /// Looks after the jobs of all threads for work.
  static let jobs = PeriodicWatch(pauseMicroseconds: 20_000)

  private struct State {
    var watched: [any Watched] = []
    var isStarted = false
  }

  private let state = Mutex(State())
  /// Rises when there is something to look after again.
  private let arrivals = DispatchSemaphore(value: 0)
  private let pauseMicroseconds: UInt32

  /// A watch for the time that the program runs: once its thread has started, neither ends.
  /// - Parameter pauseMicroseconds: how long it waits before each look.
  package init(pauseMicroseconds: UInt32) { self.pauseMicroseconds = pauseMicroseconds }

  /// Looks at something until it has nothing to be looked after.
  /// - Returns: whether there is a thread that does; what can't be looked at isn't kept.
  package func add(_ watched: some Watched) -> Bool {
    state.withLock { state in
      if !state.isStarted { state.isStarted = DetachedThread.start { self.watch() } }
      guard state.isStarted else { return false }
      if state.watched.isEmpty { arrivals.signal() }
      state.watched.append(watched)
      return true
    }
  }

  private func watch() {
    while true {
      while state.withLock({ $0.watched.isEmpty }) { arrivals.wait() }
      usleep(pauseMicroseconds)
      // One by one: a copy of the list would have whoever adds to it meanwhile make another.
      var place = 0
      while let one = state.withLock({ place < $0.watched.count ? $0.watched[place] : nil }) {
        if one.look(at: WorkBudget.now()) { place += 1 } else { remove(one) }
      }
    }
  }

  private func remove(_ watched: any Watched) {
    state.withLock { state in
      // The first: what found something in between was added behind it.
      if let index = state.watched.firstIndex(where: { $0 === watched }) { state.watched.remove(at: index) }
    }
  }
}
