/// A row of some type, with what handles its events. Where nothing does, rows behave as each function says here.
package protocol HandledRow: HandledView {
  var isMovable: Bool { get }
  var isCopyable: Bool { get }
  var isHighlighted: Bool { get }
  var isIndentedWhileEditing: Bool { get }
  /// Whether a press on the button at its end has somebody to answer it.
  var answersAccessory: Bool { get }
  func accessoryButtonTapped() async throws -> EventOutcome

  func willSelect() -> SelectionChoice
  func didSelect() async throws -> EventOutcome
  func willDeselect() -> SelectionChoice
  func didDeselect() async throws -> EventOutcome

  var editingStyle: EditingStyle { get }
  var deleteConfirmation: DeleteConfirmation { get }
  var fields: [EditField] { get }
  /// Has somebody edit it where its handler doesn't: a `ColumnEditor` of its type.
  mutating func useEditor(_ editor: any Sendable)
  /// The fields whose choices have been looked up, which are shown; `nil` for those that are declared.
  var shownFields: [EditField]? { get set }
  /// The fields with the choices of the moment.
  func form() async throws -> [EditField]
  /// The texts of the fields, in their order.
  func fieldValues() -> [String]
  /// The change that what was entered makes of the row; a field that was left out keeps its value. A record takes what was entered for its
  /// columns as it is.
  /// - Throws: `FieldErrors`, and what the handler throws; `TableCommandError` for values that the row has no fields for.
  func change(by values: [ColumnValue]) async throws -> TableEdit
  func willBeginEditing()
  func didEndEditing()
  /// Deletes the row, or inserts one where it is.
  func commit(_ style: EditingStyle) async throws -> EventOutcome

  /// What the row's handler does to move it; `nil` if it goes to another place of its table.
  func move(to target: MoveTarget) async throws -> EventOutcome?
  func target(proposed: CellPosition) async throws -> CellPosition
  func didMove(from source: CellPosition) async
  /// - Parameters:
  ///   - old: the row before; `nil` if it is new.
  ///   - isDeleted: whether the row is gone, so that it is known only as it was.
  func didStore(replacing old: (any CellViewModel)?, isDeleted: Bool) async
}

/// A row whose type is known.
struct TypedRow<ViewModel: CellViewModel>: HandledRow {
  let event: TableEvent<ViewModel>
  /// `nil` where nobody registered a handler.
  let concerns: RowConcerns<ViewModel>?
  var shownFields: [EditField]?
  /// Edits it where its handler doesn't.
  private var editor: ColumnEditor<ViewModel>?

  init(event: TableEvent<ViewModel>, concerns: RowConcerns<ViewModel>?) {
    self.event = event
    self.concerns = concerns
  }

  mutating func useEditor(_ editor: any Sendable) {
    if concerns?.edit == nil { self.editor = editor as? ColumnEditor<ViewModel> }
  }

  var actions: [RowAction] { concerns?.actions?.actions(event) ?? [] }
  func perform(_ action: RowAction) async throws -> EventOutcome {
    try await concerns?.actions?.perform(action, event) ?? .nothing
  }
  var display: DisplayEvents? { concerns?.display.map { DisplayEvents($0, event) } }
  var section: HandledSection? { nil }

  var isMovable: Bool { concerns?.movePolicy?.isMovable(event) ?? true }
  var isCopyable: Bool { concerns?.copyPolicy?.canCopy(event) ?? true }
  var isHighlighted: Bool { concerns?.highlight?.shouldHighlight(event) ?? true }
  var isIndentedWhileEditing: Bool { concerns?.indentation?.shouldIndentWhileEditing(event) ?? true }
  var answersAccessory: Bool { concerns?.accessory != nil }
  func accessoryButtonTapped() async throws -> EventOutcome {
    if let accessory = concerns?.accessory { return try await accessory.accessoryButtonTapped(event) }
    return event.viewModel.link.map { .redirect(to: $0) } ?? .nothing
  }

  func willSelect() -> SelectionChoice { concerns?.selectionPolicy?.willSelect(event) ?? .this }
  func didSelect() async throws -> EventOutcome { try await concerns?.selection?.didSelect(event) ?? .nothing }
  func willDeselect() -> SelectionChoice { concerns?.deselectionPolicy?.willDeselect(event) ?? .this }
  func didDeselect() async throws -> EventOutcome { try await concerns?.selection?.didDeselect(event) ?? .nothing }

  var editingStyle: EditingStyle {
    if concerns?.insertion != nil { return .insert }
    guard let policy = concerns?.deletionPolicy else { return .delete }
    return policy.deleteConfirmation(event) == nil ? .none : .delete
  }
  var deleteConfirmation: DeleteConfirmation {
    concerns?.deletionPolicy?.deleteConfirmation(event) ?? DeleteConfirmation()
  }
  var fields: [EditField] { shownFields ?? concerns?.edit?.fields ?? editor?.fields ?? [] }
  func form() async throws -> [EditField] {
    if let shownFields { return shownFields }
    return try await FormEvent(viewModel: event.viewModel, visitor: event.visitor, table: event.table)
      .choices(fields, concerns?.choices)
  }
  func fieldValues() -> [String] {
    let formatted = concerns?.formatter?.fieldValues(event) ?? editor?.fieldValues(event) ?? [:]
    let encoded = RowValues(event.viewModel)
    return fields.map { formatted[$0.name] ?? encoded[$0.name] ?? "" }
  }
  func change(by values: [ColumnValue]) async throws -> TableEdit {
    if let record = event.viewModel as? Record { return .set(values, of: record.fullKey) }
    guard let handler = concerns?.edit ?? editor, !fields.isEmpty else {
      throw TableCommandError.impossible("This row can't be edited")
    }
    let names = fields.map(\.name)
    let there = Dictionary(zip(names, fieldValues())) { first, _ in first }
    let entered = fields.values(values.texts, replacing: there)
    guard !entered.isEmpty else { throw FieldErrors("Name at least one field to change") }
    if let unknown = entered.keys.sorted().first(where: { !names.contains($0) }) {
      throw TableCommandError.impossible("Unknown field “\(unknown)”; use one of: \(names.joined(separator: ", "))")
    }
    let complete = there.merging(entered) { _, entered in entered }
    try await form().check(complete)
    let changed = try await handler.viewModel(
      EditEvent(
        id: event.viewModel.id, old: event.viewModel, position: event.position, visitor: event.visitor,
        table: event.table, values: complete))
    // Another row would be overwritten, whatever version it has.
    guard changed.id == event.viewModel.id else {
      throw TableCommandError.otherRow("viewModel(_:) made row \(changed.id) of row \(event.viewModel.id)")
    }
    return .replace(changed)
  }
  func willBeginEditing() { concerns?.editObserver?.willBeginEditing(event) }
  func didEndEditing() { concerns?.editObserver?.didEndEditing(event) }
  func commit(_ style: EditingStyle) async throws -> EventOutcome {
    if style == .insert { return try await concerns?.insertion?.insert(at: event) ?? .nothing }
    return try await concerns?.deletion?.delete(event) ?? .edits([.remove(TableRow(event.viewModel).id)], "Deleted.")
  }

  func move(to target: MoveTarget) async throws -> EventOutcome? {
    try await concerns?.move?.move(event, to: target)
  }
  func target(proposed: CellPosition) async throws -> CellPosition {
    try await concerns?.movePolicy?.target(of: event, proposed: proposed) ?? proposed
  }
  func didMove(from source: CellPosition) async { await concerns?.moveObserver?.didMove(event, from: source) }
  func didStore(replacing old: (any CellViewModel)?, isDeleted: Bool) async {
    await concerns?.storeObserver?.didStore(
      StoreEvent(
        old: isDeleted ? event.viewModel : old as? ViewModel, new: isDeleted ? nil : event.viewModel,
        position: event.position, visitor: event.visitor, table: event.table))
  }
}

extension [ColumnValue] {
  /// The values as what was entered into fields, by their names; null is an empty text.
  package var texts: [String: String] {
    Dictionary(map { ($0.column, $0.value.description) }) { _, last in last }
  }
}
