internal import Synchronization

/// How much memory answers may take together: rows that were read, what is made of them, and what waits to be sent.
///
/// Whoever needs a block asks first, and gives its size back once it is free. Where there is no more, a request is refused
/// instead of answered: a crowd that asks for much is told to come again, and the process stays as large as it may be.
/// Streamed answers have bounded pieces of their own, and are not counted.
package final class MemoryBudget: Sendable {
  /// Bytes that may be taken together.
  package let limit: Int
  private let used = Atomic<Int>(0)
  private let reserve = Mutex<(@Sendable () -> Void)?>(nil)

  /// For whoever isn't given one of their own: 64 MB for the whole process.
  package static let shared = MemoryBudget(limit: 64 << 20)

  /// Makes a budget of so many bytes.
  package init(limit: Int) { self.limit = max(limit, 0) }

  /// Bytes that are taken at the moment.
  package var taken: Int { used.load(ordering: .relaxed) }

  /// Takes so many bytes, which have to be given back.
  /// - Returns: false if there are not as many; then nothing is taken.
  package func take(_ bytes: Int) -> Bool {
    if takeAtOnce(bytes) { return true }
    // Taken out of the lock: what it frees comes back through `giveBack`.
    guard bytes <= limit, let free = reserve.withLock({ $0 }) else { return false }
    free()
    return takeAtOnce(bytes)
  }

  /// Gives bytes back that were taken.
  package func giveBack(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }

  /// Names what can be given up when memory is short, such as pages that are kept for the next who asks. The last who says so counts.
  package func whenShort(_ free: @escaping @Sendable () -> Void) { reserve.withLock { $0 = free } }

  private func takeAtOnce(_ bytes: Int) -> Bool {
    let (sum, overflow) = used.load(ordering: .relaxed).addingReportingOverflow(bytes)
    guard !overflow, sum <= limit else { return false }
    guard used.add(bytes, ordering: .relaxed).newValue > limit else { return true }
    used.subtract(bytes, ordering: .relaxed)
    return false
  }
}

/// Bytes of a budget that are taken for as long as this lives.
package final class MemoryShare: Sendable {
  private let budget: MemoryBudget
  private let bytes: Int

  /// Takes over bytes that were taken already.
  package init(of budget: MemoryBudget, takenOver bytes: Int) {
    self.budget = budget
    self.bytes = bytes
  }

  deinit { budget.giveBack(bytes) }
}

/// Why something that is being filled took no more.
@frozen package enum MemoryOverflow: UInt8, Sendable, BitwiseCopyable {
  /// It took everything so far.
  case none
  /// It would be larger than it may be.
  case limit
  /// All answers together take as much memory as they may.
  case budget
}
