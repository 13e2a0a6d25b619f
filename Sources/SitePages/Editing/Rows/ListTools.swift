import SiteTables
import TableArguments
import TableEditing
import TableModel
import TableRendering

/// What a list page has besides its rows, for those who can do something with them: the bar of edit mode and of what is chosen, and the
/// forms for new rows.
extension ListDecorator {
  var toolbar: HTML? {
    var view = ListToolsView()
    if !arguments.selected.isEmpty, events.selection != .none {
      view.chosen = .init(
        chosenCount: GridEditing.words(arguments.selected.count),
        copyAddress: entry.address.below("/-/copy").with(arguments.selected.map { ("_selected", $0) }),
        clearAddress: link { $0.selected = [] },
        together: canActTogether
          ? LinkView(
            title: canEdit ? "Change or delete…" : "More…",
            address: ReturnPath(returnTo).addressOfChosen(in: entry)) : nil)
    }
    if canEdit, arguments.isEditing {
      view.doneAddress = link {
        $0.isEditing = false
        $0.editing = nil
      }
    } else if canEdit {
      view.editAddress = link { $0.isEditing = true }
    }
    return view.isEmpty ? nil : context.nibs.listTools.html(view)
  }

  /// Where rows can be changed or do something, several can at once.
  private var canActTogether: Bool {
    events.selection == .multiple && (canEdit || !events.handlers.isEmpty)
  }

  /// The forms for new rows, in edit mode.
  var newRows: HTML? {
    let insertions = events.handlers.insertions
    guard canEdit, arguments.isEditing, !insertions.isEmpty else { return nil }
    let kinds = insertions.enumerated().map { kind, insertion in
      let entry = refused.flatMap { $0.row == nil && $0.kind == kind ? $0 : nil }
      let fields = FormField.all(
        insertion.fields, insertion.fields.map { entry?.values[$0.name] ?? $0.initial }, prefix: "new-\(kind + 1)",
        errors: entry?.errors)
      return NewRowsView.Kind(
        newTitle: insertion.title, newID: "new-\(kind + 1)", kind: kind,
        fieldTitles: insertion.fields.map(\.title).joined(separator: ", "), formError: entry?.errors.message,
        fields: fields.map(\.view))
    }
    return context.nibs.newRows.html(
      NewRowsView(
        assets: context.assets.view, eventAction: entry.eventAddress, returnTo: returnTo, newRows: kinds))
  }
}
