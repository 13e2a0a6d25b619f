import TableGroups
import TableModel
import TextCoding

/// What makes the groups, as it stands in a statement.
struct GroupExpression {
  /// The value that the rows of a group have in common; of ranges, how many of them lie between 0 and this one.
  let expression: String
  /// What groups are put in order by where that isn't the value as it is read.
  let edge: String
  /// The type of the column in the database's words.
  let declaredType: String
  private let keyOrder: String

  init(_ key: GroupKey, _ definition: TableDefinition, width: Double?) {
    let column = definition.schema.columns[key.column]
    let dialect = definition.dialect
    let read = definition.readExpressions[key.column], compared = definition.expressions[key.column]
    let value = read == compared ? definition.distinctExpressions[key.column] : read
    declaredType = column.declaredType
    if let length = key.part.length {
      expression = "substr(\(value), 1, \(length))"
    } else if let width {
      expression = dialect.floor("\(Self.number(key.column, definition)) / \(width)")
    } else {
      expression = value
    }
    let isVerbatim = key.part == .value && column.spelling == .verbatim
    edge = isVerbatim ? "min(\(dialect.ordered(compared, as: .byValue)))" : "NULL"
    keyOrder = isVerbatim ? "o" + dialect.ordered("", as: .byValue) : "k"
  }

  /// The numbers of a column as reals; null for what is none.
  static func number(_ column: Int, _ definition: TableDefinition) -> String {
    "CASE WHEN \(definition.isNumber(column)) THEN CAST(\(definition.expressions[column]) AS double precision) END"
  }

  /// What stands behind `ORDER BY`: groups that are equal come in the order of their values, nulls where the dialect has them unless they
  /// are figures that there is no value for.
  func ordering(_ order: GroupOrder, _ columns: GroupColumns) -> String {
    let direction = order.isDescending ? " DESC" : ""
    switch order.term {
    case .key: return "(k IS NOT NULL)\(direction), \(keyOrder)\(direction)"
    case .count: return "n\(direction), \(keyOrder)"
    case .figure(let place):
      let value = columns.value(ofFigure: place)
      // Null is less than any value, whatever the dialect says.
      return "(\(value) IS NOT NULL)\(direction), \(value)\(direction), \(keyOrder)"
    }
  }
}
