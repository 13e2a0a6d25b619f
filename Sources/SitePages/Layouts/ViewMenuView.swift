import TableRendering

/// `view-menu.html`: density, phones, theme, and which columns are shown.
struct ViewMenuView: NibView {
  struct ShownColumns: NibView {
    let columnsAction, columnsPage: String
    let kept: [FieldView]
    let choices: [OptionView]
  }

  let choices: ChoicesView
  var shownColumns: ShownColumns?
}
