import SiteTables
import TableArguments
import TableModel
import TableRendering

/// The page of forms: all conditions, to be changed together, and what the menus show.
extension GridFrame {
  /// Further conditions than there are that the page has room for.
  private static let room = 3

  /// The page of forms, which knows the place of this one, since it leads to the same rows in other formats.
  var formsPage: String { placed(at: address.below("/-/filters"), editing?.items ?? []) }

  /// All conditions, and room for more.
  var conditionsAddress: String { formsPage + "#conditions" }

  /// - Parameter page: title and crumbs of the page.
  package func filtersView(_ page: PageLayout) -> FiltersView {
    FiltersView(
      frame: page.view(context, pageStyle: context.assets.facetStyle),
      heading: "Filter, sort and export \(columns.schema.title)", tableAddress: link(), filterForm: filterForm,
      conditionsForm: filterForm == nil ? nil : conditionsForm, sortForm: sortForm,
      facetForm: hasFacets ? facetForm(leadsToSuggestions: true) : nil, formats: formats)
  }

  private var conditionsForm: FiltersView.Conditions {
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
    return FiltersView.Conditions(
      filterAction: address, kept: rest.kept { _ in false },
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
