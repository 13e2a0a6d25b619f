import TableRendering

/// `filters.html`: the forms of a table's page, which its menus show.
package struct FiltersView: NibView {
  /// All conditions on the rows.
  struct Conditions: NibView {
    let filterAction: String
    let kept: [FieldView]
    let hasAny, matchesAny: Bool
    let conditions: [Condition]
  }

  /// One condition, or room for one.
  struct Condition: NibView {
    let number, suffix: String
    let columns, operators: [OptionView]
    let text: String
  }

  let frame: FrameView
  let heading, tableAddress: String
  let filterForm: FilterFormView?
  let conditionsForm: Conditions?
  let sortForm: SortFormView?
  let facetForm: FacetFormView?
  let formats: FormatsView
}
