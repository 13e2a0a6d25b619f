/// Handles events of rows, headers or footers whose view models are of one type. Add the protocols of what it handles:
///
/// ```swift
/// struct TaskHandler: ActionHandler {
///   typealias ViewModel = Task
///   let mailer: Mailer
///
///   func actions(_ target: ActionTarget) -> [RowAction] { [RowAction("remind", title: "Remind")] }
///   func perform(_ action: RowAction, _ target: ActionTarget) async throws -> EventOutcome {
///     try await mailer.remind(target.viewModel.assignee)
///     return .message("Reminded.")
///   }
/// }
/// try handlers.register(TaskHandler(mailer: mailer))
/// ```
/// There is a protocol for each concern: `ActionHandler`, `AccessoryHandler`, `DisplayObserver`, `HighlightPolicy`, `IndentationPolicy`; `SelectionPolicy`,
/// `SelectionHandler`, `DeselectionPolicy`; `EditHandler`, `ChoiceProvider`, `FieldFormatter`, `EditObserver`; `DeletionPolicy`, `DeletionHandler`,
/// `InsertionHandler`, `StoreObserver`; `MovePolicy`, `MoveHandler`, `MoveObserver`; `CopyPolicy`; `SectionHandler`. A concern that no handler has
/// keeps its default.
///
/// No function of theirs has a default, so that one that is missing or doesn't fit doesn't compile. The names of their events belong to the
/// protocols (`ActionTarget`, `Edit` …), so that a function whose protocol was forgotten doesn't compile either.
///
/// A handler is a value that serves all visitors at the same time. It returns the edits that it wants as an `EventOutcome`; they are stored as one.
public protocol EventHandler<ViewModel>: Sendable {
  /// What the rows, headers or footers show.
  associatedtype ViewModel: ReusableViewModel
}
