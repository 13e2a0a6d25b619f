import SiteTables
import TableArguments
package import TableModel
import TableRendering

/// The menu of a cell.
extension GridFrame {
  /// Bytes of a value that rows are chosen by: more would make addresses that nobody takes.
  private static let valueLimit = 200

  /// - Parameters:
  ///   - row: the page of the row; `nil` where nothing names it.
  ///   - editAddress: where the value is changed; `nil` for those who may not.
  package func cellMenu(
    _ column: Int, of record: Record, row: String?, editAddress: String?, _ page: PageLayout
  ) -> GridMenuView {
    let schema = columns.schema, value = record[column]
    let text = schema.columns[column].text(of: value)
    let label = schema.columns[column].reference?.labelField.map { record[$0].description }
    var copied: String? = text
    if case .blob = value { copied = nil }
    if value == .null { copied = nil }
    var groups = [GridMenuView.Group(nil, conditions(column, value, text, label))]
    var ways: [LinkView] = []
    if let row { ways.append(LinkView(title: "Open row", address: row)) }
    if let editAddress { ways.append(LinkView(title: "Edit value…", address: editAddress)) }
    if !ways.isEmpty { groups.append(.init(nil, ways)) }
    return GridMenuView(
      frame: page.view(context, pageStyle: context.assets.sheetStyle),
      heading: columns.title(of: column), tableAddress: link(), copied: copied,
      groups: groups.filter { !$0.links.isEmpty }, values: nil, width: nil)
  }

  /// The conditions that a value is good for.
  private func conditions(_ column: Int, _ value: RecordValue, _ text: String, _ label: String?) -> [LinkView] {
    let known = columns.schema.columns[column]
    var offered: [ColumnFilter.Condition] = []
    if value != .null, byteCount(of: value) <= Self.valueLimit {
      offered = [.exact, .not]
      // What stands for another row is neither greater nor less than others.
      if known.reference == nil {
        switch known.type {
        case .number, .identifier, .date, .timestamp: offered += [.gt, .lt]
        default: break
        }
      }
    }
    offered += value == .null ? [.isnull, .notnull] : [.notnull, .isnull]
    return offered.filter(known.abilities.conditions.contains).map { condition in
      let isAlone = [.isnull, .notnull].contains(condition)
      let filter =
        isAlone
        ? ColumnFilter(column: column, condition: condition, values: [])
        : ColumnFilter(column: column, condition: condition, value: text)
      let shown = isAlone ? "" : " " + (label ?? text)
      return LinkView(
        title: condition.words + shown,
        address: link { arguments in
          guard !arguments.query.selection.filters.contains(filter) else { return }
          arguments.query.selection.filters.append(filter)
        }, isCurrent: arguments.query.selection.filters.contains(filter))
    }
  }

  private func byteCount(of value: RecordValue) -> Int {
    if case .blob = value { Int.max } else { value.description.utf8.count }
  }
}
