import SiteTables
import TableArguments
import TableModel
import TableRendering

/// The page on which all conditions are changed together.
extension GridFrame {
  /// Further conditions than there are that the page has room for.
  private static let room = 3

  /// The page with all conditions, and room for more.
  var filtersAddress: String {
    var first = arguments
    first.query.position = .first
    first.query.values = .whole
    let items = first.items(schema: columns.schema, limits: limits)
    return address.below("/-/filters").with(items + (editing?.items ?? []))
  }

  /// - Parameter page: title and crumbs of the page.
  package func filtersView(_ page: PageLayout) -> FiltersView {
    let selection = arguments.query.selection
    // Of conditions of both sorts those are shown that all must hold; the others stay as they are.
    let matchesAny = selection.filters.isEmpty && selection.alternatives.count == 1
    var rest = self
    if matchesAny {
      rest.arguments.query.selection.alternatives = []
    } else {
      rest.arguments.query.selection.filters = []
    }
    let shown: [ColumnFilter?] = matchesAny ? selection.alternatives[0] : selection.filters
    return FiltersView(
      frame: page.view(context, pageStyle: context.assets.facetStyle), heading: "Filters of \(columns.schema.title)",
      tableAddress: link(), filterAction: address, kept: rest.kept { _ in false },
      hasAny: columns.schema.abilities.hasAlternatives, matchesAny: matchesAny,
      conditions: (shown + Array(repeating: nil, count: Self.room)).enumerated().map { condition($1, $0 + 1) })
  }

  private func condition(_ filter: ColumnFilter?, _ number: Int) -> FiltersView.Condition {
    let columns = columns.schema.columns
    let able = columns.indices.filter { !columns[$0].abilities.conditions.isEmpty }
    return FiltersView.Condition(
      number: String(number), suffix: "_\(number)",
      columns: [OptionView(value: "", label: "No condition")]
        + able.map {
          OptionView(value: columns[$0].name, label: columns[$0].heading, isSelected: filter?.column == $0)
        },
      operators: offeredConditions.map {
        OptionView(value: $0.rawValue, label: $0.words, isSelected: filter?.condition == $0)
      }, text: filter?.argument ?? "")
  }
}
