import TableGroups
import TableModel
import TextCoding

/// What is worked out for each group, every aggregate once.
struct GroupColumns: Sendable {
  /// What an aggregate function answers for a column.
  struct Aggregate: Sendable, Hashable {
    let expression: String
    /// The function that makes that of all groups of those of each.
    let total: String
    /// Whether it is a number also where it is read as a text.
    let isNumber: Bool
  }

  /// The aggregates that figures of one column are made of.
  struct Column: Sendable {
    let sum, count, least, greatest: Aggregate
  }

  /// Those that are asked for, in the order of the statement.
  let all: [Aggregate]
  private let figures: [GroupFigure]
  private let columns: [Int: Column]

  init(_ figures: [GroupFigure], _ definition: TableDefinition, sum: String) {
    self.figures = figures
    var columns: [Int: Column] = [:]
    for figure in figures { columns[figure.column] = Column(figure.column, definition, sum: sum) }
    self.columns = columns
    var all: [Aggregate] = []
    for figure in figures {
      guard let column = columns[figure.column] else { continue }
      let wanted =
        switch figure.kind {
        case .minimum: [column.least]
        case .maximum: [column.greatest]
        case .sum, .average: [column.sum, column.count]
        }
      for aggregate in wanted where !all.contains(aggregate) { all.append(aggregate) }
    }
    self.all = all
  }

  func column(_ position: Int) -> Column { columns[position] ?? .none }

  /// A figure by the names that the statement gives to aggregates.
  func value(ofFigure place: Int) -> String {
    let column = column(figures[place].column)
    func name(_ aggregate: Aggregate) -> String { "a\(all.firstIndex(of: aggregate) ?? 0)" }
    return switch figures[place].kind {
    case .sum: name(column.sum)
    case .average: "(\(name(column.sum)) * 1.0 / NULLIF(\(name(column.count)), 0))"
    case .minimum: name(column.least)
    case .maximum: name(column.greatest)
    }
  }
}

extension GroupColumns.Column {
  fileprivate static let none = {
    let nothing = GroupColumns.Aggregate(expression: "NULL", total: "max", isNumber: false)
    return GroupColumns.Column(sum: nothing, count: nothing, least: nothing, greatest: nothing)
  }()

  fileprivate init(_ position: Int, _ definition: TableDefinition, sum function: String) {
    let column = definition.schema.columns[position]
    let isNumber = column.type.isNumeric
    let read = definition.readExpressions[position], compared = definition.expressions[position]
    var value = isNumber ? "CASE WHEN \(definition.isNumber(position)) THEN \(compared) END" : compared
    // Types that have an order of their own may have no least value; their texts do.
    if !isNumber, column.type != .date, column.type != .timestamp { value = read }
    let ordered = column.spelling == .verbatim ? definition.dialect.ordered(value, as: .byValue) : value
    func aggregate(_ name: String, _ value: String, total: String, isNumber: Bool) -> GroupColumns.Aggregate {
      .init(expression: "\(name)(\(value))", total: total, isNumber: isNumber)
    }
    sum = aggregate(function, value, total: function, isNumber: true)
    count = aggregate("count", value, total: "sum", isNumber: true)
    least = aggregate("min", ordered, total: "min", isNumber: isNumber)
    greatest = aggregate("max", ordered, total: "max", isNumber: isNumber)
  }
}
