internal import Synchronization
package import TableModel

/// What has been counted of a table, and the counts that are under way.
package final class CountCache: Sendable {
  /// What was found at a glance; `nil` of what takes longer, as long as nobody has counted it.
  private let counts = VersionedCache<RowSelection, TableCount?>(limit: CountCache.limit)
  private let jobs = Mutex((known: [RowSelection: CountJob](), limit: CountCache.jobLimit))
  /// As many different filters as visitors look at while the data stay the same: a few hundred bytes each.
  private static let limit = 4_096
  private static let jobLimit = 64

  package init() {}

  /// What is known for this state of the data.
  package func known(_ selection: RowSelection, at version: DataVersion?) -> TableCount? {
    counts.value(selection, at: version) ?? nil
  }

  /// What is known for this state of the data, and also that no glance tells it.
  /// - Returns: `nil` where nobody has looked.
  package func glance(_ selection: RowSelection, at version: DataVersion?) -> TableCount? {
    counts.value(selection, at: version).map { $0 ?? .unknown }
  }

  /// Keeps a count; a less certain one never replaces an exact one of the same state.
  package func keep(_ count: TableCount, for selection: RowSelection, at version: DataVersion?) {
    counts.keep(count, for: selection, at: version) { $0?.isExact == true }
  }

  /// Remembers that counting takes longer than a glance.
  package func keepLong(_ selection: RowSelection, at version: DataVersion?) {
    counts.keep(nil, for: selection, at: version) { $0 != nil }
  }

  /// What the last quick count in the background took, in nanoseconds, whatever has changed since; 0 if there was none.
  package func cost(of selection: RowSelection) -> UInt64 { jobs.withLock { $0.known[selection]?.cost ?? 0 } }

  /// The count of a selection: one for all who ask.
  package func job(_ selection: RowSelection) -> CountJob {
    jobs.withLock { jobs in
      if let job = jobs.known[selection] { return job }
      if jobs.known.count >= jobs.limit {
        jobs.known = jobs.known.filter { $0.value.isRunning }
        // Looked through again once there are twice as many as are under way: else each that comes looks through all of them.
        jobs.limit = max(Self.jobLimit, jobs.known.count * 2)
      }
      let job = CountJob()
      jobs.known[selection] = job
      return job
    }
  }
}
