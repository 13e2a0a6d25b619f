internal import Synchronization
internal import TableModel

/// The label of a file as long as somebody here reads it in a transaction that is kept.
///
/// Without a write-ahead log a reader holds SHARED, beside which nobody can commit (https://sqlite.org/lockingv3.html): the label that was confirmed within
/// its transaction stands until that ends, and takes no look at the file. That the path leads to another file by now is seen by looks alone,
/// so there is one each millisecond all the same.
final class HeldLabel: Sendable {
  private struct State {
    var label: DataVersion?
    var holders = 0
    /// When somebody last looked at the file, in nanoseconds.
    var lookedAt: UInt64 = 0
  }

  private let state = Mutex(State())
  private static let length: UInt64 = 1_000_000

  /// The label at this time; `nil` where it takes a look to know it.
  func label(at now: UInt64) -> DataVersion? {
    state.withLock { $0.holders > 0 && now &- $0.lookedAt < Self.length ? $0.label : nil }
  }

  /// Is told when somebody has looked at the file.
  func noteLook(at now: UInt64) { state.withLock { $0.lookedAt = now } }

  /// Is told when a label was confirmed within a transaction that is kept.
  func hold(_ label: DataVersion) {
    state.withLock { state in
      // A file that is written over without any lock has two states at once: then nothing is known without a look.
      state.label = state.holders == 0 || state.label == label ? label : nil
      state.holders += 1
    }
  }

  /// Is told before such a transaction ends.
  func letGo() { state.withLock { $0.holders -= 1 } }
}
