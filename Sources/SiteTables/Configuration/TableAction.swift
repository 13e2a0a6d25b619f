internal import Glibc
import SiteConfiguration
package import TableModel
import TableRendering
import TextCoding

/// What can be done to rows of a table by one press, its columns found in the schema.
package struct TableAction: Sendable {
  package let name: String
  package let title: String
  package let confirmation: String?
  private let conditions: [RecordCondition]
  private let values: [(column: RecordSchema.Column, value: SiteFile.Action.Value)]

  /// `nil` if a column isn't there, or can't be set, which `finder` tells.
  init?(_ notes: SiteFile.Action, _ finder: inout ColumnFinder) {
    name = notes.name.text
    title = notes.title
    confirmation = notes.confirmation
    let known = finder.problems.count
    conditions = notes.conditions.compactMap { condition in
      finder.position(of: condition.column).map { RecordCondition(column: $0, condition.test) }
    }
    values = notes.values.compactMap { setting in
      guard let position = finder.position(of: setting.column) else { return nil }
      return (finder.schema.columns[position], setting.value)
    }
    if finder.schema.isView {
      finder.problems.append(
        .init("“\(finder.schema.table)” is a view: its rows can't have actions", at: notes.name.place))
    }
    for (column, name) in zip(values.map(\.column), notes.values.map(\.column)) where column.isPrimaryKey {
      finder.problems.append(.init("“\(column.name)” is part of the key: actions can't set it", at: name.place))
    }
    guard finder.problems.count == known else { return nil }
  }

  /// The words for an action that a handler offers, and performs.
  package init(_ action: RowAction) {
    (name, title, confirmation, conditions, values) = (action.name, action.title, nil, [], [])
  }

  /// Whether it can be done to a row of the schema that its columns were found in.
  package func isOffered(for record: Record) -> Bool { conditions.allSatisfy { $0.isMet(by: record) } }

  /// What a row is to hold.
  /// - Parameter now: seconds since 1 January 1970, UTC.
  package func changes(at now: Int = Glibc.time(nil)) -> [ColumnValue] {
    values.map { column, value in
      switch value {
      case .constant(let value): return ColumnValue(column.name, value)
      case .now:
        let isDay = column.type == .date || column.declaredType.uppercased() == "DATE"
        return ColumnValue(column.name, .text(isDay ? CalendarDay.text(now / 86_400) : CalendarDay.momentText(now)))
      }
    }
  }
}
