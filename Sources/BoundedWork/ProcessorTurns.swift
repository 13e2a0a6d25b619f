internal import Dispatch
internal import Glibc
internal import Synchronization

/// Turns on the processors for work that may take long: on all of them but one, which is left to whoever asks for a page.
///
/// Where every processor is busy, a request of a fifth of a millisecond waits for some milliseconds until the kernel takes one of them away
/// from what runs there, even if that runs at the lowest priority. So work that takes long runs on one processor less than there are, and
/// pieces of it that are more than that take turns.
package final class ProcessorTurns: Sendable {
  /// Those of the machine.
  package static let shared = ProcessorTurns(count: sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1)

  private struct State {
    var free: Int
    /// Who waits for a turn, the first one first.
    var waiting: [DispatchSemaphore] = []
  }

  /// How long a turn is where others wait, in nanoseconds.
  static let length: UInt64 = 2_000_000
  private let patience: DispatchTimeInterval
  private let state: Mutex<State>

  /// - Parameters:
  ///   - count: how many may run at once; one at least.
  ///   - patienceMilliseconds: how long one waits at most for others that don't give their turn on. These may be in one step of SQLite's, or wait
  ///     themselves for a lock on a file or for a disk. Nothing may wait for them for long, so the processors have to do for one more.
  package init(count: Int, patienceMilliseconds: Int = 100) {
    state = Mutex(State(free: max(count, 1)))
    patience = .milliseconds(patienceMilliseconds)
  }

  /// Waits for a turn.
  /// - Returns: whether there is one; if not, the work goes on without.
  func take() -> Bool { takeAtOnce() || waitForTurn() }

  /// A turn if there is one at once.
  func takeAtOnce() -> Bool {
    state.withLock { state in
      guard state.free > 0 else { return false }
      state.free -= 1
      return true
    }
  }

  /// Gives a turn to the one that has waited longest, and waits for the next one; goes on at once where nobody waits.
  /// - Returns: whether there is another turn.
  func pass() -> Bool {
    if state.withLock(\.waiting.isEmpty) { return true }
    give()
    return waitForTurn()
  }

  /// Ends a turn.
  func give() {
    state.withLock { state in
      if state.waiting.isEmpty { state.free += 1 } else { state.waiting.removeFirst().signal() }
    }
  }

  private func waitForTurn() -> Bool {
    let signal = DispatchSemaphore(value: 0)
    let isFree = state.withLock { state in
      if state.free > 0 {
        state.free -= 1
        return true
      }
      state.waiting.append(signal)
      return false
    }
    if isFree || signal.wait(timeout: .now() + patience) == .success { return true }
    return state.withLock { state in
      // Who isn't among those that wait has been given a turn meanwhile.
      guard let index = state.waiting.firstIndex(where: { $0 === signal }) else { return true }
      state.waiting.remove(at: index)
      return false
    }
  }
}
