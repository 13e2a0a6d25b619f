/// Answers what happens to views of one kind: to cells (`CellEventHandler`), or to headers and footers.
///
/// A handler is made for one event and gone after it. It keeps nothing: what it needs comes with the event, what it wants done
/// goes back as an `EventOutcome`. So the same table can answer many visitors at once, and a handler needs no locks.
///
/// ```swift
/// struct TaskHandler: CellEventHandler {
///   func perform(_ action: RowAction, _ event: TableEvent<Task>) -> EventOutcome {
///     .edits([.replace(event.viewModel.done)], "Done.")
///   }
/// }
/// try handlers.register(TaskHandler.self)
/// ```
/// Every function has a default; a view model without a handler behaves as one with all defaults. A default never takes what somebody
/// did and drops it: where a handler offers actions, fields or insertions and has no function for them, that is an error.
public protocol ViewEventHandler<ViewModel>: SendableMetatype {
  /// What the views show.
  associatedtype ViewModel: ReusableViewModel

  /// A handler for one event.
  init()

  // MARK: Display

  /// Whether the three functions below are called. Pages of such views are drawn anew for each visitor.
  static var followsDisplay: Bool { get }
  /// Called before the view is drawn.
  func willDisplay(_ event: TableEvent<ViewModel>)
  /// Called after the page with the view has been sent, or the visitor has gone.
  func didEndDisplaying(_ event: TableEvent<ViewModel>)
  /// Called when the cell that has drawn the view is about to draw another.
  func willReuseView(_ event: TableEvent<ViewModel>)

  // MARK: Menus and actions

  /// Whether the view has a menu; not asked if there is nothing for it.
  func shouldShowMenu(_ event: TableEvent<ViewModel>) -> Bool
  /// What the view's menu offers.
  func menuActions(_ event: TableEvent<ViewModel>) -> [RowAction]
  /// Whether an action makes sense at the moment. Asked before it is offered, and again before it is performed.
  func canPerform(_ action: RowAction, _ event: TableEvent<ViewModel>) -> Bool
  /// Performs one of the actions that were offered.
  func perform(_ action: RowAction, _ event: TableEvent<ViewModel>) async throws -> EventOutcome
}

extension ViewEventHandler {
  /// Not told of display, so that pages can be kept.
  public static var followsDisplay: Bool { false }
  /// Does nothing.
  public func willDisplay(_ event: TableEvent<ViewModel>) {}
  /// Does nothing.
  public func didEndDisplaying(_ event: TableEvent<ViewModel>) {}
  /// Does nothing.
  public func willReuseView(_ event: TableEvent<ViewModel>) {}
  /// A menu, if there is something for it.
  public func shouldShowMenu(_ event: TableEvent<ViewModel>) -> Bool { true }
  /// Nothing.
  public func menuActions(_ event: TableEvent<ViewModel>) -> [RowAction] { [] }
  /// Whatever is offered can be performed.
  public func canPerform(_ action: RowAction, _ event: TableEvent<ViewModel>) -> Bool { true }
  /// A handler that offers actions has a function of its own.
  public func perform(_ action: RowAction, _ event: TableEvent<ViewModel>) async throws -> EventOutcome {
    throw TableCommandError.unhandled("\(Self.self) has no perform(_:_:) for “\(action.name)”")
  }
}
