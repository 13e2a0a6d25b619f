import TableRendering

/// `list.html`: a page of a table built in code.
package struct ListView: NibView {
  /// The table as rows and columns.
  struct Grid: NibView {
    let asCells: Bool
    let caption: String
    let head: GridHeadView
  }

  /// What a row holds, on its own page.
  struct Values: NibView { let fields: [RowView.Field] }

  let frame: FrameView
  let head: PageHeadView
  let listTools: HTML?
  let view: ViewMenuView?
  let empty: EmptyView?
  let isGrouped: Bool
  let grid: Grid?
  let header, footer: HTML?
  let rows: HTML
  let newRows: HTML?
  let values: Values?
  let hasIndex: Bool
  let indexEntries: [LinkView]
  let hasFoot: Bool
  let foot: PageFootView
}
