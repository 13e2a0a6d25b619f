internal import Synchronization

/// Rendering passes at rest, of one adapter map. As many are kept as pages were drawn at once, up to a limit.
package final class RenderingPool: Sendable {
  /// Unchecked: a pass is in the pool or in one caller's hands, and the lock stands between the two.
  private struct Resting: @unchecked Sendable { let pass: RenderingPass }

  private struct State {
    var resting: [Resting] = []
    var totals: [ReuseCount]
  }

  private let adapters: AdapterMap
  private let limit: Int
  private let state: Mutex<State>

  /// A pool for the pages of one map, which keeps at most `limit` passes for later.
  package init(_ adapters: AdapterMap, limit: Int = 16) {
    self.adapters = adapters
    self.limit = limit
    let totals = adapters.adapters.map { ReuseCount(reuseIdentifier: $0.reuseIdentifier, created: 0, dequeued: 0) }
    state = Mutex(State(totals: totals))
  }

  /// Cells made and rows drawn by all passes that have come back.
  package var counts: [ReuseCount] { state.withLock(\.totals) }

  /// Lends a pass for the time of `body`.
  package func withPass<Result: ~Copyable, Failure: Error>(
    _ body: (RenderingPass) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let taken = state.withLock { $0.resting.popLast() } ?? Resting(pass: RenderingPass(adapters))
    defer {
      state.withLock { state in
        taken.pass.moveCounts(to: &state.totals)
        if state.resting.count < limit { state.resting.append(taken) }
      }
    }
    return try body(taken.pass)
  }
}
