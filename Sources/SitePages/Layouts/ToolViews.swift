import TableRendering

/// `grid-tools.html`: the bar above a grid whose rows are chosen by boxes.
struct GridToolsView: NibView {
  struct RowTools: NibView { let changeAddress, removalAddress, pasteAddress, pastePage: String }
  /// A row that is chosen and stands on another page.
  struct Elsewhere: NibView { let key: String }

  let toolsForm, tableAddress, selectionAddress, copyAddress, returnTo, chosenCount: String
  let isList, hasChosen: Bool
  let elsewhere: [Elsewhere]
  let kept: [FieldView]
  let clearAddress: String
  let rowTools: RowTools?
}

/// `list-tools.html`: edit mode, and what can be done with the rows that are chosen.
struct ListToolsView: NibView {
  struct Chosen: NibView {
    let chosenCount, copyAddress, clearAddress: String
    let together: LinkView?
  }

  var editAddress, doneAddress: String?
  var chosen: Chosen?

  var isEmpty: Bool { editAddress == nil && doneAddress == nil && chosen == nil }
}

/// `new-rows.html`: the forms for new rows at the end of a list.
struct NewRowsView: NibView {
  struct Kind: NibView {
    let newTitle, newID: String
    let kind: Int
    let fieldTitles: String
    let formError: String?
    let fields: [FormFieldView]
  }

  let assets: AssetsView
  let eventAction, returnTo: String
  let newRows: [Kind]
}

/// `insertion-row.html`: the row at the end of a grid in which a new one is written.
struct InsertionRowView: NibView {
  struct Cell: NibView {
    let columnTitle: String
    let alignment: String?
    let field: FormFieldView?
  }

  let assets: AssetsView
  let insertForm, insertAction, returnTo: String
  let kept: [FieldView]
  let insertCells: [Cell]
}

/// `view-tools.html`: what can be done with a header or a footer, and in edit mode with the section of a header.
struct ViewToolsView: NibView {
  struct Section: NibView {
    let version, rowName: String
    let titleField: TitleField?
    let hasButtons: Bool
    let move: RowMoveView?
    let deleteAddress: String?
  }

  struct TitleField: NibView {
    let sectionTitle: String
    let canRename, canInsert: Bool
  }

  let assets: AssetsView
  let eventAction, view, returnTo: String
  let hasActions: Bool
  let actions: [RowActionView]
  let section: Section?
}
