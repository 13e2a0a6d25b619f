import SiteTables
import TableArguments
import TableEditing
import TableModel
import TableRendering

/// What a list page has besides its rows, for those who can do something with them: the bar of edit mode and of what is chosen, and the
/// forms for new rows.
struct ListTools {
  let decorator: ListDecorator

  /// The values of `list-tools.html`.
  var bar: NibValue? {
    let arguments = decorator.arguments
    var values: [String: NibValue] = ["assets": decorator.context.assets.values]
    if !arguments.selected.isEmpty, decorator.events.selection != .none {
      values["chosen"] = .object([
        "chosenCount": .text(GridToolbar.words(arguments.selected.count)),
        "copyAddress": .text(decorator.entry.address.below("/-/copy?") + selection),
        "together": canActTogether
          ? .object([
            "togetherAddress": .text(ReturnPath(decorator.returnTo).addressOfChosen(in: decorator.entry)),
            "togetherTitle": decorator.canEdit ? "Change or delete…" : "More…",
          ]) : .null,
        "clearAddress": .text(decorator.link { $0.selected = [] }),
      ])
    }
    if decorator.canEdit {
      if arguments.isEditing {
        values["doneAddress"] = .text(
          decorator.link {
            $0.isEditing = false
            $0.editing = nil
          })
      } else {
        values["editAddress"] = .text(decorator.link { $0.isEditing = true })
      }
    }
    return values.count > 1 ? .object(values) : nil
  }

  /// Where rows can be changed or do something, several can at once.
  private var canActTogether: Bool {
    decorator.events.selection == .multiple && (decorator.canEdit || !decorator.events.handlers.isEmpty)
  }

  private var selection: String {
    var query = QueryText()
    for id in decorator.arguments.selected { query.append("_selected", id) }
    return query.text
  }

  /// The values of `new-rows.html`, in edit mode.
  var newRows: NibValue? {
    let insertions = decorator.events.handlers.insertions
    guard decorator.canEdit, decorator.arguments.isEditing, !insertions.isEmpty else { return nil }
    let refused = decorator.refused
    return .list(
      insertions.enumerated().map { kind, insertion in
        let entry = refused.flatMap { $0.row == nil && $0.kind == kind ? $0 : nil }
        let fields = FormField.all(
          insertion.fields, insertion.fields.map { entry?.values[$0.name] ?? $0.initial }, prefix: "new-\(kind + 1)",
          errors: entry?.errors)
        var values: [String: NibValue] = [
          "formError": NibValue(entry?.errors.message), "fields": .list(fields.map(\.nibValue)),
        ]
        values["newTitle"] = .text(insertion.title)
        values["newID"] = .text("new-\(kind + 1)")
        values["kind"] = .integer(Int64(kind))
        values["eventAction"] = .text(decorator.entry.eventAddress)
        values["returnTo"] = .text(decorator.returnTo)
        values["fieldTitles"] = .text(insertion.fields.map(\.title).joined(separator: ", "))
        return .object(values)
      })
  }
}
