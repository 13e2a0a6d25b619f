import SeededNumbers
import Synchronization
import TableEditing
import TableModel
import Testing

/// What others do to a table between two looks at it: places that were read before don't fit what is read after.
@Suite struct ConcurrentEventTests {
  @Test(arguments: [MoveTarget.up, .down, .before(1), .after(1), .position(CellPosition(section: 7, row: .max))])
  func aSectionThatGoesWhileARowMovesIsAConflict(target: MoveTarget) async throws {
    let memory = try Self.notes()
    let last = try #require(memory.contents.lastSection)
    let table = MeddledTable(memory) { step, table in
      // Between the row and the counts of sections.
      if step == .counts, table.contents.place(of: last.id) != nil {
        try table.update { contents in _ = try contents.removeSection(last.id) }
      }
    }
    let events = TableEvents(table, handlers: EventHandlerMap(), visitor: TableVisitor(mayChange: true))
    switch target {
    case .up, .down:
      let conflict = await #expect(throws: EditConflict.self) { try await events.run(.move(target), 5) }
      #expect(conflict?.id == 5 && conflict?.current == nil)
    default: _ = try await events.run(.move(target), 5)
    }
    let ids: [RowKey] = memory.contents.ids.flatMap(\.self)
    #expect(ids.min { $0.description < $1.description } == 1)
  }

  @Test func placesAtTheEndOfEverythingDontOverflow() async throws {
    let table = try Self.notes()
    var handlers = EventHandlerMap()
    try handlers.register(FarHandler())
    handlers.allowInsertions(FarHandler(), title: "New note")
    let events = TableEvents(table, handlers: handlers, visitor: TableVisitor(mayChange: true))
    // Each goes to the end of its section, however far that is, and is followed while the others do.
    _ = try await events.run(.action("end"), [ChosenRow(1), ChosenRow(2), ChosenRow(3), ChosenRow(1)])
    #expect(table.contents.ids.first == [1, 2, 3])
    _ = try await events.run(.make([["text": "x"]], at: CellPosition(section: .max, row: .max)))
    _ = try await events.run(.move(.position(CellPosition(section: .min, row: .min))), 1)
    _ = try await events.run(.move(.position(CellPosition(section: .max, row: .max))), 1)
    #expect(table.contents.ids.last?.last == 1)
    let far = MeddledTable(table, offset: .max)
    let farEvents = TableEvents(far, handlers: handlers, visitor: TableVisitor(mayChange: true))
    for target in [MoveTarget.up, .down, .before(2), .after(2)] { _ = try? await farEvents.run(.move(target), 1) }
    #expect(CellPosition(section: .max, row: .max).description.hasPrefix("row "))
  }

  /// Whatever is done in whatever order, with whatever happens in between: it is done, or refused with an error of ours; no row is lost or
  /// there twice, and every page shows what there is.
  @Test(arguments: 0..<60)
  func anySequenceOfEventsAmongChangesLeavesAWholeTable(seed: Int) async throws {
    let memory = try Self.notes()
    let chance = Mutex(SeededGenerator(seed: seed))
    let table = MeddledTable(memory) { _, table in
      try chance.withLock { numbers in
        if Int.random(in: 0..<3, using: &numbers) == 0 { try Self.meddle(with: table, &numbers) }
      }
    }
    var handlers = EventHandlerMap()
    try handlers.register(FarHandler())
    handlers.allowInsertions(FarHandler(), title: "New note")
    let events = TableEvents(
      table, handlers: handlers, selection: .multiple, visitor: TableVisitor(mayChange: true), maximumRows: 30)
    var undo: [TableEdit] = []
    for _ in 0..<60 {
      let command = chance.withLock { Self.command(&$0, undo: undo) }
      do {
        let result = try await events.run(command)
        if !result.undo.isEmpty { undo = result.undo }
      } catch is EditConflict {
      } catch is TableCommandError {
      } catch is TableError {
      } catch is FieldErrors {}
      try await Self.check(memory)
    }
  }

  @Test func manyAtOnceLeaveAWholeTable() async throws {
    let table = try Self.notes()
    var handlers = EventHandlerMap()
    try handlers.register(FarHandler())
    handlers.allowInsertions(FarHandler(), title: "New note")
    let events = TableEvents(table, handlers: handlers, visitor: TableVisitor(mayChange: true), maximumRows: 40)
    await withTaskGroup(of: Void.self) { group in
      for seed in 0..<4 {
        group.addTask {
          var numbers = SeededGenerator(seed: seed)
          for step in 0..<200 {
            if step.isMultiple(of: 5) { try? Self.meddle(with: table, &numbers) }
            _ = try? await events.run(Self.command(&numbers, undo: []))
          }
        }
      }
    }
    try await Self.check(table)
  }

  // MARK: Parts

  private static func notes() throws -> MemoryTable<Note> {
    try MemoryTable(
      "Notes",
      sections: [[1, 2, 3], [4], [5, 6]].map { ids in
        TableSection(rows: ids.map { Note(id: RowKey($0), text: "\($0)") })
      })
  }

  /// Somebody else's change of rows or sections.
  private static func meddle(with table: MemoryTable<Note>, _ numbers: inout SeededGenerator) throws {
    let choice = Int.random(in: 0..<5, using: &numbers), number = Int64.random(in: 1...12, using: &numbers)
    let place = Int.random(in: 0..<4, using: &numbers)
    try table.update { contents in
      switch choice {
      case 0:
        guard contents.sections.indices.contains(place) else { return }
        _ = try contents.removeSection(contents.sections[place].id)
      case 1: try contents.addSection(TableSection())
      case 2: if contents.row(withID: RowKey(number)) != nil { _ = try contents.remove(RowKey(number)) }
      case 3: if contents.row(withID: RowKey(number)) == nil { try contents.add(Note(id: RowKey(number))) }
      default:
        if contents.row(withID: RowKey(number)) != nil {
          try contents.replace(Note(id: RowKey(number), text: "new"))
        }
      }
    }
  }

  private static func command(_ numbers: inout SeededGenerator, undo: [TableEdit]) -> Command {
    func id() -> RowKey { RowKey(Int64.random(in: 1...12, using: &numbers)) }
    func place() -> CellPosition {
      let edges = [Int.min, -1, 0, 1, 2, 3, 100, .max]
      return CellPosition(
        section: edges[Int.random(in: 0..<edges.count, using: &numbers)],
        row: edges[Int.random(in: 0..<edges.count, using: &numbers)])
    }
    func rows(_ count: Int) -> [ChosenRow] { (0..<count).map { _ in ChosenRow(id()) } }
    func command() -> (Command.Deed, [ChosenRow]) {
      switch Int.random(in: 0..<14, using: &numbers) {
      case 0: (.move(.up), rows(1))
      case 1: (.move(.down), rows(1))
      case 2: (.move(.before(id())), rows(1))
      case 3: (.move(.after(id())), rows(1))
      case 4: (.move(.position(place())), rows(1))
      case 5: (.delete, rows(1))
      case 6: (.enter(["text": "changed"]), rows(1))
      case 7: (.make([["text": "made"]], kind: Int.random(in: -1...1, using: &numbers), at: place()), [])
      case 8: (.make([["text": "a"], ["text": "b"]]), [])
      case 9: (.delete, rows(2))
      case 10: (.action("end"), rows(3))
      case 11: (.action("end"), rows(1))
      case 12: (.select, rows(1))
      default: (.undo(undo), [])
      }
    }
    let (deed, rows) = command()
    return rows.count < 2
      ? Command(deed, rows.first, selected: [1, 2]) : Command(deed, together: rows, selected: [1, 2])
  }

  /// Each row stands in one place, the counts are right, and the pages of either direction are the whole table.
  private static func check(_ table: MemoryTable<Note>) async throws {
    let contents = table.contents
    let ids = contents.ids.flatMap(\.self)
    try #require(Set(ids).count == ids.count && contents.rowCount == ids.count)
    for (section, ids) in contents.ids.enumerated() {
      for (row, id) in ids.enumerated() {
        try #require(contents.position(of: id) == CellPosition(section: section, row: row))
      }
    }
    var forwards: [RowKey] = [], query = TableQuery(pageSize: 4)
    while true {
      let page = try await table.page(query)
      forwards += try page.ids
      guard let next = page.next else { break }
      query.position = .after(next)
    }
    #expect(forwards == ids)
  }
}

/// A table that somebody else changes before each look at it, and whose places may be far off.
private final class MeddledTable: EditableTable {
  enum Step { case row, counts, view, apply }

  private let table: MemoryTable<Note>
  private let meddle: @Sendable (Step, MemoryTable<Note>) throws -> Void
  private let offset: Int

  init(
    _ table: MemoryTable<Note>, offset: Int = 0,
    _ meddle: @escaping @Sendable (Step, MemoryTable<Note>) throws -> Void = { _, _ in }
  ) {
    self.table = table
    self.offset = offset
    self.meddle = meddle
  }

  var currentVersion: DataVersion? { table.currentVersion }
  func page(_ query: TableQuery) async throws -> TablePage { try await table.page(query) }
  func row(_ id: RowKey) async throws -> TableRow? {
    try meddle(.row, table)
    guard var row = try await table.row(id) else { return nil }
    if offset != 0 { row.position = CellPosition(section: 0, row: offset) }
    return row
  }
  func rowCounts() async throws -> [Int] {
    try meddle(.counts, table)
    return try await table.rowCounts()
  }
  func view(_ place: SupplementaryPlace) async throws -> (any SupplementaryViewModel)? {
    try meddle(.view, table)
    return try await table.view(place)
  }
  func apply(_ edits: [TableEdit]) async throws -> StoredEdits {
    try meddle(.apply, table)
    return try await table.apply(edits)
  }
}

/// Sends rows to the end of their section, wherever that is.
private struct FarHandler: EditHandler, ActionHandler {
  typealias ViewModel = Note
  let fields = [EditField("text")]

  func viewModel(_ edit: Edit) -> Note { Note(id: edit.id, text: edit["text"]) }

  func actions(_ target: ActionTarget) -> [RowAction] { [RowAction("end", title: "To the end")] }

  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome {
    .edits([.move(target.viewModel.id, to: CellPosition(section: target.position?.section ?? 0, row: .max))])
  }
}
