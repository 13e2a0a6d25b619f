/// Answers pages of one table. A database table, a file and a list made in code are all providers. One whose rows have columns is a
/// `TableSource`.
public protocol TableViewModelProvider: Sendable {
  /// The page that a query asks for.
  ///
  /// Called on a thread that serves many requests: it may compute for a millisecond or two, and suspends if it needs longer.
  /// - Throws: `TableError` for what the asker did or can act on; anything else is an internal error.
  func page(_ query: TableQuery) async throws -> TablePage

  /// The state of the data as it is now, found in well under a microsecond or two; `nil` if it can't be told.
  ///
  /// A page is served again without asking for it as long as this equals the page's own `version`.
  var currentVersion: DataVersion? { get }
}

extension TableViewModelProvider {
  /// Not told: pages are made anew for every request.
  public var currentVersion: DataVersion? { nil }
}
