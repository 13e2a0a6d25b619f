import Synchronization
import TableModel
import Testing

/// Every function of a handler from Swift, without a server: which command reaches it, with what, and what becomes of its answer.
@Suite struct EveryEventTests {
  let table: MemoryTable

  init() throws {
    table = try MemoryTable(
      "Notes",
      sections: [
        TableSection(
          header: TitleViewModel("First"), cells: [Note(id: 1, text: "a"), Note(id: 2, text: "b"), Mark(id: 3)])
      ])
  }

  private func events(_ register: (inout EventHandlerMap) throws -> Void) throws -> TableEvents {
    var handlers = EventHandlerMap()
    try register(&handlers)
    return TableEvents(table, handlers: handlers, selection: .multiple, visitor: EventVisitor(mayChange: true))
  }

  @Test func aHandlerIsMadeForOneEventAndGoneAfterIt() async throws {
    let events = try events { try $0.register(CountedHandler.self) }
    let row = try #require(try await events.row(1))
    Made.count.withLock { $0 = 0 }
    let handler = events.handler(of: row)
    // The handler whose type is forgotten keeps the event alone: whoever asks it twice asks two.
    #expect(Made.count.withLock { $0 } == 0)
    #expect(handler.shouldHighlight() && handler.shouldHighlight())
    #expect(Made.count.withLock { $0 } == 2)
  }

  @Test func theButtonAtTheEndOfARowIsAnswered() async throws {
    let events = try events { try $0.register(FullHandler.self) }
    let result = try await events.run(.accessory(1))
    #expect(result.message == "Details of a at row 1 of section 1" && result.destination == "notes/1")
    // Nobody answers for a mark: nothing happens.
    #expect(try await events.run(.accessory(3)).message == nil)
  }

  @Test func aRowIsInsertedWhereAnotherStands() async throws {
    let events = try events { try $0.register(FullHandler.self) }
    let result = try await events.run(.commit(.insert, 2))
    #expect(table.contents.ids == [[1, "new", 2, 3]] && result.rows.map(\.cell.id) == ["new"])
    _ = try await events.run(.undo(result.undo))
    #expect(table.contents.ids == [[1, 2, 3]])
    await #expect(throws: TableCommandError.impossible("This row can't be deleted")) {
      try await events.run(.commit(.delete, 2))
    }
  }

  @Test func theHandlerHasTheLastWordOnWhereARowGoes() async throws {
    let events = try events { try $0.register(FullHandler.self) }
    let result = try await events.run(.move(1, .position(CellPosition(section: 0, row: 2))))
    // It proposes the place before the last.
    #expect(table.contents.ids == [[2, 1, 3]] && result.message == "Moved.")
    #expect(try await events.run(.move(1, .down)).undo.isEmpty)
  }

  @Test func rowsAreMadeOfValuesWhereTheyAreAskedFor() async throws {
    let events = try events {
      try $0.register(FullHandler.self)
      $0.allowInsertions(FullHandler.self, title: "New note")
    }
    let one = try await events.run(.insert(["text": "c"], at: CellPosition(section: 0, row: 1)))
    #expect(table.contents.sections[0].cells[1].id == one.rows.first?.cell.id)
    let several = try await events.run(.paste([["text": "d"], ["text": "e"]]))
    #expect(several.message == "Added 2 rows." && table.contents.cellCount == 6)
    await #expect(throws: TableCommandError.invalidRows([1: FieldErrors(["text": "text is missing"])])) {
      try await events.run(.paste([["text": "f"], ["text": ""]]))
    }
    #expect(table.contents.cellCount == 6)
    _ = try await events.run(.undo(several.undo))
    #expect(table.contents.cellCount == 4)
  }

  @Test func whatARowIsCopiedAsAndWhetherItIsAnswersItsHandler() throws {
    let events = try events { try $0.register(FullHandler.self) }
    let open = events.handler(of: TableRow(Note(id: 1, text: "a")))
    #expect(open.canPerform(.copy) && open.fields.map(\.title) == ["text"] && open.fieldValues() == ["a"])
    #expect(!events.handler(of: TableRow(Note(id: 2, text: "secret"))).canPerform(.copy))
  }

  @Test func aRowMayStayInItsPlaceWhileItIsEdited() throws {
    let events = try events { try $0.register(FullHandler.self) }
    #expect(!events.handler(of: TableRow(Note(id: 1))).shouldIndentWhileEditing())
    #expect(events.handler(of: TableRow(Mark(id: 3))).shouldIndentWhileEditing())
  }

  @Test func displayReuseAndItsEndReachTheHandlerOfTheRow() throws {
    let events = try events { try $0.register(FullHandler.self) }
    Told.display.withLock { $0 = [] }
    let handler = events.handler(of: TableRow(Note(id: 1, text: "a")))
    #expect(events.handlers.followsDisplay && handler.followsDisplay)
    handler.willDisplay()
    handler.willReuseView()
    handler.didEndDisplaying()
    #expect(Told.display.withLock { $0 } == ["will display a", "will reuse a", "did end displaying a"])
    #expect(!events.handler(of: TableRow(Mark(id: 3))).followsDisplay)
  }

  @Test func whoeverGivesUpARowMayGiveUpAnother() async throws {
    let events = try events { try $0.register(FullHandler.self) }
    // The handler hands the wish on to the row with the next number.
    #expect(try await events.run(.deselect(1), selected: [1, 2]).selected == [1])
  }

  @Test func aHandlerThatRefusesChangesNothing() async throws {
    let events = try events { try $0.register(FullHandler.self) }
    let result = try await events.run(.action("burn", 1))
    #expect(result.isRefused && result.message == "Not a." && result.undo.isEmpty && table.contents.cellCount == 3)
  }
}

private enum Made { static let count = Mutex(0) }
private enum Told { static let display = Mutex<[String]>([]) }

private struct CountedHandler: CellEventHandler {
  init() { Made.count.withLock { $0 += 1 } }
  func shouldHighlight(_ event: TableEvent<Note>) -> Bool { true }
}

private struct FullHandler: CellEventHandler {
  static let fields = [EditField("text", isRequired: true)]
  static let followsDisplay = true

  func willDisplay(_ event: TableEvent<Note>) { add("will display", event) }
  func willReuseView(_ event: TableEvent<Note>) { add("will reuse", event) }
  func didEndDisplaying(_ event: TableEvent<Note>) { add("did end displaying", event) }
  private func add(_ what: String, _ event: TableEvent<Note>) {
    Told.display.withLock { $0.append("\(what) \(event.viewModel.text)") }
  }

  func willDeselect(_ event: TableEvent<Note>) -> SelectionChoice { event.viewModel.id == 1 ? .other(2) : .this }
  func accessoryButtonTapped(_ event: TableEvent<Note>) -> EventOutcome {
    .leads(
      to: "notes/\(event.viewModel.id)",
      "Details of \(event.viewModel.text) at \(event.position?.description ?? "no place")")
  }
  func canPerform(_ action: RowAction, _ event: TableEvent<Note>) -> Bool {
    action != .copy || event.viewModel.text != "secret"
  }
  func editActions(_ event: TableEvent<Note>) -> [RowAction] { [RowAction("burn", title: "Burn", isDestructive: true)] }
  func perform(_ action: RowAction, _ event: TableEvent<Note>) -> EventOutcome {
    .refused("Not \(event.viewModel.text).")
  }
  func editingStyle(_ event: TableEvent<Note>) -> EditingStyle { .insert }
  func shouldIndentWhileEditing(_ event: TableEvent<Note>) -> Bool { false }
  func commit(_ style: EditingStyle, _ event: TableEvent<Note>) -> EventOutcome {
    .edits([.insert(Note(id: "new"), at: event.position)])
  }
  func targetForMove(_ event: TableEvent<Note>, proposed: CellPosition) -> CellPosition {
    CellPosition(section: proposed.section, row: min(proposed.row, 1))
  }
  func viewModel(_ values: [String: String], replacing old: Note?, id: RowKey) throws(FieldErrors) -> Note {
    Note(id: id, text: values["text"] ?? "")
  }
}
