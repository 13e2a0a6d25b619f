package import SQLTables
package import TableModel

/// What SQLite writes, and what it can do (https://sqlite.org/lang.html).
package struct SQLiteDialect: SQLDialect {
  private static let quotePairs = Dictionary(uniqueKeysWithValues: zip("'\"`[".utf8, "'\"`]".utf8))
  private static let allConditions = Set(ColumnFilter.Condition.allCases)
  private static let names = ["rowid", "_rowid_", "oid"]

  package init() {}

  package var quotes: [UInt8: UInt8] { Self.quotePairs }
  package var conditions: Set<ColumnFilter.Condition> { Self.allConditions }
  package var rowIdentities: [String] { Self.names }
  package var nullOrder: NullOrder { .smallest }
  package var unlimited: String { "-1" }

  /// Without regard to the case of ASCII letters, and of those alone.
  package func folded(_ name: String) -> String { Self.folded(name) }
  static func folded(_ name: String) -> String {
    guard name.utf8.contains(where: { (65...90).contains($0) }) else { return name }
    return String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
  package func table(_ name: String) -> String { "main.\(SQLIdentifier(name))" }
  package func parameter(_ number: Int) -> String { "?\(number + 1)" }

  package func ordered(_ expression: String, as order: NumberOrder) -> String {
    "\(expression) COLLATE \(order == .byValue ? NumberCollation.byValue : NumberCollation.bySpelling)"
  }

  /// By this index and no other (https://sqlite.org/lang_indexedby.html).
  package func source(_ source: String, following index: String?) -> String {
    source + (index.map { " INDEXED BY \(SQLIdentifier($0))" } ?? " NOT INDEXED")
  }

  package func isNumber(_ expression: String) -> String { "typeof(\(expression)) IN ('integer', 'real')" }

  package func text(of expression: String, decimals: Int) -> String {
    let text = "printf('%.\(decimals)f', \(expression))"
    return
      "CASE WHEN typeof(\(expression)) = 'real' AND CAST(\(text) AS REAL) = \(expression) THEN \(text) ELSE \(expression) END"
  }

  /// By a cast: mathematical functions are left out of some builds.
  package func floor(_ expression: String) -> String {
    "(CAST(\(expression) AS INTEGER) - (\(expression) < CAST(\(expression) AS INTEGER)))"
  }
  package func readable(_ expression: String) -> String { expression }
  package func typed(_ expression: String, as type: String) -> String { expression }

  package let cutsBlobs = false
  /// A blob's length and type are known from the row's header; the value itself is read only where it is asked for.
  package func shortBlob(_ expression: String, bytes: Int) -> (value: String, length: String) {
    let isBlob = "typeof(\(expression)) = 'blob'"
    return (
      "CASE WHEN \(isBlob) AND length(\(expression)) > \(bytes) THEN NULL ELSE \(expression) END",
      "CASE WHEN \(isBlob) THEN length(\(expression)) END"
    )
  }

  /// Statements that compare with a pattern are prepared anew for each.
  package func staysPrepared(_ condition: String) -> Bool {
    !condition.contains(" LIKE ?") && !condition.contains(" GLOB ?")
  }

  package func membership(of expression: String, in values: [SQLValue], isNegated: Bool) -> RowCondition {
    RowCondition(
      "\(expression) \(isNegated ? "NOT IN" : "IN") (SELECT value FROM json_each(?))",
      [.text(JSONText(array: values).bytes)])
  }

  package func match(_ expression: String, _ pattern: TextPattern, isNegated: Bool) -> RowCondition {
    // A pattern that starts with fixed letters can be a range of an index, for which SQLite prepares the statement again for every
    // value; the plus keeps it from doing so for the others (https://sqlite.org/optoverview.html#the_like_optimization).
    let place = pattern.beginsOpen ? "+?" : "?"
    let word = (isNegated ? "NOT " : "") + (pattern.language == .glob ? "GLOB" : "LIKE")
    let escape = pattern.language == .escaped ? " ESCAPE '\\'" : ""
    return RowCondition("\(expression) \(word) \(place)\(escape)", [SQLValue(pattern.text)])
  }

  package func day(of expression: String) -> String { "date(\(expression))" }

  /// An element has no affinity: a number is not equal to its own text.
  package func elements(of expression: String) -> (source: String, value: ComparedColumn) {
    ("json_each(\(JSONArrayExpression(expression))) AS j", ComparedColumn("j.value", affinity: .none))
  }

  /// Of equal elements the first is taken: a source can't group rows of what it is joined to.
  package func differentElements(of expression: String) -> (join: String, value: String, condition: String) {
    let array = JSONArrayExpression(expression)
    return (
      ", json_each(\(array)) AS j", "j.value",
      "j.atom IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(\(array)) AS k WHERE k.value = j.value AND k.key < j.key)"
    )
  }

  /// The ranges come first in the join, and no index but that of the row ids is used: otherwise SQLite might read all rows that meet a
  /// condition, and look for each whether it lies in a range.
  package func source(_ source: String, within ranges: RowIDRanges) -> (source: String, values: [SQLValue]) {
    (
      "json_each(?) AS p CROSS JOIN \(source) NOT INDEXED",
      [.text(JSONText(array: ranges.starts.map(SQLValue.integer)).bytes)]
    )
  }

  package func insertion(
    _ conflict: RowStatement.Conflict, key: [String], columns: [String]
  ) -> (verb: String, clause: String) {
    switch conflict {
    case .refuse: ("INSERT", "")
    case .ignore: ("INSERT OR IGNORE", "")
    case .replace: ("INSERT OR REPLACE", "")
    }
  }

  /// The walk always goes on with the deepest row that it has found (https://sqlite.org/lang_with.html, "Controlling depth-first versus
  /// breadth-first search"), so that a page near the start is had without the whole tree.
  package func statement(_ tree: TreeStatement, selecting selection: String, limit: String) -> String {
    // A limit keeps the order of what is read within another query.
    """
    WITH RECURSIVE \(walk("tree", tree)), \(walk("reached", tree)) SELECT \(selection), t.level FROM (\
    SELECT id, level FROM tree UNION ALL SELECT id, 0 FROM (\
    SELECT r.\(tree.identity) AS id FROM \(tree.table) AS r WHERE r.\(tree.identity) NOT IN (SELECT id FROM reached) \
    ORDER BY \(tree.ordering) LIMIT \(unlimited))) AS t CROSS JOIN \(tree.table) AS r WHERE r.\(tree.identity) = t.id \(limit)
    """
  }

  private func walk(_ name: String, _ tree: TreeStatement) -> String {
    let names = tree.order.indices.map { ", o\($0)" }.joined()
    let values = tree.order.map { ", " + $0.expression }.joined()
    let ordering = tree.order.enumerated().map { ", \($0.offset + 3)" + ($0.element.isDescending ? " DESC" : "") }
    return """
      \(name)(id, level\(names)) AS (\
      SELECT r.\(tree.identity), 0\(values) FROM \(tree.table) AS r WHERE r.\(tree.parent) IS NULL \
      OR NOT EXISTS (SELECT 1 FROM \(tree.table) AS q WHERE q.\(tree.key) = r.\(tree.parent)) \
      UNION ALL SELECT r.\(tree.identity), w.level + 1\(values) FROM \(name) AS w \
      CROSS JOIN \(tree.table) AS q CROSS JOIN \(tree.table) AS r \
      WHERE q.\(tree.identity) = w.id AND q.\(tree.key) = r.\(tree.parent) AND w.level < \(TreeStatement.depthLimit - 1) \
      ORDER BY 2 DESC\(ordering.joined()))
      """
  }
}
