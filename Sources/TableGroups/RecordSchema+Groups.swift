package import TableModel
import TextCoding

extension RecordSchema {
  /// Whether rows can be grouped by a column: its values can be counted, and are no bytes.
  package func isGroupable(_ column: Int) -> Bool {
    columns[column].abilities.hasFacets && columns[column].type != .blob && !columns[column].isComputed
  }

  /// Whether values of a column can be added up.
  package func hasNumbers(_ column: Int) -> Bool {
    isGroupable(column) && columns[column].type.isNumeric && columns[column].reference == nil
  }

  /// Whether values of a column begin with a year, a month and a day, as ISO 8601 writes them.
  package func hasDays(_ column: Int) -> Bool {
    guard isGroupable(column), columns[column].showsTimes else { return false }
    if case .time(let stored)? = columns[column].format { return stored == .midnight }
    return true
  }

  /// Whether a column has a least and a greatest value that say something.
  package func isOrdered(_ column: Int) -> Bool {
    isGroupable(column) && ![.json, .boolean, .image].contains(columns[column].type)
  }

  /// Why the table doesn't answer a query: a sentence for each reason.
  package func refusals(of query: GroupQuery) -> [String] {
    var refused: [String] = []
    let column = columns[query.key.column]
    if column.isComputed {
      refused.append(refusal(ofComputed: query.key.column))
    } else if !isGroupable(query.key.column) {
      refused.append("Rows can't be grouped by “\(column.name)”")
    }
    if case .range(let width) = query.key.part {
      if !hasNumbers(query.key.column) { refused.append("“\(column.name)” has no numbers to make ranges of") }
      if let width, !(width > 0 && width.isFinite) { refused.append("A range must be wider than 0") }
    }
    if query.key.part.length != nil, !hasDays(query.key.column) {
      refused.append("“\(column.name)” has no days as ISO 8601 writes them, to be grouped by")
    }
    for figure in query.figures {
      let column = columns[figure.column]
      if column.isComputed {
        refused.append(refusal(ofComputed: figure.column))
      } else if figure.kind.needsNumbers ? !hasNumbers(figure.column) : !isOrdered(figure.column) {
        refused.append("“\(column.name)” has no \(figure.kind.title.lowercased())")
      }
    }
    return refused + refusals(of: query.selection)
  }
}
