import SiteTables
import TableArguments
import TableEditing
import TableModel
import TableRendering

/// The buttons of a row, and its fields while it is edited.
struct RowControls {
  let decorator: ListDecorator
  let row: TableRow
  let handler: any HandledRow
  let isSelected: Bool
  let isEditing: Bool

  /// A press on the row's button reaches its handler where it answers that; else it is a link or only drawn.
  var hasAccessory: Bool { row.cell.accessory == .detailButton && handler.answersAccessory }

  /// What stands before the cell: in edit mode what deletes or inserts, else what chooses.
  var before: HTML? {
    var values = common
    if isEditing {
      switch handler.editingStyle {
      case .none: return nil
      case .delete:
        values["deleteAddress"] = .text(
          decorator.link {
            $0.deleting = row.cell.encodedID
            $0.editing = nil
          })
      case .insert: values["isInsertion"] = true
      }
    } else {
      guard decorator.events.selection != .none else { return nil }
      // A row that can't be chosen has no button for it.
      if case .refused = handler.willSelect(), !isSelected { return nil }
      values["choice"] = .object([
        "choiceEvent": isSelected ? "deselect" : "select", "isChosen": .boolean(isSelected),
        "choiceIcon": isSelected ? "on" : "off",
      ])
    }
    return HTML { decorator.context.nibs.rowStart.write(.object(values), into: &$0) }
  }

  /// What stands behind the cell; `nil` for nothing.
  var after: HTML? {
    var values = common
    let canEdit = decorator.canEdit
    let menu = handler.menu.filter { canEdit || !$0.changesTable }
    let editActions = isEditing ? handler.editActions : []
    let isMovable = isEditing && handler.isMovable
    let hasFields = isEditing && !handler.fields.isEmpty
    guard hasAccessory || !menu.isEmpty || !editActions.isEmpty || isMovable || hasFields else { return nil }
    values["hasAccessory"] = .boolean(hasAccessory)
    if !menu.isEmpty { values["menu"] = .object(["actions": .list(menu.map(Self.value))]) }
    values["editActions"] = .list(editActions.map(Self.value))
    if isMovable {
      values["move"] = .object(["upName": "move", "upValue": "up", "downName": "move", "downValue": "down"])
    }
    if hasFields {
      values["editAddress"] = .text(decorator.link { $0.editing = row.cell.encodedID } + "#" + DOMID.row(row.cell))
    }
    return HTML { decorator.context.nibs.rowEnd.write(.object(values), into: &$0) }
  }

  /// The row's fields in the place of its cell.
  func fields(_ refused: RefusedEntry?) -> HTML {
    let values = handler.fieldValues()
    let entered = zip(handler.fields, values).map { field, value in refused?.values[field.name] ?? value }
    let fields = FormField.all(
      handler.fields, entered, prefix: DOMID.row(row.cell) + "-field", errors: refused?.errors)
    var shown = common
    shown["formError"] = NibValue(refused?.errors.message)
    shown["fields"] = .list(fields.map(\.nibValue))
    return HTML { decorator.context.nibs.rowFields.write(.object(shown), into: &$0) }
  }

  private var common: [String: NibValue] {
    [
      "assets": decorator.context.assets.values, "eventAction": .text(decorator.entry.eventAddress),
      "row": .text(row.cell.encodedID), "version": .text(row.version.description),
      "returnTo": .text(decorator.returnTo), "rowName": .text(row.name),
    ]
  }

  /// A button of the nibs.
  static func value(_ action: RowAction) -> NibValue {
    .object([
      "actionName": .text(action.name), "actionTitle": .text(action.title),
      "isDestructive": .boolean(action.isDestructive),
    ])
  }
}
