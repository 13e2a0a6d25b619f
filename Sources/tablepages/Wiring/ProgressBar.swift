import Glibc
import Synchronization

/// A line on the terminal that shows how far something is; where errors don't go to a terminal, a line now and then.
final class ProgressBar: Sendable {
  private struct State {
    var action = ""
    var shown = MonotonicClock.now
    var isOnLine = false
  }

  private let state = Mutex(State())
  private let isTerminal = isatty(STDERR_FILENO) != 0
  private static let width = 30

  /// - Parameter total: 0 where it isn't known.
  func show(_ action: String, done: Int, total: Int) {
    state.withLock { state in
      let now = MonotonicClock.now
      let pause: UInt64 = isTerminal ? 100_000_000 : 10_000_000_000
      guard now - state.shown >= pause || isTerminal && action != state.action else { return }
      (state.action, state.shown) = (action, now)
      let line = Self.line(action, done, total)
      if isTerminal {
        writeBytes(Array("\r\u{1B}[K\(line)".utf8), to: .errors)
        state.isOnLine = true
      } else {
        writeLine(line, to: .errors)
      }
    }
  }

  /// Takes the line away.
  func end() {
    state.withLock { state in
      if state.isOnLine { writeBytes(Array("\r\u{1B}[K".utf8), to: .errors) }
      state.isOnLine = false
    }
  }

  private static func line(_ action: String, _ done: Int, _ total: Int) -> String {
    guard total > 0 else { return "\(action): \(done) rows" }
    let part = min(Double(done) / Double(total), 1)
    let full = Int(part * Double(width))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    return "\(bar) \(Int(part * 100)) %  \(action): \(done) of \(total) rows"
  }
}

/// The time since the machine was started, in nanoseconds.
private enum MonotonicClock {
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
