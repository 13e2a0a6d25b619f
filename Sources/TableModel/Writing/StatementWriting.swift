/// A database that runs statements of the site's owner which change rows.
package protocol StatementWritingDatabase: TableDatabase {
  /// Whether it can be written to at all.
  var allowsWritingStatements: Bool { get }
  /// The names of the parameters of a statement that changes rows, without the sign before them, in the order in which they first stand.
  /// - Throws: `StatementError` for a statement that can't be run, or that changes no rows.
  func parameters(ofChange statement: String) async throws -> [String]
  /// Runs a statement that changes rows, as a whole or not at all, and returns when what it changed is stored for good.
  /// - Returns: how many rows it has inserted, changed or deleted itself: not those that references and triggers take along.
  /// - Throws: `StatementError` for a statement that can't be run, `RecordChangeError.refused` with the database's own words for values that
  ///   it doesn't take, `TableError` where nothing can be written.
  func change(by statement: QueryStatement, author: ChangeAuthor) async throws -> Int
}
