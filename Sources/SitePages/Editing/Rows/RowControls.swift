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
  /// What the buttons send: the row's name and version are made once, from all that it shows.
  private lazy var place = RowPlaceView(
    assets: decorator.context.assets.view, row: row.cell.encodedID, rowName: row.name,
    eventAction: decorator.entry.eventAddress, version: row.version.description, returnTo: decorator.returnTo)

  init(decorator: ListDecorator, row: TableRow, handler: any HandledRow, isSelected: Bool, isEditing: Bool) {
    (self.decorator, self.row, self.handler) = (decorator, row, handler)
    (self.isSelected, self.isEditing) = (isSelected, isEditing)
  }

  /// A press on the row's button reaches its handler where it answers that; else it is a link or only drawn.
  var hasAccessory: Bool { row.cell.accessory == .detailButton && handler.answersAccessory }

  /// What stands before the cell: in edit mode what deletes or inserts, else what chooses; `nil` for nothing.
  mutating func before() -> HTML? {
    guard hasStart else { return nil }
    var view = RowStartView(place: place)
    if !isEditing {
      view.choice = .init(
        choiceEvent: isSelected ? "deselect" : "select", isChosen: isSelected, choiceIcon: isSelected ? "on" : "off")
    } else if handler.editingStyle == .insert {
      view.isInsertion = true
    } else {
      view.deleteAddress = decorator.link {
        $0.deleting = row.cell.encodedID
        $0.editing = nil
      }
    }
    return decorator.context.nibs.rowStart.html(view)
  }

  private var hasStart: Bool {
    if isEditing { return handler.editingStyle != .none }
    guard decorator.events.selection != .none else { return false }
    // A row that can't be chosen has no button for it.
    if case .refused = handler.willSelect() { return isSelected }
    return true
  }

  /// What stands behind the cell; `nil` for nothing.
  mutating func after() -> HTML? {
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
  mutating func fields(_ refused: RefusedEntry?) -> HTML {
    let values = handler.fieldValues()
    let entered = zip(handler.fields, values).map { field, value in refused?.values[field.name] ?? value }
    let fields = FormField.all(
      handler.fields, entered, prefix: DOMID.row(row.cell) + "-field", errors: refused?.errors)
    return decorator.context.nibs.rowFields.html(
      RowFieldsView(place: place, formError: refused?.errors.message, fields: fields.map(\.view)))
  }
}
