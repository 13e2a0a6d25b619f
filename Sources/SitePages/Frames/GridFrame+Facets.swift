import SiteTables
import TableArguments
import TableGroups
package import TableModel
import TableRendering

/// The facets beside the rows, and the menu that adds one.
extension GridFrame {
  /// The page that waits for the facets, and has nothing else.
  package var facetsAddress: String {
    var first = arguments
    first.query.position = .first
    first.query.values = .whole
    let text = first.queryText(schema: columns.schema, limits: limits)
    return address.below("/-/facets") + (text.isEmpty ? "" : "?" + text)
  }

  /// The same rows in groups.
  var groupsAddress: String {
    entry.groupsAddress(ofTable: columns.schema.table).with(arguments.query.selection.items(columns.schema))
  }

  /// The groups that a facet counts, as a chart; `nil` for elements of arrays, which are no groups.
  private func chartAddress(of facet: Facet) -> String? {
    guard facet.kind != .array, columns.schema.isGroupable(facet.column) else { return nil }
    let group = ("_group", columns.schema.columns[facet.column].name)
    return groupsAddress.with(
      facet.kind == .date ? [group, ("_by", "day"), ("_chart", "line")] : [group, ("_chart", "bars")])
  }

  /// Whether values of any column can be counted.
  var hasFacets: Bool { columns.schema.columns.contains(where: \.abilities.hasFacets) }

  var facetMenu: FacetMenuView {
    let count = arguments.facets.facets.count
    return FacetMenuView(facetCount: count == 0 ? nil : String(count))
  }

  /// - Parameter leadsToSuggestions: whether the form has a link to them, as it has where they aren't on the same page.
  package func facetForm(leadsToSuggestions: Bool) -> FacetFormView {
    FacetFormView(
      facetAction: address, kept: kept { $0 == "_nofacet" },
      columns: columnOptions(where: \.hasFacets),
      suggestions: leadsToSuggestions && !arguments.facets.areUnsuggested ? facetsAddress : nil,
      groups: columns.schema.columns.indices.contains(where: columns.schema.isGroupable) ? groupsAddress : nil)
  }

  package func suggestions(_ facets: [Facet]) -> FacetSuggestionsView {
    let new = facets.filter { !arguments.facets.facets.contains($0) }
    return FacetSuggestionsView(
      hasSuggestions: !new.isEmpty,
      suggested: new.map { facet in
        LinkView(
          title: columns.title(of: facet.column), address: link { $0.facets.add(facet) }, remark: facet.kind.words)
      })
  }

  package func view(_ answered: AnsweredFacet) -> FacetView {
    let facet = answered.facet
    var view = FacetView(
      facetID: "facet-\(facet.kind.rawValue)-\(facet.column)", facetTitle: columns.title(of: facet.column),
      facetKind: facet.kind.words,
      removeFacet: arguments.facets.standing.contains(facet)
        ? nil : link { $0.facets.facets.removeAll { $0 == facet } },
      facetChart: chartAddress(of: facet))
    switch answered.answer {
    case .pending: view.pending = facetsAddress
    case .timedOut: view.remark = "Counting timed out"
    case .values(let result):
      view.remark = result.remark
      let greatest = max(result.values.first?.count ?? 1, 1)
      view.values = result.values.map { bar($0, of: facet, result.basis, greatest: greatest) }
      if result.isTruncated, arguments.facets.size ?? 0 < context.options.maximumPageSize {
        view.more = result.distinctCount.map { ($0 - result.values.count).withThousandsMarks + " more" } ?? "More"
        view.moreAddress = link { $0.facets.size = context.options.maximumPageSize }
      }
    }
    return view
  }

  private func bar(
    _ value: FacetValue, of facet: Facet, _ basis: FacetResult.Basis, greatest: Int
  ) -> FacetView.Bar {
    let text = columns.schema.columns[facet.column].text(of: value.value)
    let selection = arguments.query.selection
    var label = value.label ?? text
    if label.isEmpty { label = "\"\"" }
    var address: String?
    // Bytes stand in no address.
    if case .blob(let bytes) = value.value {
      label = ByteCountText.words(bytes.count)
    } else {
      let conditions = columns.schema.columns[facet.column].abilities.conditions
      if conditions.contains(facet.condition) {
        address = link {
          $0.query.selection = selection.toggling(facet, text, isList: conditions.contains(.in))
        }
      }
    }
    return FacetView.Bar(
      value: label, valueCount: basis.words(for: value.count),
      share: String((Double(value.count) / Double(greatest) * 1000).rounded() / 10),
      isSelected: selection.picks(facet, text), valueAddress: address)
  }
}
