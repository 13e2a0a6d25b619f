/// Reads the rows of one table as the tree that they make: above each row its parent, and beside each other those of one parent in their order.
///
/// The walk is a recursive query that always goes on with the deepest row that it has found
/// (https://sqlite.org/lang_with.html, "Controlling depth-first versus breadth-first search"), so that a page near the start is had
/// without the whole tree. A row whose parent isn't there stands at the top. Rows that the walk never comes to, because they are
/// above themselves or deeper than `depthLimit`, follow behind the tree, so that none is lost.
public struct TreeStatement: Sendable {
  /// Levels that are walked; what is deeper follows behind the tree.
  public static let depthLimit = 100

  private let table: SQLIdentifier
  private let identity: String
  private let key: String
  private let parent: SQLIdentifier
  private let order: [OrderTerm]

  /// A tree of the rows of a table.
  /// - Parameters:
  ///   - identity: the column that tells rows apart and is never null, quoted.
  ///   - key: the column that parents are named by, quoted.
  ///   - parent: the column that names the parent.
  ///   - order: the order of rows beside each other, of the table under the name `r`; it ends with a key.
  public init(
    table: SQLIdentifier, identity: String, key: String, parent: SQLIdentifier, order: [OrderTerm]
  ) {
    self.table = table
    self.identity = identity
    self.key = key
    self.parent = parent
    self.order = order
  }

  /// The statement that reads the rows, with the level of each behind the values of `selection`, counted from 0.
  /// - Parameters:
  ///   - selection: what is read of each row, of the table under the name `r`.
  ///   - limit: how many rows are read, and how many are left out before; by default these are the parameters, in this order.
  public func sql(selecting selection: String, limit: String = "LIMIT ? OFFSET ?") -> String {
    let ordering = order.map { $0.ordering(backwards: false) }.joined(separator: ", ")
    // A limit keeps the order of what is read within another query.
    return """
      WITH RECURSIVE \(walk("tree")), \(walk("reached")) SELECT \(selection), t.level FROM (\
      SELECT id, level FROM tree UNION ALL SELECT id, 0 FROM (\
      SELECT r.\(identity) AS id FROM main.\(table) AS r WHERE r.\(identity) NOT IN (SELECT id FROM reached) \
      ORDER BY \(ordering) LIMIT -1)) AS t CROSS JOIN main.\(table) AS r WHERE r.\(identity) = t.id \(limit)
      """
  }

  private func walk(_ name: String) -> String {
    let names = order.indices.map { ", o\($0)" }.joined()
    let values = order.map { ", " + $0.expression }.joined()
    let ordering = order.enumerated().map { ", \($0.offset + 3)" + ($0.element.isDescending ? " DESC" : "") }.joined()
    return """
      \(name)(id, level\(names)) AS (\
      SELECT r.\(identity), 0\(values) FROM main.\(table) AS r WHERE r.\(parent) IS NULL \
      OR NOT EXISTS (SELECT 1 FROM main.\(table) AS q WHERE q.\(key) = r.\(parent)) \
      UNION ALL SELECT r.\(identity), w.level + 1\(values) FROM \(name) AS w \
      CROSS JOIN main.\(table) AS q CROSS JOIN main.\(table) AS r \
      WHERE q.\(identity) = w.id AND q.\(key) = r.\(parent) AND w.level < \(Self.depthLimit - 1) \
      ORDER BY 2 DESC\(ordering))
      """
  }
}
