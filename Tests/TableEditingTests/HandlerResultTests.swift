import TableEditing
import TableModel
import Testing

/// What handlers make of what was entered: nothing that a visitor did is dropped unsaid.
@Suite struct HandlerResultTests {
  let table: MemoryTable<Note>
  let events: TableEvents

  init() throws {
    table = try MemoryTable("Notes", rows: [Note(id: 1, text: "a"), Note(id: 2, text: "b")])
    var handlers = EventHandlerMap()
    try handlers.register(CarelessNotes())
    handlers.allowInsertions(CarelessNotes(), title: "New note")
    events = TableEvents(table, handlers: handlers, visitor: TableVisitor(mayChange: true))
  }

  @Test func whatChangesNothingIsNotSaidToBeSaved() async throws {
    #expect(try await events.run(.enter(["text": "a"]), 1).message == "Nothing was changed.")
    #expect(try await events.run(.enter(["text": "ignored"]), 1).message == "Nothing was changed.")
    #expect(try await events.run(.enter(["text": "new"]), 1).message == "Saved.")
    let both = [ChosenRow(1), ChosenRow(2)]
    #expect(try await events.run(.enter(["text": "new"]), both).message == "Changed 1 row.")
    #expect(try await events.run(.enter(["text": "ignored"]), both).message == "Nothing was changed.")
  }

  @Test func noFieldsAreNoChangeAndUnknownOnesAreNotDropped() async throws {
    for command in [
      Command.enter([:], 1), .enter([:], 1, 2), .make([:]), .make(["text": "x", "colour": "red"]),
    ] {
      await #expect(throws: FieldErrors.self, "\(command)") { try await events.run(command) }
    }
    await #expect(throws: TableCommandError.self) { try await events.run(.enter(["text": "x", "colour": "red"]), 1) }
    #expect(table.contents.ids == [[1, 2]])
  }

  @Test func aRowThatBecomesAnotherOverwritesNothing() async throws {
    for command in [Command.enter(["text": "other"], 1), .enter(["text": "other"], 1, 2)] {
      await #expect(throws: TableCommandError.self) { try await events.run(command) }
    }
    #expect(table.contents.row(withID: 2)?.text == "b")
  }

  @Test func anErrorThatIsAboutNoFieldFailsTheWholeCommand() async throws {
    for command in [
      Command.enter(["text": "broken"], 1), .enter(["text": "broken"], 1, 2), .make(["text": "broken"]),
      .make(["text": "fine"], ["text": "broken"]),
    ] {
      await #expect(throws: BrokenService.self, "\(command)") { try await events.run(command) }
    }
    #expect(table.contents.ids == [[1, 2]])
  }
}

private struct BrokenService: Error {}

/// Doesn't take some texts, makes another row of one, and asks a service that is broken about one.
private struct CarelessNotes: EditHandler {
  typealias ViewModel = Note
  let fields = [EditField("text")]

  func viewModel(_ edit: Edit) async throws -> Note {
    await Task.yield()
    switch edit["text"] {
    case "ignored": return edit.old ?? Note(id: edit.id)
    case "other": return Note(id: 2, text: "overwritten")
    case "broken": throw BrokenService()
    case let text: return Note(id: edit.id, text: text)
    }
  }
}
