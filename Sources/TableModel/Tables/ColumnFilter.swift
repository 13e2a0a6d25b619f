internal import TextCoding

/// A condition on one column.
public struct ColumnFilter: Sendable, Hashable {
  /// The position of the column in the schema's `columns`.
  public var column: Int
  /// What must hold.
  public var condition: Condition
  /// What the column is compared with, as texts; a numeric column compares them as numbers. One for most conditions,
  /// any number for lists, none for conditions that need none.
  public var values: [String] {
    get { exactValues.texts }
    set { exactValues.texts = newValue }
  }
  private var exactValues: ExactTexts

  /// A condition on a column, compared with a list.
  package init(column: Int, condition: Condition, values: [String]) {
    self.column = column
    self.condition = condition
    exactValues = ExactTexts(values)
  }

  /// A condition on a column.
  package init(column: Int, condition: Condition = .exact, value: String) {
    self.init(column: column, condition: condition, values: [value])
  }
}

extension ColumnFilter {
  /// What the value of a column is held against. The names are those of query arguments.
  public enum Condition: String, Sendable, Hashable, CaseIterable {
    /// Equal, or not, under the column's own affinity and collation. A null meets neither, as in SQL.
    case exact, not
    /// The text holds, or does not hold, another text; ASCII letters count without regard to case.
    case contains, notcontains
    /// The text begins or ends with another text.
    case startswith, endswith
    /// Ordered as the column is.
    case gt, gte, lt, lte
    /// SQL's own patterns: `%` and `_`, and the shell's: `*`, `?` and `[…]`.
    case like, notlike, glob
    /// One of a list, or none of it.
    case `in`, notin
    /// The column holds a JSON array in which the value is, or is not.
    case arraycontains, arraynotcontains
    /// The day of a time: `2025-10-14`.
    case date
    /// Without a value: null, not null, null or empty, neither.
    case isnull, notnull, isblank, notblank

    /// How many values the condition takes.
    package enum Arity: Sendable { case none, one, list }

    /// How many values the condition takes.
    package var arity: Arity {
      switch self {
      case .isnull, .notnull, .isblank, .notblank: .none
      case .in, .notin: .list
      default: .one
      }
    }
  }
}
