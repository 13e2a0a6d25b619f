package import TableModel

extension RecordTable {
  /// How many rows a selection means, waited for; after ten seconds, or where counting was cut short, what is known by then.
  package func exactCount(of selection: RowSelection = .everything) async throws -> TableCount {
    let end = ContinuousClock.now + .seconds(10)
    var pause = Duration.milliseconds(5)
    while true {
      let count = try await page(TableQuery(pageSize: 1, selection: selection, count: .exact)).count
      guard case .counting(let soFar) = count else { return count }
      guard .now < end else { return soFar > 0 ? .moreThan(soFar) : .unknown }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(200))
    }
  }
}
