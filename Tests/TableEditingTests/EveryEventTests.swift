import Synchronization
import TableEditing
import TableModel
import Testing

/// Every function of a handler from Swift, without a server: which command reaches it, with what, and what becomes of its answer.
@Suite struct EveryEventTests {
  let table: MemoryTable<AnyRow>

  init() throws {
    table = try MemoryTable(
      "Notes",
      sections: [
        TableSection(
          header: TitleViewModel("First"), rows: [Note(id: 1, text: "a"), Note(id: 2, text: "b"), Mark(id: 3)])
      ])
  }

  private func events(_ register: (inout EventHandlerMap) throws -> Void) throws -> TableEvents {
    var handlers = EventHandlerMap()
    try register(&handlers)
    return TableEvents(table, handlers: handlers, selection: .multiple, visitor: TableVisitor(mayChange: true))
  }

  @Test func aHandlerIsAValueThatGetsWhatItNeedsAndIsToldWhoAsksWhere() async throws {
    let ledger = Ledger()
    var handlers = EventHandlerMap()
    try handlers.register(AskingHandler(ledger: ledger))
    let visitor = TableVisitor(name: "Ada", roles: ["clerks"], mayChange: true)
    let events = TableEvents(table, handlers: handlers, visitor: visitor, path: "/notes", title: "Notes")
    _ = try await events.run(.action("ask"), 2)
    #expect(ledger.lines.withLock { $0 } == ["ask b, row 2 of section 1, for Ada (clerks) in Notes at /notes"])
  }

  @Test func theButtonAtTheEndOfARowIsAnswered() async throws {
    let events = try events { try $0.register(FullHandler()) }
    let result = try await events.run(.accessory, 1)
    #expect(result.message == "Details of a at row 1 of section 1" && result.destination == "notes/1")
    // Nobody answers for a mark: nothing happens.
    #expect(try await events.run(.accessory, 3).message == nil)
  }

  @Test func aRowIsInsertedWhereAnotherStands() async throws {
    let events = try events { try $0.register(FullHandler()) }
    let result = try await events.run(.insertHere, 2)
    #expect(table.contents.ids == [[1, "new", 2, 3]] && result.rows.map(\.cell.id) == ["new"])
    _ = try await events.run(.undo(result.undo))
    #expect(table.contents.ids == [[1, 2, 3]])
    await #expect(throws: TableCommandError.impossible("This row can't be deleted")) {
      try await events.run(.delete, 2)
    }
  }

  @Test func theHandlerHasTheLastWordOnWhereARowGoes() async throws {
    let events = try events { try $0.register(FullHandler()) }
    let result = try await events.run(.move(.position(CellPosition(section: 0, row: 2))), 1)
    // It proposes the place before the last.
    #expect(table.contents.ids == [[2, 1, 3]] && result.message == "Moved.")
    #expect(try await events.run(.move(.down), 1).undo.isEmpty)
  }

  @Test func rowsAreMadeOfValuesWhereTheyAreAskedFor() async throws {
    let events = try events {
      try $0.register(FullHandler())
      $0.allowInsertions(FullHandler(), title: "New note")
    }
    let one = try await events.run(.make([["text": "c"]], at: CellPosition(section: 0, row: 1)))
    #expect(table.contents.sections[0].rows[1].id == one.rows.first?.cell.id)
    let several = try await events.run(.make([["text": "d"], ["text": "e"]]))
    #expect(several.message == "Added 2 rows." && table.contents.rowCount == 6)
    await #expect(throws: TableCommandError.invalidRows([1: FieldErrors(["text": "text is required"])])) {
      try await events.run(.make([["text": "f"], ["text": ""]]))
    }
    #expect(table.contents.rowCount == 6)
    _ = try await events.run(.undo(several.undo))
    #expect(table.contents.rowCount == 4)
  }

  @Test func whatARowIsCopiedAsAndWhetherItIsAnswersItsHandler() throws {
    let events = try events { try $0.register(FullHandler()) }
    let open = events.handler(of: TableRow(Note(id: 1, text: "a")))
    #expect(open.isCopyable && open.fields.map(\.title) == ["text"] && open.fieldValues() == ["a"])
    #expect(!events.handler(of: TableRow(Note(id: 2, text: "secret"))).isCopyable)
  }

  @Test func aRowMayStayInItsPlaceWhileItIsEdited() throws {
    let events = try events { try $0.register(FullHandler()) }
    #expect(!events.handler(of: TableRow(Note(id: 1))).isIndentedWhileEditing)
    #expect(events.handler(of: TableRow(Mark(id: 3))).isIndentedWhileEditing)
  }

  @Test func displayReuseAndItsEndReachTheHandlerOfTheRow() throws {
    let ledger = Ledger()
    let events = try events { try $0.register(FullHandler(ledger: ledger)) }
    let display = try #require(events.handler(of: TableRow(Note(id: 1, text: "a"))).display)
    #expect(events.handlers.followsDisplay)
    display.willDisplay()
    display.willReuseView()
    display.didEndDisplaying()
    #expect(ledger.lines.withLock { $0 } == ["will display a", "will reuse a", "did end displaying a"])
    #expect(events.handler(of: TableRow(Mark(id: 3))).display == nil)
  }

  @Test func whoeverGivesUpARowMayGiveUpAnother() async throws {
    let events = try events { try $0.register(FullHandler()) }
    // The handler hands the wish on to the row with the next number.
    #expect(try await events.run(.deselect, 1, selected: [1, 2]).selected == [1])
  }

  @Test func aHandlerThatRefusesChangesNothing() async throws {
    let events = try events { try $0.register(FullHandler()) }
    let result = try await events.run(.action("burn"), 1)
    #expect(result.isRefused && result.message == "Not a." && result.undo.isEmpty && table.contents.rowCount == 3)
  }
}

private final class Ledger: Sendable {
  let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

private struct AskingHandler: ActionHandler {
  typealias ViewModel = Note
  let ledger: Ledger

  func actions(_ target: ActionTarget) -> [RowAction] { [RowAction("ask", title: "Ask")] }
  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome {
    let visitor = "\(target.visitor.name ?? "nobody") (\(target.visitor.roles.joined()))"
    let row = "\(target.viewModel.text), \(target.position?.description ?? "no place")"
    ledger.add("\(action.name) \(row), for \(visitor) in \(target.table.title) at \(target.table.path)")
    return .nothing
  }
}

private struct FullHandler: EventHandler {
  typealias ViewModel = Note
  var ledger = Ledger()
  let fields = [EditField("text", isRequired: true)]
}

extension FullHandler: DisplayObserver {
  func willDisplay(_ view: DisplayedView) { ledger.add("will display \(view.viewModel.text)") }
  func willReuseView(_ view: DisplayedView) { ledger.add("will reuse \(view.viewModel.text)") }
  func didEndDisplaying(_ view: DisplayedView) { ledger.add("did end displaying \(view.viewModel.text)") }
}

extension FullHandler: DeselectionPolicy, AccessoryHandler, CopyPolicy, ActionHandler {
  func willDeselect(_ row: DeselectableRow) -> SelectionChoice { row.viewModel.id == 1 ? .other(2) : .this }
  func accessoryButtonTapped(_ row: TappedRow) -> EventOutcome {
    .redirect(
      to: "notes/\(row.viewModel.id)",
      "Details of \(row.viewModel.text) at \(row.position?.description ?? "no place")")
  }
  func canCopy(_ row: CopiedRow) -> Bool { row.viewModel.text != "secret" }
  func actions(_ target: ActionTarget) -> [RowAction] {
    [RowAction("burn", title: "Burn", .trailing, isDestructive: true)]
  }
  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome {
    .refused("Not \(target.viewModel.text).")
  }
}

extension FullHandler: InsertionHandler, IndentationPolicy, MovePolicy, EditHandler {
  func insert(at row: InsertionRow) -> EventOutcome { .edits([.insert(Note(id: "new"), at: row.position)]) }
  func shouldIndentWhileEditing(_ row: IndentedRow) -> Bool { false }
  func isMovable(_ row: MovableRow) -> Bool { true }
  func target(of row: MovableRow, proposed: CellPosition) -> CellPosition {
    CellPosition(section: proposed.section, row: min(proposed.row, 1))
  }
  func viewModel(_ edit: Edit) -> Note { Note(id: edit.id, text: edit["text"]) }
}
