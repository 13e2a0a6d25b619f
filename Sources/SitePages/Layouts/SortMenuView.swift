import TableRendering

/// `sort-menu.html`: up to three columns to sort by.
struct SortMenuView: NibView {
  struct Level: NibView {
    let levelLabel, number: String
    let columns: [OptionView]
    let isDescending: Bool
  }

  let sortCount: String?
  let sortAction: String
  let kept: [FieldView]
  let levels: [Level]
}
