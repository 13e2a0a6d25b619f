import TableRendering

/// `facets.html`: the facets of a table on a page of their own.
package struct FacetsView: NibView {
  package let frame: FrameView
  package let heading, tableAddress: String
  package let summary: String?
  let facetForm: FacetFormView
  package let facets: [FacetView]
  package let suggestions: FacetSuggestionsView
  package let timing: String

  package init(
    frame: FrameView, heading: String, tableAddress: String, summary: String?, facetForm: FacetFormView,
    facets: [FacetView],
    suggestions: FacetSuggestionsView, timing: String
  ) {
    self.frame = frame
    self.heading = heading
    self.tableAddress = tableAddress
    self.summary = summary
    self.facetForm = facetForm
    self.facets = facets
    self.suggestions = suggestions
    self.timing = timing
  }
}

/// `facet-menu.html`: what opens the form of columns to count.
struct FacetMenuView: NibView { let facetCount: String? }

/// `facet-form.html`: one more column whose values are counted.
package struct FacetFormView: NibView {
  let facetAction: String
  let kept: [FieldView]
  let columns: [OptionView]
  let suggestions: String?
  let groups: String?
}

/// `facet-suggestions.html`: facets that are likely to be of use.
package struct FacetSuggestionsView: EmbeddedView {
  let hasSuggestions: Bool
  let suggested: [LinkView]
}

/// `facet-sections.html`: what was counted, beside the rows.
package struct FacetSectionsView: NibView {
  package let assets: AssetsView
  package let facets: [FacetView]

  package init(assets: AssetsView, facets: [FacetView]) {
    self.assets = assets
    self.facets = facets
  }
}

/// The most frequent values of a column.
package struct FacetView: NibView {
  struct Bar: NibView {
    let value, valueCount, share: String
    let isSelected: Bool
    let valueAddress: String?
  }

  let facetID, facetTitle: String
  let facetKind, removeFacet, facetChart: String?
  var pending, remark, more, moreAddress: String?
  var values: [Bar] = []
}
