/// A handler whose type is forgotten, with the event that it was made for. `EventHandlerMap` makes them.
///
/// Each function is the handler's own of the same name.
public protocol ViewHandling: Sendable {
  /// Whether nobody registered a handler, so that the defaults hold.
  var isDefault: Bool { get }
  /// Whether it is told of display.
  var followsDisplay: Bool { get }
  /// See `ViewEventHandler.willDisplay(_:)`.
  func willDisplay()
  /// See `ViewEventHandler.didEndDisplaying(_:)`.
  func didEndDisplaying()
  /// See `ViewEventHandler.willReuseView(_:)`.
  func willReuseView()
  /// What the menu offers that can be performed; empty where there is none.
  func menu() -> [RowAction]
  /// See `ViewEventHandler.canPerform(_:_:)`.
  func canPerform(_ action: RowAction) -> Bool
  /// See `ViewEventHandler.perform(_:_:)`.
  func perform(_ action: RowAction) async throws -> EventOutcome
}

/// A cell's handler whose type is forgotten, with the event that it was made for.
public protocol RowHandling: ViewHandling {
  /// See `CellEventHandler.shouldHighlight(_:)`.
  func shouldHighlight() -> Bool
  /// See `CellEventHandler.willSelect(_:)`.
  func willSelect() -> SelectionChoice
  /// See `CellEventHandler.didSelect(_:)`.
  func didSelect() async throws -> EventOutcome
  /// See `CellEventHandler.willDeselect(_:)`.
  func willDeselect() -> SelectionChoice
  /// See `CellEventHandler.didDeselect(_:)`.
  func didDeselect() async throws -> EventOutcome
  /// See `CellEventHandler.accessoryButtonTapped(_:)`.
  func accessoryButtonTapped() async throws -> EventOutcome
  /// See `CellEventHandler.editingStyle(_:)`.
  func editingStyle() -> EditingStyle
  /// See `CellEventHandler.shouldIndentWhileEditing(_:)`.
  func shouldIndentWhileEditing() -> Bool
  /// See `CellEventHandler.deleteConfirmation(_:)`.
  func deleteConfirmation() -> DeleteConfirmation
  /// What edit mode offers at the row's end that can be performed.
  func editActions() -> [RowAction]
  /// See `CellEventHandler.fields`.
  var fields: [EditField] { get }
  /// See `CellEventHandler.fieldValues(_:)`.
  func fieldValues() -> [String]
  /// The row as what was entered makes it; a field that was left out keeps its value.
  /// - Throws: `FieldErrors`.
  func changed(by values: [String: String]) throws(FieldErrors) -> any CellViewModel
  /// See `CellEventHandler.willBeginEditing(_:)`.
  func willBeginEditing()
  /// See `CellEventHandler.didEndEditing(_:)`.
  func didEndEditing()
  /// See `CellEventHandler.commit(_:_:)`.
  func commit(_ style: EditingStyle) async throws -> EventOutcome
  /// See `CellEventHandler.isMovable(_:)`.
  func isMovable() -> Bool
  /// See `CellEventHandler.targetForMove(_:proposed:)`.
  func targetForMove(proposed: CellPosition) -> CellPosition
}

/// A handler of a known type, made for one event.
protocol TypedHandling<Handler>: ViewHandling {
  associatedtype Handler: ViewEventHandler
  var event: TableEvent<Handler.ViewModel> { get }
}

extension TypedHandling {
  var followsDisplay: Bool { Handler.followsDisplay }
  func willDisplay() { Handler().willDisplay(event) }
  func didEndDisplaying() { Handler().didEndDisplaying(event) }
  func willReuseView() { Handler().willReuseView(event) }
  func menu() -> [RowAction] {
    let handler = Handler()
    let actions = handler.menuActions(event).filter { handler.canPerform($0, event) }
    return actions.isEmpty || !handler.shouldShowMenu(event) ? [] : actions
  }
  func canPerform(_ action: RowAction) -> Bool { Handler().canPerform(action, event) }
  func perform(_ action: RowAction) async throws -> EventOutcome { try await Handler().perform(action, event) }
}

/// A header's or footer's handler, made for one event.
struct ViewHandler<Handler: ViewEventHandler>: TypedHandling {
  let event: TableEvent<Handler.ViewModel>
  var isDefault = false
}

/// A cell's handler, made for one event.
struct RowHandler<Handler: CellEventHandler>: TypedHandling, RowHandling {
  let event: TableEvent<Handler.ViewModel>
  var isDefault = false

  func shouldHighlight() -> Bool { Handler().shouldHighlight(event) }
  func willSelect() -> SelectionChoice { Handler().willSelect(event) }
  func didSelect() async throws -> EventOutcome { try await Handler().didSelect(event) }
  func willDeselect() -> SelectionChoice { Handler().willDeselect(event) }
  func didDeselect() async throws -> EventOutcome { try await Handler().didDeselect(event) }
  func accessoryButtonTapped() async throws -> EventOutcome { try await Handler().accessoryButtonTapped(event) }

  func editingStyle() -> EditingStyle { Handler().editingStyle(event) }
  func shouldIndentWhileEditing() -> Bool { Handler().shouldIndentWhileEditing(event) }
  func deleteConfirmation() -> DeleteConfirmation { Handler().deleteConfirmation(event) }
  func editActions() -> [RowAction] {
    let handler = Handler()
    return handler.editActions(event).filter { handler.canPerform($0, event) }
  }
  var fields: [EditField] { Handler.fields }
  func fieldValues() -> [String] { Handler().fieldValues(event.viewModel) }
  func changed(by values: [String: String]) throws(FieldErrors) -> any CellViewModel {
    let there = Dictionary(zip(Handler.fields.map(\.name), fieldValues())) { first, _ in first }
    let values = there.merging(values) { _, entered in entered }
    try Handler.fields.check(values)
    return try Handler().viewModel(values, replacing: event.viewModel, id: event.viewModel.id)
  }
  func willBeginEditing() { Handler().willBeginEditing(event) }
  func didEndEditing() { Handler().didEndEditing(event) }
  func commit(_ style: EditingStyle) async throws -> EventOutcome { try await Handler().commit(style, event) }

  func isMovable() -> Bool { Handler().isMovable(event) }
  func targetForMove(proposed: CellPosition) -> CellPosition {
    Handler().targetForMove(event, proposed: proposed)
  }
}
