/// The rows of one table as the tree that they make: above each row its parent, and beside each other those of one parent in their order.
///
/// A row whose parent isn't there stands at the top. Rows that a walk from there never comes to, because they are above themselves or
/// deeper than `depthLimit`, follow behind the tree, so that none is lost.
package struct TreeStatement: Sendable {
  /// Levels that are walked; what is deeper follows behind the tree.
  package static let depthLimit = 100

  /// The table as it stands in a statement.
  package let table: String
  /// The column that tells rows apart and is never null, quoted.
  package let identity: String
  /// The column that parents are named by, quoted.
  package let key: String
  /// The column that names the parent, quoted.
  package let parent: String
  /// The order of rows beside each other, of the table under the name `r`; it ends with a key.
  package let order: [OrderTerm]
  private let dialect: any SQLDialect

  /// A tree of the rows of a table.
  package init(
    table: String, identity: String, key: String, parent: String, order: [OrderTerm], in dialect: any SQLDialect
  ) {
    self.table = dialect.table(table)
    self.identity = identity
    self.key = key
    self.parent = parent
    self.order = order
    self.dialect = dialect
  }

  /// The statement that reads the rows, with the level of each behind the values of `selection`, counted from 0.
  /// - Parameters:
  ///   - selection: what is read of each row, of the table under the name `r`.
  ///   - limit: how many rows are read, and how many are left out before; by default these are the parameters, in this order.
  package func sql(selecting selection: String, limit: String = "LIMIT ? OFFSET ?") -> String {
    dialect.statement(self, selecting: selection, limit: limit)
  }

  /// What stands behind `ORDER BY` for rows beside each other.
  package var ordering: String { order.map { $0.ordering(backwards: false) }.joined(separator: ", ") }
}
