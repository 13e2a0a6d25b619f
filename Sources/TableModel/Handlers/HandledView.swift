/// A row, header or footer of some type, with what handles its events.
package protocol HandledView: Sendable {
  /// What can be done with it at the moment.
  var actions: [RowAction] { get }
  func perform(_ action: RowAction) async throws -> EventOutcome
  /// `nil` where nobody follows its display.
  var display: DisplayEvents? { get }
  /// Changes the section whose header it is; `nil` where that isn't possible.
  var section: HandledSection? { get }
}

extension HandledView {
  /// What its menu offers.
  package var menu: [RowAction] { actions.filter { $0.place == .menu } }
  /// What edit mode offers at its end.
  package var editActions: [RowAction] { actions.filter { $0.place != .menu } }
}

/// Tells an observer of the display of one view.
package struct DisplayEvents: Sendable {
  package let willDisplay: @Sendable () -> Void
  package let didEndDisplaying: @Sendable () -> Void
  package let willReuseView: @Sendable () -> Void

  init<ViewModel: ReusableViewModel>(_ observer: any DisplayObserver<ViewModel>, _ event: TableEvent<ViewModel>) {
    willDisplay = { observer.willDisplay(event) }
    didEndDisplaying = { observer.didEndDisplaying(event) }
    willReuseView = { observer.willReuseView(event) }
  }
}

/// A header or footer whose type is known.
struct TypedView<ViewModel: SupplementaryViewModel>: HandledView {
  let event: TableEvent<ViewModel>
  /// `nil` where nobody registered a handler.
  let concerns: ViewConcerns<ViewModel>?

  var actions: [RowAction] { concerns?.actions?.actions(event) ?? [] }
  func perform(_ action: RowAction) async throws -> EventOutcome {
    try await concerns?.actions?.perform(action, event) ?? .nothing
  }
  var display: DisplayEvents? { concerns?.display.map { DisplayEvents($0, event) } }
  var section: HandledSection? { concerns?.section.flatMap { HandledSection($0, event) } }
}
