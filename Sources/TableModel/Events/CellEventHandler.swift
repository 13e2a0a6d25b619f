/// Answers what happens to rows of one kind. See `ViewEventHandler` for how handlers live.
///
/// Functions that answer at once are asked whenever a page is drawn: they look, and change nothing.
public protocol CellEventHandler<ViewModel>: ViewEventHandler where ViewModel: CellViewModel {
  /// What the rows show. Named here again, so that it is found from any of the functions.
  associatedtype ViewModel

  // The functions of `ViewEventHandler`, for the same reason.

  /// See `ViewEventHandler.willDisplay(_:)`.
  func willDisplay(_ event: TableEvent<ViewModel>)
  /// See `ViewEventHandler.didEndDisplaying(_:)`.
  func didEndDisplaying(_ event: TableEvent<ViewModel>)
  /// See `ViewEventHandler.willReuseView(_:)`.
  func willReuseView(_ event: TableEvent<ViewModel>)
  /// See `ViewEventHandler.shouldShowMenu(_:)`.
  func shouldShowMenu(_ event: TableEvent<ViewModel>) -> Bool
  /// See `ViewEventHandler.menuActions(_:)`.
  func menuActions(_ event: TableEvent<ViewModel>) -> [RowAction]
  /// See `ViewEventHandler.canPerform(_:_:)`.
  func canPerform(_ action: RowAction, _ event: TableEvent<ViewModel>) -> Bool
  /// See `ViewEventHandler.perform(_:_:)`.
  func perform(_ action: RowAction, _ event: TableEvent<ViewModel>) async throws -> EventOutcome

  // MARK: Highlight and selection

  /// Whether the row shows that it is pointed at, focused or pressed.
  func shouldHighlight(_ event: TableEvent<ViewModel>) -> Bool
  /// What is chosen when this row is: the row itself, another one, or none.
  func willSelect(_ event: TableEvent<ViewModel>) -> SelectionChoice
  /// Called after the row was chosen.
  func didSelect(_ event: TableEvent<ViewModel>) async throws -> EventOutcome
  /// What is given up when this row is to be: the row itself, another one, or none.
  func willDeselect(_ event: TableEvent<ViewModel>) -> SelectionChoice
  /// Called after the row was given up.
  func didDeselect(_ event: TableEvent<ViewModel>) async throws -> EventOutcome
  /// Called when the button at the row's end is pressed.
  func accessoryButtonTapped(_ event: TableEvent<ViewModel>) async throws -> EventOutcome

  // MARK: Editing

  /// What edit mode offers at the row's start.
  func editingStyle(_ event: TableEvent<ViewModel>) -> EditingStyle
  /// Whether the row moves in while it is edited.
  func shouldIndentWhileEditing(_ event: TableEvent<ViewModel>) -> Bool
  /// The words that ask before the row is deleted.
  func deleteConfirmation(_ event: TableEvent<ViewModel>) -> DeleteConfirmation
  /// What edit mode offers at the row's end, besides what its menu does.
  func editActions(_ event: TableEvent<ViewModel>) -> [RowAction]
  /// The fields of such a row, in order; none for rows whose content can't be changed.
  static var fields: [EditField] { get }
  /// What stands in the fields, in their order.
  func fieldValues(_ viewModel: ViewModel) -> [String]
  /// The row that what was entered makes.
  /// - Parameters:
  ///   - values: what was entered, by the names of the fields; a field that was left out is missing.
  ///   - old: the row that is changed; `nil` for a new one.
  ///   - id: the id that the row has, or is to have.
  /// - Throws: `FieldErrors`, which are shown beside the fields.
  func viewModel(_ values: [String: String], replacing old: ViewModel?, id: RowKey) throws(FieldErrors) -> ViewModel
  /// Called before the row's fields, or the question before its deletion, are shown.
  func willBeginEditing(_ event: TableEvent<ViewModel>)
  /// Called after the row was changed or deleted, or the visitor thought better of it.
  func didEndEditing(_ event: TableEvent<ViewModel>)
  /// Deletes the row, or inserts one where it stands.
  func commit(_ style: EditingStyle, _ event: TableEvent<ViewModel>) async throws -> EventOutcome

  // MARK: Moving

  /// Whether the row can be moved.
  func isMovable(_ event: TableEvent<ViewModel>) -> Bool
  /// Where a row goes that is about to be moved; the proposed place, unless another suits better.
  func targetForMove(_ event: TableEvent<ViewModel>, proposed: CellPosition) -> CellPosition
}

extension CellEventHandler {
  /// Every row does.
  public func shouldHighlight(_ event: TableEvent<ViewModel>) -> Bool { true }
  /// The row itself.
  public func willSelect(_ event: TableEvent<ViewModel>) -> SelectionChoice { .this }
  /// Nothing more.
  public func didSelect(_ event: TableEvent<ViewModel>) async throws -> EventOutcome { .nothing }
  /// The row itself.
  public func willDeselect(_ event: TableEvent<ViewModel>) -> SelectionChoice { .this }
  /// Nothing more.
  public func didDeselect(_ event: TableEvent<ViewModel>) async throws -> EventOutcome { .nothing }
  /// Opens what the row leads to.
  public func accessoryButtonTapped(_ event: TableEvent<ViewModel>) async throws -> EventOutcome {
    event.viewModel.link.map { .leads(to: $0) } ?? .nothing
  }
  /// Rows can be deleted where the table can be changed.
  public func editingStyle(_ event: TableEvent<ViewModel>) -> EditingStyle { .delete }
  /// It does.
  public func shouldIndentWhileEditing(_ event: TableEvent<ViewModel>) -> Bool { true }
  /// Plain words.
  public func deleteConfirmation(_ event: TableEvent<ViewModel>) -> DeleteConfirmation { DeleteConfirmation() }
  /// Nothing.
  public func editActions(_ event: TableEvent<ViewModel>) -> [RowAction] { [] }
  /// None.
  public static var fields: [EditField] { [] }
  /// What the row encodes under the fields' names.
  public func fieldValues(_ viewModel: ViewModel) -> [String] {
    let values = RowValues(viewModel)
    return Self.fields.map { values[$0.name] ?? "" }
  }
  /// Rows of this kind have no fields. A handler that has some, and no such function, loses nothing that was entered: it is refused.
  public func viewModel(
    _ values: [String: String], replacing old: ViewModel?, id: RowKey
  ) throws(FieldErrors) -> ViewModel {
    throw FieldErrors(
      old == nil
        ? "Rows of this kind can't be made here: nothing was added"
        : "Rows of this kind can't be changed here: nothing was saved")
  }
  /// Does nothing.
  public func willBeginEditing(_ event: TableEvent<ViewModel>) {}
  /// Does nothing.
  public func didEndEditing(_ event: TableEvent<ViewModel>) {}
  /// Deletes the row. Inserting one is for handlers that offer it.
  public func commit(_ style: EditingStyle, _ event: TableEvent<ViewModel>) async throws -> EventOutcome {
    guard style == .delete else {
      throw TableCommandError.unhandled("\(Self.self) has no commit(_:_:) for the style \(style)")
    }
    return .edits([.remove(event.viewModel.id)], "Deleted.")
  }
  /// Rows can be moved where the table can be changed.
  public func isMovable(_ event: TableEvent<ViewModel>) -> Bool { true }
  /// The proposed place.
  public func targetForMove(_ event: TableEvent<ViewModel>, proposed: CellPosition) -> CellPosition { proposed }
}

/// What a row does that nobody registered a handler for: the defaults.
struct DefaultCellHandler<ViewModel: CellViewModel>: CellEventHandler {}

/// What a header or footer does that nobody registered a handler for: nothing.
struct DefaultViewHandler<ViewModel: ReusableViewModel>: ViewEventHandler {}
