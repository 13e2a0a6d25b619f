/// Whether a table may be known of.
/// - Parameters:
///   - table: its name as the database spells it.
///   - isHidden: whether it is the database's own affair, such as the shadow tables of a search index, which hold what others do.
package typealias TableRestriction = @Sendable (_ table: String, _ isHidden: Bool) -> Bool

/// A database that can be shown in part.
package protocol RestrictableDatabase: TableDatabase {
  /// The same database without the tables that may not be known of: they are neither listed nor found, and nothing of them shows in the
  /// others, such as the labels of rows that are referred to. Statements of visitors are refused. A view shows what it selects, whatever
  /// tables that comes from.
  /// - Throws: `TableError.unavailable` if the database can't be read.
  func restricted(to isReadable: @escaping TableRestriction) throws -> any TableDatabase
}
