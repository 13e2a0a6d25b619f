package import TableModel

/// How an engine writes what SQL engines write differently, and what it can do.
///
/// Statements are composed of texts in which a parameter is `?`; `numbered(_:)` turns a whole statement into what the engine takes.
package protocol SQLDialect: Sendable {
  // MARK: Names

  /// A name as the engine compares names.
  func folded(_ name: String) -> String
  /// A table or view as it stands in a statement: quoted and qualified.
  func table(_ name: String) -> String
  /// The names by which rows can be told apart beside their columns; a column of the same name hides one. Empty where there are none.
  var rowIdentities: [String] { get }

  /// What texts and names are quoted by: the byte that opens, and the one that closes.
  var quotes: [UInt8: UInt8] { get }

  // MARK: Parameters

  /// A parameter as the engine writes it, counted from 0.
  func parameter(_ number: Int) -> String
  /// What stands behind `LIMIT` for no limit.
  var unlimited: String { get }

  // MARK: Order

  /// Where nulls stand.
  var nullOrder: NullOrder { get }
  /// An expression put in another order than its own.
  func ordered(_ expression: String, as order: NumberOrder) -> String
  /// A source of rows read in the order of an index, or of the rows' identity if it is `nil`, whatever the engine thinks of it; the
  /// source itself where the engine takes no such hints.
  func source(_ source: String, following index: String?) -> String
  /// A statement that reads the rows of a tree, as `TreeStatement` describes it.
  func statement(_ tree: TreeStatement, selecting selection: String, limit: String) -> String

  // MARK: Conditions

  /// The conditions that columns can be filtered by.
  var conditions: Set<ColumnFilter.Condition> { get }
  /// Whether an expression is one of many values, or none of them.
  func membership(of expression: String, in values: [SQLValue], isNegated: Bool) -> RowCondition
  /// Whether the text of an expression fits a pattern.
  func match(_ expression: String, _ pattern: TextPattern, isNegated: Bool) -> RowCondition
  /// The day of a time, null for what isn't one.
  func day(of expression: String) -> String

  /// Whether a value is a number.
  func isNumber(_ expression: String) -> String
  /// The text of a number with so many decimals where these read back as the same number, and as it is written elsewhere for all others.
  func text(of expression: String, decimals: Int) -> String
  /// The greatest whole number that isn't greater than a number.
  func floor(_ expression: String) -> String
  /// What a function answers, in a form that keeps all digits where it is read.
  func readable(_ expression: String) -> String
  /// A value that was read from a column of a type, as a value of that type again.
  func typed(_ expression: String, as type: String) -> String
  /// Whether statements with a condition stay prepared whatever is bound.
  func staysPrepared(_ condition: String) -> Bool

  // MARK: JSON

  /// The elements of the JSON array that an expression is: the source of rows, and the value of each. No rows where it is none.
  func elements(of expression: String) -> (source: String, value: ComparedColumn)
  /// The different elements of the JSON array in each row that are neither arrays nor objects: what is joined to the rows, the value, and
  /// the condition.
  func differentElements(of expression: String) -> (join: String, value: String, condition: String)

  // MARK: Rows

  /// Whether `shortBlob` answers the beginnings of blobs that are longer; otherwise they are read by themselves, by the row id.
  var cutsBlobs: Bool { get }
  /// A value without those blobs that are longer, or with their beginnings, and how long a blob it is, null for what is none.
  func shortBlob(_ expression: String, bytes: Int) -> (value: String, length: String)

  /// The rows of some ranges of row ids: a source named `p` with the starts of the ranges as `value`, joined before another source.
  func source(_ source: String, within ranges: RowIDRanges) -> (source: String, values: [SQLValue])
  /// How a row is inserted that may be in another's way.
  /// - Returns: the beginning of the statement, and what stands behind its values.
  func insertion(_ conflict: RowStatement.Conflict, key: [String], columns: [String]) -> (verb: String, clause: String)
}

extension SQLDialect {
  /// A whole statement with its parameters as the engine writes them.
  package func numbered(_ sql: String) -> String { ParameterText(sql, in: self, parameter).sql }
}

/// Where nulls stand in an order that names no place for them.
package enum NullOrder: Sendable { case smallest, largest }

/// How texts that are numbers are put in order.
package enum NumberOrder: Sendable {
  /// Equal numbers are equal, however they are spelled.
  case byValue
  /// Each spelling of a number stands for itself.
  case bySpelling
}
