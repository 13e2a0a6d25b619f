import TableModel
import Testing

@Suite struct EventHandlerMapTests {
  let table = try? MemoryTable("Notes")

  @Test func aHandlerIsFoundByTheTypeOfTheViewModel() throws {
    var handlers = EventHandlerMap()
    try handlers.register(LockedNotes.self)
    #expect(try handler(handlers, Note(id: 1)).willSelect() == .refused("Locked"))
    #expect(try !handler(handlers, Note(id: 1)).isDefault)
    #expect(try handler(handlers, Mark(id: 1)).willSelect() == .this)
  }

  @Test func predicatesBreakTiesInOrderAndThePlainHandlerHasTheRest() throws {
    var handlers = EventHandlerMap()
    try handlers.register(PlainNotes.self)
    try handlers.register(LockedNotes.self) { $0.text == "locked" }
    try handlers.register(ElsewhereNotes.self) { $0.text.hasPrefix("l") }
    #expect(try handler(handlers, Note(id: 1, text: "locked")).willSelect() == .refused("Locked"))
    #expect(try handler(handlers, Note(id: 2, text: "linked")).willSelect() == .other(9))
    #expect(try handler(handlers, Note(id: 3, text: "free")).willSelect() == .this)
    #expect(try !handler(handlers, Note(id: 3, text: "free")).isDefault)
  }

  @Test func twoPlainHandlersOfOneTypeAreRefused() throws {
    var handlers = EventHandlerMap()
    try handlers.register(PlainNotes.self)
    let error = try #require(throws: HandlerRegistrationError.self) { try handlers.register(LockedNotes.self) }
    #expect(error.description.contains("PlainNotes") && error.description.contains("LockedNotes"))
  }

  @Test func withoutAHandlerTheDefaultsHold() async throws {
    let handler = try handler(EventHandlerMap(), Note(id: 7, text: "free"))
    #expect(handler.isDefault && handler.shouldHighlight() && !handler.followsDisplay)
    #expect(handler.willSelect() == .this && handler.willDeselect() == .this)
    #expect(handler.editingStyle() == .delete && handler.isMovable() && handler.shouldIndentWhileEditing())
    #expect(handler.menu().isEmpty && handler.editActions().isEmpty && handler.fields.isEmpty)
    #expect(handler.deleteConfirmation().button == "Delete")
    let place = CellPosition(section: 1, row: 2)
    #expect(handler.targetForMove(proposed: place) == place)
    let outcome = try await handler.commit(.delete)
    #expect(outcome.edits.map(\.row) == [7])
    await #expect(throws: TableCommandError.self) { try await handler.perform(RowAction("any", title: "Any")) }
    #expect(try await handler.didSelect().message == nil)
    #expect(try await handler.accessoryButtonTapped().destination == nil)
  }

  @Test func menusOfferOnlyWhatCanBePerformed() throws {
    var handlers = EventHandlerMap()
    try handlers.register(PlainNotes.self)
    #expect(try handler(handlers, Note(id: 1, text: "a")).menu().map(\.name) == ["shout", "whisper"])
    #expect(try handler(handlers, Note(id: 1, text: "A")).menu().map(\.name) == ["whisper"])
    #expect(try handler(handlers, Note(id: 1, text: "")).menu().isEmpty)
  }

  @Test func headersHaveHandlersToo() async throws {
    var handlers = EventHandlerMap()
    try handlers.register(TitleHandler.self)
    let table = try #require(table)
    let handler = handlers.handler(of: TitleViewModel("Monday"), table: table)
    #expect(handler.menu().map(\.name) == ["clear"])
    #expect(try await handler.perform(handler.menu()[0]).message == "Cleared Monday.")
    #expect(handlers.handler(of: OtherHeader(), table: table).menu().isEmpty)
  }

  @Test func fieldsAreCheckedBeforeTheHandlerMakesARow() throws {
    var handlers = EventHandlerMap()
    try handlers.register(PlainNotes.self)
    let row = try handler(handlers, Note(id: 1, text: "old"))
    #expect(row.fieldValues() == ["old"])
    #expect(try row.changed(by: ["text": "new"]) as? Note == Note(id: 1, text: "new"))
    #expect(throws: FieldErrors(["text": "text is missing"])) { try row.changed(by: ["text": ""]) }
    #expect(throws: FieldErrors(["text": "No shouting"])) { try row.changed(by: ["text": "NEW"]) }
    // What a request leaves out stays.
    #expect(try row.changed(by: [:]) as? Note == Note(id: 1, text: "old"))
  }

  @Test func newRowsGetIdsOfTheirOwn() throws {
    var handlers = EventHandlerMap()
    handlers.allowInsertions(PlainNotes.self, title: "New note")
    let insertion = try #require(handlers.insertions.first)
    let one = try insertion.row(["text": "a"]), other = try insertion.row(["text": "a"])
    #expect(one.id != other.id)
    #expect((one as? Note)?.text == "a")
    #expect(throws: FieldErrors.self) { try insertion.row([:]) }
  }

  @Test func aVisitorWhoMayNotChangeTheTableGetsNoneToChange() throws {
    let table = try #require(table)
    let note = Note(id: 1)
    #expect(TableEvent(note, table: table).editableTable == nil)
    #expect(TableEvent(note, visitor: EventVisitor(mayChange: true), table: table).editableTable != nil)
  }

  private func handler(_ handlers: EventHandlerMap, _ cell: any CellViewModel) throws -> any RowHandling {
    handlers.handler(of: cell, table: try #require(table))
  }
}

private struct LockedNotes: CellEventHandler {
  func willSelect(_ event: TableEvent<Note>) -> SelectionChoice { .refused("Locked") }
}

private struct ElsewhereNotes: CellEventHandler {
  func willSelect(_ event: TableEvent<Note>) -> SelectionChoice { .other(9) }
}

private struct PlainNotes: CellEventHandler {
  static let fields = [EditField("text", isRequired: true)]

  func shouldShowMenu(_ event: TableEvent<Note>) -> Bool { !event.viewModel.text.isEmpty }
  func menuActions(_ event: TableEvent<Note>) -> [RowAction] {
    [RowAction("shout", title: "Shout"), RowAction("whisper", title: "Whisper")]
  }
  func canPerform(_ action: RowAction, _ event: TableEvent<Note>) -> Bool {
    action.name != "shout" || event.viewModel.text != event.viewModel.text.uppercased()
  }
  func viewModel(_ values: [String: String], replacing old: Note?, id: RowKey) throws(FieldErrors) -> Note {
    let text = values["text"] ?? ""
    if text.count > 1, text == text.uppercased() { throw FieldErrors(["text": "No shouting"]) }
    return Note(id: id, text: text)
  }
}

private struct TitleHandler: ViewEventHandler {
  func menuActions(_ event: TableEvent<TitleViewModel>) -> [RowAction] { [RowAction("clear", title: "Clear")] }
  func perform(_ action: RowAction, _ event: TableEvent<TitleViewModel>) -> EventOutcome {
    .message("Cleared \(event.viewModel.title).")
  }
}

private struct OtherHeader: SupplementaryViewModel {}
