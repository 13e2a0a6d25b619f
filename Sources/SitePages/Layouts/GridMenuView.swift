import TableRendering

/// `grid-menu.html`: what can be done with a column of a grid, or with a value in it.
package struct GridMenuView: NibView {
  /// Links about one thing.
  struct Group: NibView {
    let groupTitle: String?
    let links: [LinkView]

    init(_ title: String? = nil, _ links: [LinkView]) {
      groupTitle = title
      self.links = links
    }
  }

  /// The most frequent values of a column.
  struct Values: NibView {
    let pending: String?
    let frequentRemark: String?
    let frequent: [LinkView]
  }

  /// Where a script finds how the width of a column is said.
  struct Width: NibView { let widthText, widthAddress: String }

  let frame: FrameView
  let heading, tableAddress: String
  /// The value of a cell, to be copied.
  let copied: String?
  let groups: [Group]
  let values: Values?
  let width: Width?
}

/// `columns.html`: all columns of a table, and what it is to remember of them.
package struct ColumnsView: NibView {
  struct Column: NibView {
    let columnTitle: String
    let links: [LinkView]
  }

  /// The form of the columns that are shown.
  struct ShownColumns: NibView {
    let columnsAction, columnsPage: String
    let kept: [FieldView]
    let options: [OptionView]
  }

  let frame: FrameView
  let heading, tableAddress: String
  let choices: ChoicesView
  let shownColumns: ShownColumns
  let columns: [Column]
  let rememberAction, remembered: String
  /// Whether the page says anything that can be remembered.
  let canRemember, hasRemembered: Bool
}
