import Synchronization
import TableEditing
import TableModel
import Testing

/// Events from Swift, without a server.
@Suite struct TableEventsTests {
  let table: MemoryTable<AnyRow>
  let handlers: EventHandlerMap
  /// Of this test alone: others edit rows at the same time.
  private let told = Told()

  init() throws {
    table = try MemoryTable(
      "Notes",
      sections: [
        TableSection(
          header: TitleViewModel("First"),
          rows: [Note(id: 1, text: "a"), Note(id: 2, text: "locked"), Note(id: 3, text: "kept")]),
        TableSection(rows: [Mark(id: 4), Note(id: "5", text: "b")]),
      ])
    var handlers = EventHandlerMap()
    try handlers.register(ChosenNotes(told: told))
    try handlers.register(ClearedSections())
    self.handlers = handlers
  }

  private func events(_ selection: SelectionMode = .multiple, mayChange: Bool = true) -> TableEvents {
    TableEvents(
      table, handlers: handlers, selection: selection, visitor: TableVisitor(name: "Ada", mayChange: mayChange))
  }

  // MARK: Selection

  @Test func ofSingleRowsTheNewOneTakesTheOldOnesPlaceAndBothAreTold() async throws {
    let result = try await events(.single).run(.select, 4, selected: [1])
    #expect(result.selected == [4] && result.message == "Gave up a.")
    let other = try await events(.single).run(.select, 1, selected: [4])
    #expect(other.selected == [1] && other.message == "Chose a for Ada.")
  }

  @Test func aRowThatIsNotGivenUpStaysTheOneThatIsChosen() async throws {
    let result = try await events(.single).run(.select, 1, selected: [3])
    #expect(result.selected == [3] && result.isRefused)
    #expect(try await events().run(.deselect, 3, selected: [1, 3]).selected == [1, 3])
  }

  @Test func rowsThatAreGoneGiveThemselvesUp() async throws {
    let result = try await events(.single).run(.select, 1, selected: [77])
    #expect(result.selected == [1])
  }

  @Test func severalRowsAreChosenOneByOneAndOnceEach() async throws {
    let one = try await events().run(.select, 1)
    let two = try await events().run(.select, 4, selected: one.selected)
    #expect(two.selected == [1, 4])
    #expect(try await events().run(.select, 4, selected: two.selected).selected == [1, 4])
    #expect(try await events().run(.deselect, 1, selected: two.selected).selected == [4])
    #expect(try await events().run(.select, 2, selected: [4]).isRefused)
  }

  @Test func whatIsShownAsChosenFollowsTheHandlers() {
    let locked = TableRow(Note(id: 2, text: "locked")), free = TableRow(Note(id: 1, text: "a"))
    #expect(events().showsAsSelected(free, [2, 1]) && !events().showsAsSelected(locked, [2, 1]))
    #expect(!events(.single).showsAsSelected(free, [4, 1]) && !events(.none).showsAsSelected(free, [1]))
  }

  @Test func tablesWithoutSelectionSaySo() async throws {
    await #expect(throws: TableCommandError.impossible("The rows of this table can't be selected")) {
      try await events(.none).run(.select, 1)
    }
  }

  // MARK: Changes

  @Test func whoeverMayNotChangeTheTableChangesNothing() async throws {
    let visitor = events(mayChange: false)
    let row = ChosenRow(1)
    let commands: [Command] = [
      Command(.delete, row), .enter(["text": "x"], 1), Command(.move(.down), row), .make([:]),
      Command(.action("shout"), row), Command(.undo([.remove(1)])),
    ]
    for command in commands {
      await #expect(throws: TableCommandError.notAllowed, "\(command)") { try await visitor.run(command) }
    }
    #expect(table.contents.rowCount == 5)
    // What changes nothing is for everybody.
    #expect(try await visitor.run(.action("whisper"), 1).message == "a")
    #expect(try await visitor.run(.select, 1).selected == [1])
  }

  @Test func headersOfSectionsHaveActions() async throws {
    let result = try await events().run(.viewAction("clear", .sectionHeader(0)))
    #expect(result.message == "Cleared First." && table.contents.ids == [[], [4, "5"]])
    await #expect(throws: TableError.notFound("There is no header-1")) {
      try await events().run(.viewAction("clear", .sectionHeader(1)))
    }
    await #expect(throws: TableCommandError.notAllowed) {
      try await events(mayChange: false).run(.viewAction("clear", .sectionHeader(0)))
    }
  }

  @Test func theVersionThatWasSeenIsHeldAgainstTheRow() async throws {
    let seen = RowVersion(Note(id: 1, text: "a"))
    let result = try await events().run(.enter(["text": "new"]), 1, seen: seen)
    #expect((result.rows.first?.cell as? Note)?.text == "new")
    let conflict = try await #require(throws: EditConflict.self) {
      try await events().run(.action("whisper"), 1, seen: seen)
    }
    #expect(conflict.current?.version == RowVersion(Note(id: 1, text: "new")))
    _ = try await events().run(.undo(result.undo))
    #expect(table.contents.row(withID: 1)?.base as? Note == Note(id: 1, text: "a"))
  }

  @Test func aDeletedRowIsNoLongerChosen() async throws {
    let result = try await events().run(.delete, 1, selected: [1, 4])
    #expect(result.selected == [4] && result.message == "Deleted.")
    await #expect(throws: TableCommandError.impossible("Rows can't be inserted here")) {
      try await events().run(.insertHere, 4)
    }
  }

  @Test(
    arguments: [
      (MoveTarget.up, [[2, 1, 3], [4, "5"]]), (.down, [[1, 3, 2], [4, "5"]]),
      (.before(1), [[2, 1, 3], [4, "5"]]), (.after(3), [[1, 3, 2], [4, "5"]]), (.before(3), [[1, 2, 3], [4, "5"]]),
      (.after(1), [[1, 2, 3], [4, "5"]]), (.after(2), [[1, 2, 3], [4, "5"]]), (.before("5"), [[1, 3], [4, 2, "5"]]),
      (.after(4), [[1, 3], [4, 2, "5"]]), (.position(CellPosition(section: 1, row: 9)), [[1, 3], [4, "5", 2]]),
    ] as [(MoveTarget, [[RowKey]])])
  func rowsAreMovedToWhereTheyAreAskedToGo(target: MoveTarget, expected: [[RowKey]]) async throws {
    _ = try await events().run(.move(target), 2)
    #expect(table.contents.ids == expected)
  }

  @Test func overTheEdgeOfASectionIsTheOneBesideIt() async throws {
    _ = try await events().run(.move(.up), 4)
    #expect(table.contents.ids == [[1, 2, 3, 4], ["5"]])
    _ = try await events().run(.move(.down), 4)
    #expect(table.contents.ids == [[1, 2, 3], [4, "5"]])
    #expect(try await events().run(.move(.up), 1).undo.isEmpty)
    #expect(try await events().run(.move(.down), "5").undo.isEmpty)
  }

  @Test func fieldsThatThereAreNotAreNamed() async throws {
    await #expect(throws: TableCommandError.impossible("Unknown field “size”; use one of: text")) {
      try await events().run(.enter(["size": "1"]), 1)
    }
    await #expect(throws: TableCommandError.impossible("This row can't be edited")) {
      try await events().run(.enter(["text": "1"]), 4)
    }
  }

  @Test func aNumberAndTheTextThatLooksLikeItAreTwoRows() async throws {
    #expect(try await events().row("5")?.cell.id == "5")
    #expect(try await events().row(5) == nil)
  }

  @Test func severalRowsAreFoundInTheOrderInWhichTheyAreAskedFor() async throws {
    #expect(try await events().rows([4, "5", 5, 77, 1]).map(\.cell.id) == [4, "5", 1])
    // A table that doesn't find them itself is gone through once: three pages of two rows.
    let asked = AskedTable(table: table)
    let found = try await TableEvents(asked, handlers: handlers).rows([77, 78, 79, 1])
    #expect(found.map(\.cell.id) == [1] && asked.pages.withLock { $0 } == 3)
  }

  @Test func rowsOfTablesThatCanNotBeEditedAreFoundToo() async throws {
    let reading = ReadingTable(table: table)
    let events = TableEvents(reading, handlers: handlers, selection: .single, visitor: TableVisitor(mayChange: true))
    #expect(try await events.run(.select, "5").selected == ["5"])
    #expect(try await events.rows(["5", 5, 77, 2]).map(\.cell.id) == ["5", 2])
    await #expect(throws: TableCommandError.impossible("The rows of this table can't be changed")) {
      try await events.run(.delete, 1)
    }
    await #expect(throws: TableCommandError.impossible("This row can't be moved")) {
      try await events.run(.move(.down), 1)
    }
  }

  @Test func beginningAndEndOfEditingAreTold() async throws {
    _ = try await events().run(.enter(["text": "x"]), 1)
    _ = try await events().run(.cancel, 1)
    #expect(told.editing.withLock { $0 } == ["ended a", "ended x"])
  }
}

private final class Told: Sendable {
  let editing = Mutex<[String]>([])
}

private struct ChosenNotes: SelectionPolicy, DeselectionPolicy, SelectionHandler, ActionHandler, EditHandler,
  EditObserver
{
  typealias ViewModel = Note
  let fields = [EditField("text")]
  let told: Told

  func willSelect(_ row: SelectableRow) -> SelectionChoice { row.viewModel.text == "locked" ? .refused(nil) : .this }
  func didSelect(_ row: SelectedRow) -> EventOutcome {
    row.viewModel.id == 1 ? .message("Chose \(row.viewModel.text) for \(row.visitor.name ?? "nobody").") : .nothing
  }
  func willDeselect(_ row: DeselectableRow) -> SelectionChoice {
    row.viewModel.text == "kept" ? .refused("Kept.") : .this
  }
  func didDeselect(_ row: SelectedRow) -> EventOutcome { .message("Gave up \(row.viewModel.text).") }
  func actions(_ target: ActionTarget) -> [RowAction] {
    [RowAction("shout", title: "Shout"), RowAction("whisper", title: "Whisper", changesTable: false)]
  }
  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome { .message(target.viewModel.text) }
  func viewModel(_ edit: Edit) -> Note { Note(id: edit.id, text: edit["text"]) }
  func willBeginEditing(_ row: EditedRow) {}
  func didEndEditing(_ row: EditedRow) {
    if row.viewModel.id == 1 { told.editing.withLock { $0.append("ended \(row.viewModel.text)") } }
  }
}

private struct ClearedSections: ActionHandler {
  typealias ViewModel = TitleViewModel
  func actions(_ target: ActionTarget) -> [RowAction] { [RowAction("clear", title: "Clear")] }
  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome {
    guard case .sectionHeader(let place) = target.place, let table = target.table.source as? MemoryTable<AnyRow> else {
      return .nothing
    }
    return .edits(
      table.contents.sections[place].rows.map { .remove($0.id) }, "Cleared \(target.viewModel.title).")
  }
}

/// Counts the pages that it is asked for.
private final class AskedTable: TableViewModelProvider {
  let table: MemoryTable<AnyRow>
  let pages = Mutex(0)

  init(table: MemoryTable<AnyRow>) { self.table = table }

  func page(_ query: TableQuery) async throws -> TablePage {
    pages.withLock { $0 += 1 }
    return try await ReadingTable(table: table).page(query)
  }
}

/// The same rows, only to be read, two a page at most.
private struct ReadingTable: TableViewModelProvider {
  let table: MemoryTable<AnyRow>

  func page(_ query: TableQuery) async throws -> TablePage {
    var query = query
    query.pageSize = min(query.pageSize, 2)
    return try await table.page(query)
  }
}
