import TablePages

/// A table that takes two seconds for a page: how much does it hold up others?
struct SleepingProvider: TableViewModelProvider {
  func page(_ query: TableQuery) async throws -> TablePage {
    try await Task.sleep(for: .seconds(2))
    return TablePage(title: "Sleeping", sections: [])
  }
}
