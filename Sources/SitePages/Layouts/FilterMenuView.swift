import TableRendering

/// `filter-menu.html`: one more condition on the rows.
struct FilterMenuView: NibView {
  let filterCount: String?
  let filterAction: String
  let kept: [FieldView]
  let columns, conditions: [OptionView]
  let moreAddress: String
}

/// A condition in `filter-chips.html`, and where it is taken away.
struct FilterView: NibView { let filterColumn, condition, filterValue, removeAddress: String }

/// `search-form.html`: looks for words in the rows.
struct SearchFormView: NibView {
  let searchAction, searchText: String
  let kept: [FieldView]
}
