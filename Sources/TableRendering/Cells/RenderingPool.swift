internal import Synchronization

/// Rendering passes at rest, of one adapter map. As many are kept as pages were drawn at once, up to a limit.
package final class RenderingPool: Sendable {
  /// Unchecked: a pass is in the pool or in one caller's hands, and the lock stands between the two.
  private struct Resting: @unchecked Sendable { let pass: RenderingPass }

  private let adapters: AdapterMap
  private let limit: Int
  private let resting = Mutex<[Resting]>([])
  private let report: (@Sendable (ReuseCount) -> Void)?

  /// A pool for the pages of one map, which keeps at most `limit` passes for later.
  /// - Parameter report: told for each page which cells were made and how many rows they have drawn.
  package init(_ adapters: AdapterMap, limit: Int = 16, report: (@Sendable (ReuseCount) -> Void)? = nil) {
    self.adapters = adapters
    self.limit = limit
    self.report = report
  }

  /// Lends a pass for the time of `body`.
  package func withPass<Result: ~Copyable, Failure: Error>(
    _ body: (RenderingPass) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let taken = resting.withLock { $0.popLast() } ?? Resting(pass: RenderingPass(adapters))
    defer {
      if let report { taken.pass.takeCounts(report) }
      resting.withLock { resting in if resting.count < limit { resting.append(taken) } }
    }
    return try body(taken.pass)
  }
}
