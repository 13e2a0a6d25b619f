import TableRendering

/// `facets.html`: the facets of a table on a page of their own.
struct FacetsView: NibView {
  let frame: FrameView
  let heading, tableAddress: String
  let summary: String?
  let menu: FacetMenuView
  let facets: [FacetView]
  let suggestions: FacetSuggestionsView
  let timing: String
}

/// `facet-menu.html`: one more column whose values are counted.
struct FacetMenuView: EmbeddedView {
  let facetCount: String?
  let facetAction: String
  let kept: [FieldView]
  let columns: [OptionView]
  let suggestions: String?
}

/// `facet-suggestions.html`: facets that are likely to be of use.
struct FacetSuggestionsView: EmbeddedView {
  let hasSuggestions: Bool
  let suggested: [LinkView]
}

/// `facet-sections.html`: what was counted, beside the rows.
struct FacetSectionsView: NibView {
  let assets: AssetsView
  let facets: [FacetView]
}

/// The most frequent values of a column.
struct FacetView: NibView {
  struct Bar: NibView {
    let value, valueCount, share: String
    let isSelected: Bool
    let valueAddress: String?
  }

  let facetID, facetTitle: String
  let facetKind, removeFacet: String?
  var pending, remark, more, moreAddress: String?
  var values: [Bar] = []
}
