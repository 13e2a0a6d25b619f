import TableEditing
import TableModel
import Testing

/// What is done to several rows at once, from Swift.
@Suite struct TogetherTests {
  let table: MemoryTable<AnyRow>
  let handlers: EventHandlerMap

  init() throws {
    table = try MemoryTable(
      "Notes",
      sections: [
        TableSection(rows: [Note(id: 1, text: "a"), Note(id: 2, text: "b"), Note(id: 3, text: "pinned")]),
        TableSection(rows: [Note(id: 4, text: "d"), Mark(id: 5)]),
      ])
    var handlers = EventHandlerMap()
    try handlers.register(NoteHandler())
    self.handlers = handlers
  }

  private func events(mayChange: Bool = true, maximumRows: Int? = nil) -> TableEvents {
    TableEvents(
      table, handlers: handlers, selection: .multiple, visitor: TableVisitor(mayChange: mayChange),
      maximumRows: maximumRows)
  }

  @Test func rowsAreDeletedTogetherAndComeBackTogether() async throws {
    let result = try await events().run(.delete, [ChosenRow(4), ChosenRow(1), ChosenRow(1)], selected: [1, 4, 2])
    #expect(table.contents.ids == [[2, 3], [5]] && result.message == "Deleted 2 rows." && result.selected == [2])
    _ = try await events().run(.undo(result.undo))
    #expect(table.contents.ids == [[1, 2, 3], [4, 5]])
  }

  @Test func oneThatCannotBeDeletedKeepsThemAll() async throws {
    let result = try await events().run(.delete, [ChosenRow(1), ChosenRow(3)], selected: [1, 3])
    #expect(
      result.isRefused && result.message == "Nothing was deleted: “pinned” can't be deleted."
        && result.selected == [1, 3])
    #expect(table.contents.rowCount == 5)
    #expect(
      events().undeletable([TableRow(Note(id: 1)), TableRow(Note(id: 3, text: "pinned"))]).map(\.name) == ["pinned"])
  }

  @Test func anActionIsPerformedOnAllOrOnNone() async throws {
    let done = try await events().run(.action("shout"), [ChosenRow(1), ChosenRow(4)])
    #expect(texts == ["A", "b", "pinned", "D"] && done.message == "Shout: 2 rows.")
    // “A” is as loud as can be: its handler offers no more.
    let refused = try await events().run(.action("shout"), [ChosenRow(2), ChosenRow(1)])
    #expect(refused.isRefused && refused.message == "Nothing was done: “Shout” isn't available for “A”.")
    let thrown = try await events().run(.action("burn"), [ChosenRow(2), ChosenRow(3)])
    #expect(thrown.isRefused && thrown.message == "Nothing was done, because of “pinned”: It is damp.")
    #expect(texts == ["A", "b", "pinned", "D"])
    _ = try await events().run(.undo(done.undo))
    #expect(texts == ["a", "b", "pinned", "d"])
  }

  @Test func valuesAreEnteredIntoAllRowsOrIntoNone() async throws {
    let done = try await events().run(.enter(["text": "same"]), [ChosenRow(1), ChosenRow(4), ChosenRow(1)])
    #expect(texts == ["same", "b", "pinned", "same"] && done.message == "Changed 2 rows." && done.rows.count == 2)
    _ = try await events().run(.undo(done.undo))
    #expect(texts == ["a", "b", "pinned", "d"])
    // A handler that doesn't take them keeps all rows as they are, and is named.
    let refused = try await #require(throws: FieldErrors.self) {
      try await events().run(.enter(["text": "same"]), [ChosenRow(1), ChosenRow(3)])
    }
    #expect(refused.sentences == ["Nothing was changed, because of “pinned”: It stays as it is"])
    // What suits no row names none.
    let long = try await #require(throws: FieldErrors.self) {
      try await events().run(.enter(["text": String(repeating: "x", count: 21)]), [ChosenRow(1), ChosenRow(2)])
    }
    #expect(long == FieldErrors(["text": "text takes at most 20 characters"]))
    for values in [[:], ["text": "x", "colour": "red"]] {
      await #expect(throws: (any Error).self) {
        try await events().run(.enter(values), [ChosenRow(1), ChosenRow(2)])
      }
    }
    let seen = RowVersion(Note(id: 2, text: "B"))
    await #expect(throws: EditConflict.self) {
      try await events().run(.enter(["text": "x"]), [ChosenRow(1), ChosenRow(2, version: seen)])
    }
    await #expect(throws: TableCommandError.notAllowed) {
      try await events(mayChange: false).run(.enter(["text": "x"]), [ChosenRow(1)])
    }
    await #expect(throws: TableCommandError.impossible("This row can't be edited")) {
      try await events().run(.enter(["text": "x"]), [ChosenRow(1), ChosenRow(5)])
    }
    #expect(texts == ["a", "b", "pinned", "d"])
    let notes = [TableRow(Note(id: 1)), TableRow(Note(id: 2))]
    #expect(events().sharedFields(of: notes).map(\.name) == ["text"])
    #expect(events().sharedFields(of: notes + [TableRow(Mark(id: 5))]).isEmpty)
  }

  @Test func whatEachRowAddsStandsBesideIt() async throws {
    let result = try await events().run(.action("double"), [ChosenRow(1), ChosenRow(2), ChosenRow(4)])
    #expect(table.contents.ids == [[1, "1+", 2, "2+", 3], [4, "4+", 5]])
    _ = try await events().run(.undo(result.undo))
    #expect(table.contents.ids == [[1, 2, 3], [4, 5]])
    // Rows that go to the end keep their order.
    _ = try await events().run(.action("last"), [ChosenRow(1), ChosenRow(2)])
    #expect(table.contents.ids == [[3, 1, 2], [4, 5]])
  }

  @Test func actionsThatAllRowsOfferAreShared() {
    let note = TableRow(Note(id: 1, text: "a")), loud = TableRow(Note(id: 2, text: "A"))
    #expect(events().sharedActions(of: [note, loud]).map(\.name) == ["burn", "double", "last"])
    #expect(events().sharedActions(of: [note]).map(\.name) == ["shout", "burn", "double", "last"])
    #expect(
      events().sharedActions(of: [note, TableRow(Mark(id: 5))]).isEmpty && events().sharedActions(of: []).isEmpty)
  }

  @Test func oneThatHasChangedKeepsThemAll() async throws {
    let seen = RowVersion(Note(id: 2, text: "B"))
    let conflict = try await #require(throws: EditConflict.self) {
      try await events().run(.delete, [ChosenRow(1), ChosenRow(2, version: seen)])
    }
    #expect(conflict.id == 2 && table.contents.rowCount == 5)
    await #expect(throws: EditConflict.self) {
      try await events().run(.delete, [ChosenRow(1), ChosenRow(77, version: seen)])
    }
    await #expect(throws: TableCommandError.notAllowed) {
      try await events(mayChange: false).run(.delete, [ChosenRow(1)])
    }
    await #expect(throws: TableCommandError.notAllowed) {
      try await events(mayChange: false).run(.action("shout"), [ChosenRow(1)])
    }
    await #expect(throws: TableCommandError.impossible("No row is selected")) { try await events().run(.delete, []) }
    let many = (0...TableEvents.togetherLimit).map { ChosenRow(RowKey($0)) }
    await #expect(throws: TableCommandError.impossible("At most 1000 rows can be changed at once")) {
      try await events().run(.delete, many)
    }
  }

  // MARK: Room

  @Test func aTableIsFilledUpToItsNumberOfRows() async throws {
    await #expect(throws: TableCommandError.full(6)) {
      try await events(maximumRows: 6).run(.action("double"), [ChosenRow(1), ChosenRow(2)])
    }
    #expect(table.contents.rowCount == 5)
    _ = try await events(maximumRows: 6).run(.action("double"), [ChosenRow(1)])
    #expect(table.contents.rowCount == 6)
    // One that holds too many already may still be changed, and become smaller.
    let result = try await events(maximumRows: 3).run(.delete, [ChosenRow(1)])
    _ = try await events(maximumRows: 3).run(.action("shout"), [ChosenRow(2)])
    await #expect(throws: TableCommandError.full(3)) { try await events(maximumRows: 3).run(.undo(result.undo)) }
    #expect(table.contents.rowCount == 5)
  }

  @Test func ofManyWhoTakeTheLastPlaceOneGetsIt() async throws {
    let table = table
    let taken = await withTaskGroup(of: Bool.self) { group in
      for number: Int64 in 0..<64 {
        group.addTask {
          (try? await table.apply([.insert(Note(id: RowKey(100 + number)))], maximumRows: 8)) != nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(taken == 3 && table.contents.rowCount == 8)
  }

  @Test func aTableOfOnesOwnHasTheSameEnd() async throws {
    let counted = CountedTable(table: table)
    await #expect(throws: TableCommandError.full(5)) {
      try await counted.apply([.insert(Note(id: 9))], maximumRows: 5)
    }
    _ = try await counted.apply([.remove(1), .insert(Note(id: 9))], maximumRows: 5)
    #expect(table.contents.rowCount == 5)
  }

  private var texts: [String] { table.contents.sections.flatMap(\.rows).compactMap { ($0.base as? Note)?.text } }
}

private struct NoteHandler: EditHandler, DeletionPolicy, ActionHandler {
  typealias ViewModel = Note
  let fields = [EditField("text", maximumLength: 20)]
  func viewModel(_ edit: Edit) throws -> Note {
    if edit.old?.text == "pinned" { throw FieldErrors("It stays as it is") }
    return Note(id: edit.id, text: edit["text"])
  }
  func deleteConfirmation(_ row: DeletableRow) -> DeleteConfirmation? {
    row.viewModel.text == "pinned" ? nil : DeleteConfirmation()
  }
  func actions(_ target: ActionTarget) -> [RowAction] {
    let isLoud = target.viewModel.text == target.viewModel.text.uppercased()
    return (isLoud ? [] : [RowAction("shout", title: "Shout")]) + [
      RowAction("burn", title: "Burn"), RowAction("double", title: "Double", .trailing),
      RowAction("last", title: "To the end", .trailing),
    ]
  }
  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome {
    let note = target.viewModel
    guard let position = target.position else { return .nothing }
    switch action.name {
    case "double":
      let below = CellPosition(section: position.section, row: position.row + 1)
      return .edits([.insert(Note(id: "\(note.id)+", text: note.text), at: below)])
    case "last": return .edits([.move(note.id, to: CellPosition(section: position.section, row: 2))])
    case "burn": return note.text == "pinned" ? .refused("It is damp.") : .edits([.remove(note.id)])
    default: return .edits([.replace(Note(id: note.id, text: note.text.uppercased()))])
    }
  }
}

/// A table that leaves it to the default how much room there is.
private struct CountedTable: EditableTable {
  let table: MemoryTable<AnyRow>

  func page(_ query: TableQuery) async throws -> TablePage { try await table.page(query) }
  func row(_ id: RowKey) async throws -> TableRow? { try await table.row(id) }
  func rowCounts() async throws -> [Int] { try await table.rowCounts() }
  func view(_ place: SupplementaryPlace) async throws -> (any SupplementaryViewModel)? { try await table.view(place) }
  func apply(_ edits: [TableEdit]) async throws -> StoredEdits { try await table.apply(edits) }
}
