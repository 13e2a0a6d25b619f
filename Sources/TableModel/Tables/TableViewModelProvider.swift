/// Answers pages of one table. A database table, a file and a list made in code are all providers.
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

  /// The table as records, where its rows have columns: then they can be filtered, sorted, searched, counted and exported like those of a
  /// database. `nil` for a table of cells alone.
  /// - Parameter name: what the table is called in addresses.
  func records(named name: String) -> (any RecordTable)?
}

extension TableViewModelProvider {
  /// Not told: pages are made anew for every request.
  public var currentVersion: DataVersion? { nil }
  /// Cells alone.
  public func records(named name: String) -> (any RecordTable)? { nil }
}
