import TableRendering

/// `view-menu.html`: how rows look; of a table with columns, what comes when the menu is opened.
struct ViewMenuView: NibView {
  var choices: ChoicesView?
  var viewPage: String?
}
