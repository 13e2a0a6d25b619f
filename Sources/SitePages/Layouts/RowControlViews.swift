import TableModel
import TableRendering

/// Which row controls are about, and where their form goes.
struct RowPlaceView: EmbeddedView {
  let assets: AssetsView
  let row, rowName: String
  /// `nil` where no form of the row's own stands around them.
  var eventAction: String?
  /// `nil` where the page shows the row in part: nobody knows then what it holds.
  var version: String?
  var returnTo = ""
}

/// `row-start.html`: what stands before a row's cell.
struct RowStartView: NibView {
  struct Box: NibView {
    let boxForm: String
    let isChosen: Bool
  }

  struct Choice: NibView {
    let choiceEvent: String
    let isChosen: Bool
    let choiceIcon: String
  }

  let place: RowPlaceView
  var box: Box?
  var choice: Choice?
  var deleteAddress: String?
  var isInsertion = false
}

/// `row-end.html`: what stands behind a row's cell.
struct RowEndView: NibView {
  struct Menu: NibView {
    var actions: [RowActionView]
    var links: [LinkView] = []
  }

  var place: RowPlaceView
  var hasAccessory = false
  var move: RowMoveView?
  var editActions: [RowActionView] = []
  var editAddress: String?
  var menu: Menu?
  var removeAddress: String?
}

/// `row-fields.html`: the fields of a row, in the place of its cell.
struct RowFieldsView: NibView {
  let place: RowPlaceView
  let formError: String?
  let fields: [FormFieldView]
}

/// `row-move.html`: the buttons that move a row, or a section.
struct RowMoveView: NibView {
  var moveForm: String?
  let upName, upValue, downName, downValue: String

  /// - Parameter form: the form that they belong to, where it is another than the one that they stand in.
  init(places row: String, form: String) {
    moveForm = form
    (upName, upValue, downName, downValue) = ("up", row, "down", row)
  }

  /// In the form of the row that they move.
  init() { (upName, upValue, downName, downValue) = ("move", "up", "move", "down") }
}

/// A button for what can be done with a row.
struct RowActionView: EmbeddedView {
  let actionName, actionTitle: String
  let isDestructive: Bool

  init(_ action: RowAction) {
    actionName = action.name
    actionTitle = action.title
    isDestructive = action.isDestructive
  }
}
