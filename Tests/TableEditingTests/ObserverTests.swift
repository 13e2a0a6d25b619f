import Synchronization
import TableEditing
import TableModel
import Testing

/// What handlers are told after it has been stored.
@Suite struct ObserverTests {
  private let table: MemoryTable<AnyRow>
  private let log = Log()
  private let events: TableEvents

  init() throws {
    table = try MemoryTable("Notes", rows: [Note(id: 1, text: "a"), Note(id: 2, text: "b"), Mark(id: 3)])
    var handlers = EventHandlerMap()
    try handlers.register(FollowingNotes(log: log, table: table))
    handlers.allowInsertions(FollowingNotes(log: log, table: table), title: "New note")
    events = TableEvents(table, handlers: handlers, visitor: TableVisitor(name: "Ada", mayChange: true))
  }

  @Test func whatIsStoredIsToldAsItWasAndAsItIs() async throws {
    _ = try await events.run(.enter(["text": "new"]), 1)
    _ = try await events.run(.make([["text": "c"]]))
    _ = try await events.run(.delete, 2)
    #expect(log.taken == ["a → new of 3 for Ada", "none → c of 4 for Ada", "b → none of 3 for Ada"])
  }

  @Test func whatIsMovedIsToldWithWhereItWas() async throws {
    _ = try await events.run(.move(.down), 1)
    // Nobody follows marks.
    _ = try await events.run(.move(.up), 3)
    #expect(log.taken == ["a from row 1 of section 1 to row 2 of section 1"])
  }

  @Test func undoingIsToldToo() async throws {
    let edit = try await events.run(.enter(["text": "new"]), 1)
    let deletion = try await events.run(.delete, [ChosenRow(1), ChosenRow(2)])
    let move = try await events.run(.move(.up), 3)
    _ = log.taken
    for undo in [move.undo, deletion.undo, edit.undo] { _ = try await events.run(.undo(undo)) }
    #expect(log.taken == ["none → b of 3 for Ada", "none → new of 3 for Ada", "new → a of 3 for Ada"])
  }

  @Test func whatIsRefusedIsNotTold() async throws {
    await #expect(throws: TableError.self) {
      try await events.run(.undo([.replace(Note(id: 1, text: "x")), .remove(9)]))
    }
    await #expect(throws: FieldErrors.self) { try await events.run(.enter(["text": ""]), 1) }
    #expect(log.taken.isEmpty)
  }
}

private final class Log: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  /// The lines since the last look.
  var taken: [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

private struct FollowingNotes: StoreObserver, MoveObserver, EditHandler {
  typealias ViewModel = Note
  let log: Log
  let table: MemoryTable<AnyRow>
  let fields = [EditField("text", isRequired: true)]

  func viewModel(_ edit: Edit) -> Note { Note(id: edit.id, text: edit["text"]) }
  func didStore(_ row: StoredRow) async {
    let change = "\(row.old?.text ?? "none") → \(row.new?.text ?? "none")"
    log.add("\(change) of \(table.contents.rowCount) for \(row.visitor.name ?? "nobody")")
  }
  func didMove(_ row: MovedRow, from source: CellPosition) async {
    log.add("\(row.viewModel.text) from \(source) to \(row.position?.description ?? "no place")")
  }
}
