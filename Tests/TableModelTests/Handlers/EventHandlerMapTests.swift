import TableModel
import Testing

@Suite struct EventHandlerMapTests {
  let table = try? MemoryTable<Note>("Notes")

  @Test func aHandlerIsFoundByTheTypeOfTheViewModel() throws {
    var handlers = EventHandlerMap()
    try handlers.register(LockedNotes())
    #expect(try handler(handlers, Note(id: 1)).willSelect() == .refused("Locked"))
    #expect(try handler(handlers, Mark(id: 1)).willSelect() == .this)
  }

  @Test func predicatesBreakTiesInOrderAndThePlainHandlerHasTheRest() throws {
    var handlers = EventHandlerMap()
    try handlers.register(PlainNotes())
    try handlers.register(LockedNotes()) { $0.text == "locked" }
    try handlers.register(ElsewhereNotes()) { $0.text.hasPrefix("l") }
    #expect(try handler(handlers, Note(id: 1, text: "locked")).willSelect() == .refused("Locked"))
    #expect(try handler(handlers, Note(id: 2, text: "linked")).willSelect() == .other(9))
    #expect(try handler(handlers, Note(id: 3, text: "free")).willSelect() == .this)
  }

  @Test func twoPlainHandlersOfOneTypeAreRefused() throws {
    var handlers = EventHandlerMap()
    try handlers.register(PlainNotes())
    let error = try #require(throws: HandlerRegistrationError.self) { try handlers.register(LockedNotes()) }
    #expect(error.description.contains("PlainNotes") && error.description.contains("LockedNotes"))
  }

  @Test func withoutAHandlerTheDefaultsHold() async throws {
    let handler = try handler(EventHandlerMap(), Note(id: 7, text: "free"))
    #expect(handler.isHighlighted && !handler.answersAccessory && handler.display == nil)
    #expect(handler.willSelect() == .this && handler.willDeselect() == .this)
    #expect(
      handler.editingStyle == .delete && handler.isMovable && handler.isIndentedWhileEditing && handler.isCopyable)
    #expect(handler.actions.isEmpty && handler.fields.isEmpty)
    #expect(handler.deleteConfirmation.button == "Delete")
    let place = CellPosition(section: 1, row: 2)
    #expect(try await handler.target(proposed: place) == place)
    let outcome = try await handler.commit(.delete)
    #expect(outcome.edits.map(\.row) == [7])
    #expect(try await handler.didSelect().message == nil)
    #expect(try await handler.accessoryButtonTapped().destination == nil)
  }

  @Test func aHandlerThatHandlesNothingIsRefused() throws {
    var handlers = EventHandlerMap()
    #expect(throws: HandlerRegistrationError.handlesNothing("IdleNotes")) { try handlers.register(IdleNotes()) }
    #expect(handlers.isEmpty)
  }

  @Test func menusOfferOnlyWhatCanBePerformed() throws {
    var handlers = EventHandlerMap()
    try handlers.register(PlainNotes())
    #expect(try handler(handlers, Note(id: 1, text: "a")).menu.map(\.name) == ["shout", "whisper"])
    #expect(try handler(handlers, Note(id: 1, text: "A")).menu.map(\.name) == ["whisper"])
    #expect(try handler(handlers, Note(id: 1, text: "")).menu.isEmpty)
  }

  @Test func headersHaveHandlersToo() async throws {
    var handlers = EventHandlerMap()
    try handlers.register(TitleHandler())
    let table = EventTable(try #require(table))
    let handler = try #require(handlers.view(TitleViewModel("Monday"), .sectionHeader(3), table: table))
    #expect(handler.menu.map(\.name) == ["clear"])
    #expect(try await handler.perform(handler.menu[0]).message == "Cleared Monday at header-3.")
    #expect(handlers.view(OtherHeader(), .header, table: table) == nil)
  }

  @Test func fieldsAreCheckedBeforeTheHandlerMakesARow() async throws {
    var handlers = EventHandlerMap()
    try handlers.register(PlainNotes())
    let row = try handler(handlers, Note(id: 1, text: "old"))
    #expect(row.fieldValues() == ["old"])
    func changed(_ text: String) async throws -> (any CellViewModel)? {
      guard case .replace(let cell, _) = try await row.change(by: [ColumnValue("text", .text(text))]) else {
        return nil
      }
      return cell
    }
    #expect(try await changed("new") as? Note == Note(id: 1, text: "new"))
    await #expect(throws: FieldErrors(["text": "text is required"])) { try await changed("") }
    await #expect(throws: FieldErrors(["text": "No shouting"])) { try await changed("NEW") }
  }

  @Test func newRowsGetIdsOfTheirOwn() async throws {
    var handlers = EventHandlerMap()
    handlers.allowInsertions(PlainNotes(), title: "New note")
    let insertion = try #require(handlers.insertions.first), table = EventTable(try #require(table))
    let one = try await insertion.row(["text": "a"], table: table)
    let other = try await insertion.row(["text": "a"], table: table)
    #expect(one.id != other.id)
    #expect((one as? Note)?.text == "a")
    await #expect(throws: FieldErrors.self) { try await insertion.row([:], table: table) }
  }

  @Test func aVisitorWhoMayNotChangeTheTableGetsNoneToChange() throws {
    let table = try #require(table)
    let note = Note(id: 1)
    #expect(TableEvent(note, table: EventTable(table)).editableTable == nil)
    #expect(TableEvent(note, visitor: TableVisitor(mayChange: true), table: EventTable(table)).editableTable != nil)
  }

  private func handler(_ handlers: EventHandlerMap, _ cell: any CellViewModel) throws -> any HandledRow {
    handlers.row(cell, table: EventTable(try #require(table)))
  }
}

private struct IdleNotes: EventHandler { typealias ViewModel = Note }

private struct LockedNotes: SelectionPolicy {
  typealias ViewModel = Note
  func willSelect(_ row: SelectableRow) -> SelectionChoice { .refused("Locked") }
}

private struct ElsewhereNotes: SelectionPolicy {
  typealias ViewModel = Note
  func willSelect(_ row: SelectableRow) -> SelectionChoice { .other(9) }
}

private struct PlainNotes: ActionHandler, EditHandler {
  typealias ViewModel = Note
  let fields = [EditField("text", isRequired: true)]

  func actions(_ target: ActionTarget) -> [RowAction] {
    let text = target.viewModel.text
    if text.isEmpty { return [] }
    let whisper = RowAction("whisper", title: "Whisper")
    return text == text.uppercased() ? [whisper] : [RowAction("shout", title: "Shout"), whisper]
  }
  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome { .message(action.title) }
  func viewModel(_ edit: Edit) throws(FieldErrors) -> Note {
    let text = edit["text"]
    if text.count > 1, text == text.uppercased() { throw FieldErrors(["text": "No shouting"]) }
    return Note(id: edit.id, text: text)
  }
}

private struct TitleHandler: ActionHandler {
  typealias ViewModel = TitleViewModel
  func actions(_ target: ActionTarget) -> [RowAction] { [RowAction("clear", title: "Clear")] }
  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome {
    .message("Cleared \(target.viewModel.title) at \(target.place?.description ?? "no place").")
  }
}

private struct OtherHeader: SupplementaryViewModel {}
