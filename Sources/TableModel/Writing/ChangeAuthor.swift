/// Who changes rows, and what else of the database they may change and know of: rows of other tables may go along with those of a table, by
/// references and by triggers.
package struct ChangeAuthor: Sendable, ExpressibleByStringLiteral {
  /// What an audit calls them.
  package let name: String
  private let rules: (mayChange: TableRule, mayKnow: TableRule)?

  package typealias TableRule = @Sendable (_ table: String) -> Bool

  /// Somebody with rules for each table.
  package init(_ name: String, mayChange: @escaping TableRule, mayKnow: @escaping TableRule) {
    self.name = name
    rules = (mayChange, mayKnow)
  }

  /// Somebody who may do everything.
  package init(stringLiteral name: String) {
    self.name = name
    rules = nil
  }

  /// Whether they may change rows of a table.
  package func mayChange(_ table: String) -> Bool { rules?.mayChange(table) ?? true }
  /// Whether they may know that there is a table.
  package func mayKnow(_ table: String) -> Bool { rules?.mayKnow(table) ?? true }
}
