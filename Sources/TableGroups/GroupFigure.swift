/// A number that is worked out for each group from the values of a column.
package struct GroupFigure: Sendable, Hashable {
  /// How it is worked out. The names are those of query arguments, behind an underscore.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// All numbers added up.
    case sum
    /// The mean of all numbers.
    case average = "avg"
    /// The least value.
    case minimum = "min"
    /// The greatest value.
    case maximum = "max"

    /// Whether it needs numbers.
    package var needsNumbers: Bool { self == .sum || self == .average }

    /// What people call it.
    package var title: String {
      switch self {
      case .sum: "Sum"
      case .average: "Average"
      case .minimum: "Minimum"
      case .maximum: "Maximum"
      }
    }
  }

  /// How it is worked out.
  package var kind: Kind
  /// The position of the column in the schema's `columns`.
  package var column: Int

  /// A figure of a column.
  package init(_ kind: Kind, of column: Int) {
    self.kind = kind
    self.column = column
  }
}
