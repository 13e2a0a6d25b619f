package import TableModel

extension RecordTable {
  /// How many rows a selection means, waited for; after ten seconds, or where counting was cut short, what is known by then.
  /// - Parameter end: when not to wait any longer.
  package func exactCount(
    of selection: RowSelection = .everything, until end: ContinuousClock.Instant = .now + .seconds(10)
  ) async throws -> TableCount {
    let count = try await awaitedCount(of: selection, until: end)
    guard case .counting(let soFar) = count else { return count }
    return soFar > 0 ? .moreThan(soFar) : .unknown
  }

  /// The same for those who ask again while rows are still being counted.
  package func awaitedCount(
    of selection: RowSelection, until end: ContinuousClock.Instant = .now + .seconds(10)
  ) async throws -> TableCount {
    var pause = Duration.milliseconds(5)
    while true {
      let count = try await count(TableQuery(selection: selection, count: .exact))
      guard case .counting = count, .now < end else { return count }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(200))
    }
  }
}
