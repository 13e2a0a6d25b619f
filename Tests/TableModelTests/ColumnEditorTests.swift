import TableModel
import Testing

private enum Rig: String, CaseIterable, ColumnReadable { case schooner, ketch, sloop }

private struct Berth: CellViewModel, Equatable {
  let id: RowKey
  var boat = "new boat", rig = Rig.sloop, length: Double?, crew = 1, isPaid = false, due: String?
  let quay = "west"
}

/// Tables in memory whose rows are made and changed by their columns.
@Suite struct ColumnEditorTests {
  private let table: MemoryTable<Berth>
  private let handlers: EventHandlerMap

  init() throws {
    table = try MemoryTable(
      "Berths",
      columns: [
        .init("boat", \.boat, title: "Boat"), .init("rig", \.rig), .init("length", \.length), .init("crew", \.crew),
        .init("paid", \.isPaid), .init("due", \.due, type: .date), .init("quay", \.quay),
        .init("letters") { $0.boat.count },
      ], rows: [Berth(id: 1, boat: "Fram", rig: .schooner, length: 39)], new: { Berth(id: $0) })
    var handlers = EventHandlerMap()
    table.addEditing(to: &handlers)
    self.handlers = handlers
  }

  private var place: EventTable { EventTable(table) }

  private func row() throws -> any HandledRow {
    handlers.row(try #require(table.contents.row(withID: 1)), table: place)
  }

  @Test func columnsWithWritablePathsAreFieldsOfTheirTypes() throws {
    let fields = try row().fields
    #expect(fields.map(\.name) == ["boat", "rig", "length", "crew", "paid", "due"])
    #expect(
      fields.map(\.kind) == [.text, .choice(["schooner", "ketch", "sloop"]), .number, .integer, .boolean, .date])
    #expect(fields.map(\.isRequired) == [false, true, false, true, false, false])
    #expect(fields.map(\.title) == ["Boat", "rig", "length", "crew", "paid", "due"])
    #expect(fields.map(\.initial) == ["new boat", "sloop", "", "1", "0", ""])
    #expect(try row().fieldValues() == ["Fram", "schooner", "39.0", "1", "0", ""])
  }

  @Test func whatIsEnteredBecomesValuesOfTheirTypes() async throws {
    let edit = try await row().change(by: [
      ColumnValue("rig", .text("ketch")), ColumnValue("length", .text("")), ColumnValue("crew", .text("12")),
      ColumnValue("paid", .text("on")), ColumnValue("due", .text("2026-05-01")),
    ])
    guard case .replace(let cell, _) = edit, let berth = cell as? Berth else {
      Issue.record("\(edit)")
      return
    }
    #expect(
      berth
        == Berth(id: 1, boat: "Fram", rig: .ketch, length: nil, crew: 12, isPaid: true, due: "2026-05-01"))
  }

  private enum Size: String, CaseIterable, ColumnReadable { case small = "10", large = "20" }
  private struct Sail: CellViewModel {
    let id: RowKey
    var maker: RowKey = "7", made: RowKey = 1_999, name: String? = "", size = Size.small,
      note: RecordValue = .integer(5)
  }

  @Test func whatNobodyChangesStaysTheValueThatItIs() async throws {
    let sail = Sail(id: 1)
    let sails = try MemoryTable(
      "Sails",
      columns: [
        .init("maker", \.maker), .init("made", \.made), .init("name", \.name), .init("size", \.size),
        .init("note", \.note),
      ], rows: [sail], new: { Sail(id: $0) })
    var handlers = EventHandlerMap()
    sails.addEditing(to: &handlers)
    let row = handlers.row(sail, table: EventTable(sails))
    let edit = try await row.change(by: [ColumnValue("size", .text("20")), ColumnValue("made", .text("2001"))])
    guard case .replace(let cell, _) = edit, let changed = cell as? Sail else {
      Issue.record("\(edit)")
      return
    }
    #expect(changed.size == .large && changed.made == 2_001)
    #expect(changed.maker == "7" && changed.name == "" && changed.note == .integer(5))
  }

  @Test(arguments: [
    ("rig", "raft"), ("crew", "1.5"), ("crew", "many"), ("crew", ""), ("crew", "99999999999999999999"),
    ("length", "long"),
    ("paid", "perhaps"), ("due", "2026-02-30"),
  ])
  func whatAColumnCannotHoldIsToldBesideItsField(_ field: String, _ text: String) async throws {
    let row = try row()
    let error = await #expect(throws: FieldErrors.self) { try await row.change(by: [ColumnValue(field, .text(text))]) }
    #expect(error?.messages[field] != nil, "\(String(describing: error))")
  }

  @Test func columnsWithoutWritablePathsAreNotChanged() async throws {
    let row = try row()
    for field in ["quay", "letters", "id"] {
      await #expect(throws: TableCommandError.self) { try await row.change(by: [ColumnValue(field, .text("x"))]) }
    }
  }

  @Test func aNewRowHasWhatWasNotEnteredAsItIsMade() async throws {
    let insertion = try #require(handlers.insertions.first)
    let cell = try await insertion.row(["boat": "Gjøa", "rig": "sloop", "crew": "6"], table: place)
    let berth = try #require(cell as? Berth)
    #expect(berth == Berth(id: berth.id, boat: "Gjøa", rig: .sloop, crew: 6) && berth.id != 1)
  }

  @Test func aHandlerTakesThePlaceOfWhatItDoesItself() throws {
    struct OwnHandler: EditHandler {
      typealias ViewModel = Berth
      let fields = [EditField("boat")]
      func viewModel(_ edit: EditEvent<Berth>) -> Berth { Berth(id: edit.id) }
    }
    struct OwnActions: ActionHandler {
      typealias ViewModel = Berth
      func actions(_ target: ActionTarget) -> [RowAction] { [RowAction("sail", title: "Sail")] }
      func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome { .nothing }
    }
    let berth = try #require(table.contents.row(withID: 1))
    var handlers = EventHandlerMap()
    try handlers.register(OwnHandler())
    handlers.allowInsertions(OwnHandler(), title: "Own")
    table.addEditing(to: &handlers)
    #expect(handlers.row(berth, table: place).fields.map(\.name) == ["boat"])
    #expect(handlers.insertions.map(\.title) == ["Own"])
    handlers = EventHandlerMap()
    try handlers.register(OwnActions())
    table.addEditing(to: &handlers)
    #expect(handlers.row(berth, table: place).fields.count == 6)
    #expect(handlers.row(berth, table: place).actions.map(\.name) == ["sail"])
  }

  @Test func withoutNewNothingIsEdited() throws {
    let table = try MemoryTable("Berths", columns: [.init("boat", \.boat)], rows: [Berth(id: 1)])
    var handlers = EventHandlerMap()
    table.addEditing(to: &handlers)
    #expect(handlers.insertions.isEmpty && handlers.row(Berth(id: 1), table: EventTable(table)).fields.isEmpty)
  }
}
