import Synchronization
import TableEditing
import TableModel
import Testing

/// Choices that come from data.
@Suite struct ChoiceTests {
  private let people = People()
  private let events: TableEvents
  private let table: MemoryTable<Note>

  init() throws {
    table = try MemoryTable("Notes", rows: [Note(id: 1, text: "Ada"), Note(id: 2, text: "Alan")])
    var handlers = EventHandlerMap()
    let handler = AssignedNotes(people: people)
    try handlers.register(handler)
    handlers.allowInsertions(handler, title: "New note")
    events = TableEvents(table, handlers: handlers, visitor: TableVisitor(name: "Grace", mayChange: true))
  }

  @Test func aFormOffersTheChoicesOfTheMoment() async throws {
    let row = try #require(try await events.row(1))
    #expect(events.handler(of: row).fields.map(\.kind) == [.choice([])])
    people.add("Barbara")
    let shown = try await events.offeringChoices(editing: [1])
    let choices = EditField.Kind.choice(["Ada", "Alan", "Barbara", "Grace"])
    #expect(shown.handler(of: row).fields.map(\.kind) == [choices])
    #expect(shown.handlers.insertions[0].fields.map(\.kind) == [choices])
    #expect(shown.sharedFields(of: [row]).map(\.kind) == [choices])
  }

  @Test func whatIsEnteredIsComparedWithTheChoicesOfTheMoment() async throws {
    for command in [
      Command.enter(["text": "Barbara"], 1), .make(["text": "Barbara"]), .enter(["text": "Barbara"], 1, 2),
    ] {
      let error = await #expect(throws: FieldErrors.self) { try await events.run(command) }
      #expect(error?.messages == ["text": "“Barbara” isn't one of Ada, Alan, Grace"])
    }
    people.add("Barbara")
    _ = try await events.run(.enter(["text": "Barbara"]), 1)
    _ = try await events.run(.make([["text": "Barbara"], ["text": "Grace"]]))
    _ = try await events.run(.enter(["text": "Barbara"]), [ChosenRow(1), ChosenRow(2)])
    #expect(table.contents.sections[0].rows.map { $0.text } == ["Barbara", "Barbara", "Barbara", "Grace"])
  }

  @Test func whoMayNotChangeTheTableGetsNoForm() async throws {
    let reader = TableEvents(table, handlers: events.handlers)
    await #expect(throws: TableCommandError.notAllowed) { try await reader.insertion(0) }
  }
}

private final class People: Sendable {
  private let names = Mutex(["Ada", "Alan"])
  func add(_ name: String) { names.withLock { $0.append(name) } }
  func all(and visitor: String?) async -> [String] {
    await Task.yield()
    return names.withLock { $0 } + [visitor].compactMap(\.self)
  }
}

private struct AssignedNotes: EditHandler, ChoiceProvider {
  typealias ViewModel = Note
  let people: People
  let fields = [EditField("text", .choice([]))]

  func choices(of field: EditField, _ form: Form) async throws -> [String] { await people.all(and: form.visitor.name) }
  func viewModel(_ edit: Edit) -> Note { Note(id: edit.id, text: edit["text"]) }
}
