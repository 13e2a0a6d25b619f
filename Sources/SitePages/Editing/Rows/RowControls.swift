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
    var view = RowStartView(place: place)
    if isEditing {
      switch handler.editingStyle {
      case .none: return nil
      case .delete:
        view.deleteAddress = decorator.link {
          $0.deleting = row.cell.encodedID
          $0.editing = nil
        }
      case .insert: view.isInsertion = true
      }
    } else {
      guard decorator.events.selection != .none else { return nil }
      // A row that can't be chosen has no button for it.
      if case .refused = handler.willSelect(), !isSelected { return nil }
      view.choice = .init(
        choiceEvent: isSelected ? "deselect" : "select", isChosen: isSelected, choiceIcon: isSelected ? "on" : "off")
    }
    return decorator.context.nibs.rowStart.html(view)
  }

  /// What stands behind the cell; `nil` for nothing.
  var after: HTML? {
    let menu = decorator.offered(handler.menu)
    let editActions = isEditing ? handler.editActions : []
    let isMovable = isEditing && handler.isMovable
    let hasFields = isEditing && !handler.fields.isEmpty
    guard hasAccessory || !menu.isEmpty || !editActions.isEmpty || isMovable || hasFields else { return nil }
    var view = RowEndView(place: place, hasAccessory: hasAccessory, editActions: editActions.map { .init($0) })
    if !menu.isEmpty { view.menu = .init(actions: menu.map { .init($0) }) }
    if isMovable { view.move = RowMoveView() }
    if hasFields {
      view.editAddress = decorator.link { $0.editing = row.cell.encodedID } + "#" + DOMID.row(row.cell)
    }
    return decorator.context.nibs.rowEnd.html(view)
  }

  /// The row's fields in the place of its cell.
  func fields(_ refused: RefusedEntry?) -> HTML {
    let values = handler.fieldValues()
    let entered = zip(handler.fields, values).map { field, value in refused?.values[field.name] ?? value }
    let fields = FormField.all(
      handler.fields, entered, prefix: DOMID.row(row.cell) + "-field", errors: refused?.errors)
    return decorator.context.nibs.rowFields.html(
      RowFieldsView(place: place, formError: refused?.errors.message, fields: fields.map(\.view)))
  }

  private var place: RowPlaceView {
    RowPlaceView(
      assets: decorator.context.assets.view, row: row.cell.encodedID, rowName: row.name,
      eventAction: decorator.entry.eventAddress, version: row.version.description, returnTo: decorator.returnTo)
  }
}
