import TableModel
import Testing

/// Handlers whose functions don't quite fit, so that the defaults stand in for them: nothing that somebody did is dropped unsaid.
@Suite struct HandlerDefaultTests {
  let table: MemoryTable

  init() throws {
    table = try MemoryTable(
      "Notes",
      sections: [
        TableSection(header: TitleViewModel("First"), cells: [Note(id: 1, text: "a"), Note(id: 2, text: "b")])
      ])
  }

  private func events(_ register: (inout EventHandlerMap) throws -> Void) throws -> TableEvents {
    var handlers = EventHandlerMap()
    try register(&handlers)
    return TableEvents(table, handlers: handlers, visitor: EventVisitor(mayChange: true))
  }

  @Test func fieldsWithoutAFunctionThatMakesTheRowStoreNothing() async throws {
    let events = try events {
      try $0.register(MisspeltNotes.self)
      $0.allowInsertions(MisspeltNotes.self, title: "New note")
    }
    let row = ChosenRow(1)
    for command in [
      TableCommand.update(1, ["text": "lost"]), .updateAll(["text": "lost"], [row, ChosenRow(2)]),
      .insert(["text": "lost"]),
    ] {
      let error = await #expect(throws: FieldErrors.self, "\(command)") { try await events.run(command) }
      #expect(error?.message?.contains("nothing was") == true || error?.message?.contains("Nothing was") == true)
    }
    await #expect(throws: TableCommandError.self) { try await events.run(.paste([["text": "lost"]])) }
    #expect(table.contents.ids == [[1, 2]] && (table.contents.cell(withID: 1) as? Note)?.text == "a")
  }

  @Test func actionsAndInsertionsThatAreOfferedAndNotDoneAreErrorsThatNameTheHandler() async throws {
    let events = try events {
      try $0.register(MisspeltNotes.self)
      try $0.register(MisspeltHeader.self)
    }
    for command in [
      TableCommand.action("shout", 1), .performAll("shout", [ChosenRow(1), ChosenRow(2)]), .commit(.insert, 2),
      .viewAction("clear", .sectionHeader(0)),
    ] {
      do {
        let result = try await events.run(command)
        Issue.record("\(command) said \(result.message ?? "nothing")")
      } catch TableCommandError.unhandled(let what) {
        #expect(what.contains("Misspelt") && (what.contains("perform") || what.contains("commit")))
      }
    }
    #expect(table.contents.ids == [[1, 2]])
  }

  @Test func whatChangesNothingIsNotSaidToBeSaved() async throws {
    let events = try events { try $0.register(CarelessNotes.self) }
    #expect(try await events.run(.update(1, ["text": "a"])).message == "Nothing was changed.")
    #expect(try await events.run(.update(1, ["text": "ignored"])).message == "Nothing was changed.")
    #expect(try await events.run(.update(1, ["text": "new"])).message == "Saved.")
    let both = [ChosenRow(1), ChosenRow(2)]
    #expect(try await events.run(.updateAll(["text": "new"], both)).message == "Changed 1 row.")
    #expect(try await events.run(.updateAll(["text": "ignored"], both)).message == "Nothing was changed.")
  }

  @Test func noFieldsAreNoChangeAndUnknownOnesAreNotDropped() async throws {
    let events = try events {
      try $0.register(CarelessNotes.self)
      $0.allowInsertions(CarelessNotes.self, title: "New note")
    }
    for command in [
      TableCommand.update(1, [:]), .updateAll([:], [ChosenRow(1)]), .insert([:]),
      .insert(["text": "x", "colour": "red"]),
    ] {
      await #expect(throws: FieldErrors.self, "\(command)") { try await events.run(command) }
    }
    await #expect(throws: TableCommandError.self) { try await events.run(.paste([["text": "x", "colour": "red"]])) }
    await #expect(throws: TableCommandError.self) { try await events.run(.update(1, ["text": "x", "colour": "red"])) }
    #expect(table.contents.ids == [[1, 2]])
  }

  @Test func aRowThatBecomesAnotherOverwritesNothing() async throws {
    let events = try events { try $0.register(CarelessNotes.self) }
    for command in [TableCommand.update(1, ["text": "other"]), .updateAll(["text": "other"], [ChosenRow(1)])] {
      await #expect(throws: TableCommandError.self) { try await events.run(command) }
    }
    #expect((table.contents.cell(withID: 2) as? Note)?.text == "b")
  }
}

/// Every function has a label or a type too much, so that none of them is the protocol's.
private struct MisspeltNotes: CellEventHandler {
  static let fields = [EditField("text")]

  func viewModel(_ values: [String: String], replacing old: Note, id: RowKey) throws(FieldErrors) -> Note {
    Note(id: id, text: values["text"] ?? "")
  }

  func menuActions(_ event: TableEvent<Note>) -> [RowAction] { [RowAction("shout", title: "Shout")] }

  func perform(action: RowAction, _ event: TableEvent<Note>) async throws -> EventOutcome {
    .edits([.remove(event.viewModel.id)])
  }

  func editingStyle(_ event: TableEvent<Note>) -> EditingStyle { event.viewModel.id == 2 ? .insert : .delete }

  func commit(style: EditingStyle, _ event: TableEvent<Note>) async throws -> EventOutcome {
    .edits([.insert(Note(id: 9))])
  }
}

private struct MisspeltHeader: ViewEventHandler {
  func menuActions(_ event: TableEvent<TitleViewModel>) -> [RowAction] { [RowAction("clear", title: "Clear")] }

  func perform(_ action: String, _ event: TableEvent<TitleViewModel>) async throws -> EventOutcome {
    .edits([.remove(1), .remove(2)])
  }
}

/// Doesn't take some texts, and makes another row of one.
private struct CarelessNotes: CellEventHandler {
  static let fields = [EditField("text")]

  func viewModel(_ values: [String: String], replacing old: Note?, id: RowKey) throws(FieldErrors) -> Note {
    switch values["text"] {
    case "ignored": old ?? Note(id: id)
    case "other": Note(id: 2, text: "overwritten")
    case let text: Note(id: id, text: text ?? "")
    }
  }
}
