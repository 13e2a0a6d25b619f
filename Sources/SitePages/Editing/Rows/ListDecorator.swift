import SiteTables
import TableArguments
import TableEditing
package import TableModel
package import TableRendering

/// Adds to the rows of one page what its visitor can do with them, and tells handlers that they are drawn.
package final class ListDecorator: RowDecorator {
  let context: SiteContext
  let entry: SiteMap.ControllerEntry
  let events: TableEvents
  let arguments: EventArguments
  private let selected: [RowKey]
  let refused: RefusedEntry?
  /// The page itself, with its arguments.
  let returnTo: String
  /// The address of the page with changed arguments about its rows.
  let link: ((inout EventArguments) -> Void) -> String
  /// The handlers that are told when the page has been sent.
  private var displayed: [DisplayEvents] = []
  /// The handlers of what each kind of cell has drawn last.
  private var drawn: [String: DisplayEvents] = [:]

  init(
    context: SiteContext, entry: SiteMap.ControllerEntry, events: TableEvents, arguments: EventArguments,
    refused: RefusedEntry?, returnTo: String, link: @escaping ((inout EventArguments) -> Void) -> String
  ) {
    self.context = context
    self.entry = entry
    self.events = events
    self.arguments = arguments
    selected = arguments.selected.rowKeys
    self.refused = refused
    self.returnTo = returnTo
    self.link = link
  }

  /// Whether the visitor can change rows.
  var canEdit: Bool { events.visitor.mayChange && events.table is any EditableTable }

  private var isEditing: Bool { arguments.isEditing && canEdit }

  // MARK: Rows

  package func decoration(of cell: any CellViewModel) -> RowDecoration? {
    let row = TableRow(cell)
    let handler = events.handler(of: row)
    tell(handler, drawnBy: entry.controller.adapters[cell]?.reuseIdentifier)
    var decoration = RowDecoration()
    decoration.isHighlighted = handler.isHighlighted
    if events.selection != .none, !arguments.selected.isEmpty {
      decoration.isSelected = events.showsAsSelected(row, selected)
    }
    var tools = RowControls(
      decorator: self, row: row, handler: handler, isSelected: decoration.isSelected ?? cell.isSelected,
      isEditing: isEditing)
    decoration.before = tools.before()
    if isEditing, opens(cell.encodedID, handler) {
      handler.willBeginEditing()
      decoration.content = tools.fields(refused?.row == cell.encodedID ? refused : nil)
      return decoration
    }
    decoration.after = tools.after()
    decoration.hasAccessory = tools.hasAccessory
    decoration.isMovable = isEditing && handler.isMovable
    decoration.isIndented = isEditing && decoration.before != nil && handler.isIndentedWhileEditing
    return decoration
  }

  private func opens(_ id: String, _ handler: any HandledRow) -> Bool {
    (arguments.editing == id || refused?.row == id) && !handler.fields.isEmpty
  }

  package func facts(of cell: any CellViewModel) -> RowFacts? {
    let row = TableRow(cell)
    let handler = events.handler(of: row)
    let actions = handler.menu + (canEdit ? handler.editActions : [])
    return RowFacts(
      version: row.version,
      isSelected: arguments.selected.isEmpty ? cell.isSelected : events.showsAsSelected(row, selected),
      isHighlighted: handler.isHighlighted, editingStyle: canEdit ? handler.editingStyle : nil,
      isMovable: canEdit && handler.isMovable, actions: offered(actions))
  }

  // MARK: Headers and footers

  package func actions(of view: any SupplementaryViewModel) -> [RowAction] {
    offered(events.handler(of: view, nil)?.actions ?? [])
  }

  package func tools(of view: any SupplementaryViewModel, _ place: SupplementaryPlace?) -> HTML? {
    let handler = events.handler(of: view, place)
    tell(handler, drawnBy: entry.controller.adapters[view]?.reuseIdentifier)
    let actions = offered(handler?.actions ?? [])
    let section = isEditing ? handler?.section.map { SectionControls(decorator: self, section: $0, header: view) } : nil
    guard let place, !actions.isEmpty || section != nil else { return nil }
    return context.nibs.viewTools.html(
      ViewToolsView(
        assets: context.assets.view, eventAction: entry.eventAddress, view: place.description, returnTo: returnTo,
        hasActions: !actions.isEmpty, actions: actions.map { .init($0) }, section: section?.view(place)))
  }

  package func section(of header: any SupplementaryViewModel, _ place: SupplementaryPlace) -> SectionFacts? {
    guard canEdit, let changes = events.handler(of: header, place)?.section?.changes else { return nil }
    return SectionFacts(
      version: RowVersion(header), events: SectionChange.Kind.allCases.filter(changes.contains).map(\.event))
  }

  /// Those of the actions that the visitor may perform.
  func offered(_ actions: [RowAction]) -> [RowAction] { actions.filter { canEdit || !$0.changesTable } }

  // MARK: Display

  /// Tells the handlers of what was drawn that it has been sent; `nil` if none wants to know.
  package var whenSent: (@Sendable () -> Void)? {
    guard !displayed.isEmpty else { return nil }
    let displayed = displayed
    return { for view in displayed { view.didEndDisplaying() } }
  }

  private func tell(_ handler: (any HandledView)?, drawnBy identifier: String?) {
    guard events.handlers.followsDisplay else { return }
    let display = handler?.display
    // The cell is handed out again: whoever it drew last is told first.
    if let identifier {
      drawn[identifier]?.willReuseView()
      drawn[identifier] = display
    }
    guard let display else { return }
    display.willDisplay()
    displayed.append(display)
  }
}
