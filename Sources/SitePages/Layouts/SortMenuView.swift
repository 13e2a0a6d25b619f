import TableRendering

/// `sort-menu.html`: what opens the form of columns to sort by.
struct SortMenuView: NibView { let sortCount: String? }

/// `sort-form.html`: up to three columns to sort by.
struct SortFormView: NibView {
  struct Level: NibView {
    let levelLabel, number: String
    let columns: [OptionView]
    let isDescending: Bool
  }

  let sortAction: String
  let kept: [FieldView]
  let levels: [Level]
}
