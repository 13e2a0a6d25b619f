import BoundedWork
internal import Synchronization
package import TableModel

/// The count of the rows that a selection means. It stops when nobody asks for it any more, and goes on where it stopped when somebody does.
package final class CountJob: Sendable {
  /// How far a count by row ids has come.
  package struct Progress {
    /// The state of the data that is counted.
    package var version: DataVersion?
    package var total = 0
    /// The first row id that is not counted.
    package var next = Int64.min
    /// How many rows are counted with one statement.
    package var chunk = 50_000
    /// How often the data changed meanwhile.
    package var restarts = 0

    package mutating func restart(at version: DataVersion) {
      if self.version != nil { restarts += 1 }
      (self.version, total, next) = (version, 0, .min)
    }
  }

  /// How a turn of counting ended.
  package enum Outcome {
    /// With what was asked for.
    case finished
    /// With more to count, and time to do it in another turn.
    case goesOn
    /// With its time, and nothing that another turn as long could go on from.
    case cut
    /// Because nobody asked any more, or something went wrong.
    case stopped
  }

  /// What whoever asks has to know.
  package enum Answer {
    /// It has to be begun by whoever gets this.
    case begins
    case underWay(soFar: Int)
    /// Turns were cut, and the next one is longer; or rows of another state were counted just now. The next turn begins when this is asked in a
    /// while.
    case rests(soFar: Int)
  }

  private struct State {
    var isRunning = false
    /// Whether all rows are to be counted, or only up to the limit of a quick count.
    var wantsAll = false
    /// When somebody last wanted to know, by the monotonic clock.
    var lastAsked: UInt64 = 0
    var restsUntil: UInt64 = 0
    /// What the count has taken, and what the last one took that came to its end and told no more than a quick count does: time on a thread,
    /// without waiting for one.
    var spent: UInt64 = 0, cost: UInt64 = 0
    /// The state of the data that was counted to its end, and when another one may be counted.
    var countedVersion: DataVersion?, pausesUntil: UInt64 = 0
    /// How many turns were cut.
    var cuts: UInt64 = 0
    var askedVersion: DataVersion?
    var seen = 0
    var progress = Progress()
  }

  private let state = Mutex(State())
  /// How long a count goes on when nobody asks for it, how long it rests at least when it was cut, and how long one statement of it may take
  /// at most, in nanoseconds.
  private static let patience: UInt64 = 10_000_000_000, rest: UInt64 = 1_000_000_000, longest: UInt64 = 600_000_000_000
  /// After so many cuts those who want all rows counted are told that it rests: one may say no more than that the machine was busy.
  private static let cutLimit: UInt64 = 2
  /// Where the data change all the time and nobody asks for the number itself, counting takes one part of so many of a thread's time, unless it
  /// would pause for more than half a minute.
  private static let share: UInt64 = 20, longestPause: UInt64 = 30_000_000_000

  package init() {}

  package var isRunning: Bool { state.withLock { $0.isRunning } }
  package var wantsAll: Bool { state.withLock { $0.wantsAll } }

  /// Whether nobody has asked for a while.
  package var isForgotten: Bool { state.withLock { WorkBudget.now() > $0.lastAsked &+ Self.patience } }

  /// Asks for the count.
  /// - Parameters:
  ///   - version: the state of the data that is asked about.
  ///   - atLeast: a number that is known to be there.
  package func ask(at version: DataVersion?, forAll: Bool, atLeast: Int) -> Answer {
    state.withLock { state in
      let now = WorkBudget.now()
      if state.askedVersion != version {
        (state.askedVersion, state.seen, state.restsUntil, state.cuts) = (version, 0, 0, 0)
      }
      state.lastAsked = now
      if forAll { state.wantsAll = true }
      state.seen = max(state.seen, atLeast)
      if state.isRunning { return .underWay(soFar: state.seen) }
      // Whoever wants all of them counted asks for the number itself, and gets it.
      let mayWait = !forAll && version != state.countedVersion
      if now < state.restsUntil {
        return forAll && state.cuts < Self.cutLimit ? .underWay(soFar: state.seen) : .rests(soFar: state.seen)
      }
      if mayWait && now < state.pausesUntil { return .rests(soFar: state.seen) }
      state.isRunning = true
      return .begins
    }
  }

  /// How long a turn may take: each that was cut makes the next one longer.
  /// - Parameter first: how long the first one may take.
  package func nanoseconds(first: UInt64) -> UInt64 {
    let cuts = state.withLock { min($0.cuts, 10) }
    return min(max(first, 1) << (2 * cuts), max(first, Self.longest))
  }

  /// How far the count has come; used by the thread whose turn it is.
  package var progress: Progress {
    get { state.withLock { $0.progress } }
    set {
      state.withLock {
        if newValue.version == $0.askedVersion { $0.seen = max($0.seen, newValue.total) }
        $0.progress = newValue
      }
    }
  }

  /// What the last quick count took that came to its end, in nanoseconds; 0 if none did.
  package var cost: UInt64 { state.withLock { $0.cost } }

  /// Adds to what the count has taken.
  package func spend(_ nanoseconds: UInt64) { state.withLock { $0.spent += nanoseconds } }

  /// Remembers a number that there is at least.
  package func saw(_ number: Int) { state.withLock { $0.seen = max($0.seen, number) } }

  /// A turn is over.
  /// - Parameter nanoseconds: what it could have taken.
  /// - Returns: whether there is another one.
  package func endTurn(_ outcome: Outcome, nanoseconds: UInt64) -> Bool {
    state.withLock { state in
      if case .goesOn = outcome { return true }
      state.isRunning = false
      switch outcome {
      case .cut:
        state.cuts += 1
        state.restsUntil = WorkBudget.now() &+ max(nanoseconds, Self.rest)
      case .finished:
        // That all rows take long says nothing of as many as a quick count looks at.
        if !state.wantsAll { state.cost = state.spent }
        state.countedVersion = state.askedVersion
        state.pausesUntil = WorkBudget.now() &+ min(state.spent * Self.share, Self.longestPause)
        (state.wantsAll, state.cuts, state.spent) = (false, 0, 0)
      case .goesOn, .stopped: break
      }
      return false
    }
  }
}
