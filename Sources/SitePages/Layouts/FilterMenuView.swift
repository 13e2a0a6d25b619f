import TableRendering

/// `filter-menu.html`: what opens the form of one more condition.
struct FilterMenuView: NibView { let filterCount: String? }

/// `filter-form.html`: one more condition on the rows.
struct FilterFormView: NibView {
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
