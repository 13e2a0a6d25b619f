import Synchronization
import TableEditing
import TableModel
import Testing

/// Changing sections through the handlers of their headers, from Swift.
@Suite struct SectionEventTests {
  private let table: MemoryTable<AnyRow>
  private let handlers: EventHandlerMap
  private let log = Log()

  init() throws {
    table = try MemoryTable(
      "Notes",
      sections: [
        TableSection("A", rows: [Note(id: 1, text: "a"), Mark(id: 2)]),
        TableSection("B", rows: [Note(id: 3, text: "b")]),
        TableSection("fixed", rows: [Note(id: 4, text: "c")]),
      ])
    var handlers = EventHandlerMap()
    try handlers.register(Sections(table: table))
    try handlers.register(Notes(log: log))
    self.handlers = handlers
  }

  private func events(mayChange: Bool = true, maximumRows: Int? = nil) -> TableEvents {
    TableEvents(
      table, handlers: handlers, selection: .multiple, visitor: TableVisitor(mayChange: mayChange),
      maximumRows: maximumRows)
  }

  private var titles: [String] { table.contents.sections.map(\.title) }

  private func version(_ title: String) -> RowVersion { RowVersion(TitleViewModel(title)) }

  @Test(
    arguments: [
      (.rename(to: "X"), 1, ["A", "X", "fixed"], "Renamed."), (.move(to: 0), 1, ["B", "A", "fixed"], "Moved."),
      (.move(to: .max), 0, ["B", "fixed", "A"], "Moved."), (.remove, 0, ["B", "fixed"], "Deleted “A”."),
      (.insert(title: "New"), 0, ["A", "New", "B", "fixed"], "Added “New”."),
    ] as [(SectionChange, Int, [String], String)])
  func changesAreMadeAndUndone(change: SectionChange, place: Int, expected: [String], message: String) async throws {
    let result = try await events().run(.section(change, ChosenSection(place)))
    #expect(titles == expected && result.message == message)
    _ = try await events().run(.undo(result.undo))
    #expect(titles == ["A", "B", "fixed"] && table.contents.ids == [[1, 2], [3], [4]])
  }

  @Test func whoeverMayNotChangeTheTableChangesNoSection() async throws {
    for change: SectionChange in [.rename(to: "X"), .move(to: 1), .remove, .insert(title: "X")] {
      await #expect(throws: TableCommandError.notAllowed, "\(change)") {
        try await events(mayChange: false).run(.section(change, ChosenSection(0)))
      }
    }
    #expect(titles == ["A", "B", "fixed"])
  }

  @Test func whatTheHandlerDoesNotAllowIsImpossible() async throws {
    let reasons = [
      (SectionChange.rename(to: "X"), "This section can't be renamed"), (.move(to: 0), "This section can't be moved"),
      (.remove, "This section can't be deleted"), (.insert(title: "X"), "No section can be added here"),
    ]
    for (change, reason) in reasons {
      await #expect(throws: TableCommandError.impossible(reason)) {
        try await events().run(.section(change, ChosenSection(2)))
      }
    }
    let plain = TableEvents(table, handlers: EventHandlerMap(), visitor: TableVisitor(mayChange: true))
    await #expect(throws: TableCommandError.impossible("This section can't be deleted")) {
      try await plain.run(.section(.remove, ChosenSection(0)))
    }
  }

  @Test func aHandlerThatRefusesChangesNothing() async throws {
    let result = try await events().run(.section(.rename(to: "no"), ChosenSection(0)))
    #expect(result.isRefused && result.message == "Not that." && result.undo.isEmpty)
    #expect(titles == ["A", "B", "fixed"])
  }

  @Test func theVersionThatWasSeenIsHeldAgainstTheSection() async throws {
    _ = try await events().run(.section(.rename(to: "X"), ChosenSection(0, version: version("A"))))
    let stale = ChosenSection(0, version: version("A"))
    for change: SectionChange in [.rename(to: "Y"), .move(to: 1), .remove] {
      let conflict = try await #require(throws: SectionConflict.self) {
        try await events().run(.section(change, stale))
      }
      #expect((conflict.current as? TitleViewModel)?.title == "X")
    }
    await #expect(throws: SectionConflict.self) {
      try await events().run(.section(.remove, ChosenSection(9, version: version("A"))))
    }
    await #expect(throws: TableError.notFound("There is no header-9")) {
      try await events().run(.section(.remove, ChosenSection(9)))
    }
    await #expect(throws: SectionConflict.self) {
      try await events().run(.section(.remove, ChosenSection(0, version: version("X"), rowCount: 1)))
    }
    #expect(titles == ["X", "B", "fixed"] && table.contents.rowCount == 4)
  }

  @Test func aSectionThatChangesWhileItsHandlerWorksIsAConflict() async throws {
    await #expect(throws: SectionConflict.self) {
      try await events().run(.section(.rename(to: "late"), ChosenSection(0)))
    }
    #expect(titles == ["quick", "B", "fixed"])
  }

  @Test func overTheEdgesNothingMoves() async throws {
    #expect(try await events().run(.section(.move(to: -1), ChosenSection(0))).undo.isEmpty)
    #expect(try await events().run(.section(.move(to: 1), ChosenSection(1))).undo.isEmpty)
    #expect(titles == ["A", "B", "fixed"])
  }

  @Test func aTitleIsNeitherEmptyNorEndless() async throws {
    for title in ["", String(repeating: "x", count: 201)] {
      for change in [SectionChange.rename(to: title), .insert(title: title)] {
        await #expect(throws: FieldErrors.self) { try await events().run(.section(change, ChosenSection(0))) }
      }
    }
    #expect(titles == ["A", "B", "fixed"])
  }

  @Test func aTableHasNoMoreSectionsThanItMayHaveRows() async throws {
    await #expect(throws: TableCommandError.full(3)) {
      try await events(maximumRows: 3).run(.section(.insert(title: "New"), ChosenSection(0)))
    }
    #expect(titles == ["A", "B", "fixed"])
  }

  @Test func rowsAreGivenUpWithTheirSectionAndTheirObserversAreTold() async throws {
    let result = try await events().run(.section(.remove, ChosenSection(0)), selected: [1, 2, 3])
    #expect(result.selected == [3] && log.taken == ["a → none"])
    _ = try await events().run(.undo(result.undo))
    #expect(log.taken == ["none → a"])
  }

  /// Where a handler is told that its row is follows the sections that others have inserted, removed and moved.
  @Test(
    arguments: [
      ("first", [4, 3], ["B", "fixed", "A"]), ("drop", [1, 3], ["fixed"]),
      ("above", [1, 3], ["new", "A", "new", "B", "fixed"]), ("rename", [3, 1], ["row 1", "row 3", "fixed"]),
    ] as [(String, [Int], [String])])
  func rowsFollowTheirSections(action: String, rows: [Int], expected: [String]) async throws {
    let result = try await events().run(.action(action), rows.map { ChosenRow(RowKey($0)) })
    #expect(titles == expected)
    _ = try await events().run(.undo(result.undo))
    #expect(titles == ["A", "B", "fixed"] && table.contents.ids == [[1, 2], [3], [4]])
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

private struct Sections: SectionHandler {
  typealias ViewModel = TitleViewModel
  let table: MemoryTable<AnyRow>

  func changes(of section: ChangedSection) -> Set<SectionChange.Kind> {
    section.viewModel.title == "fixed" ? [] : [.rename, .move, .remove, .insert]
  }
  func change(_ section: ChangedSection, by change: SectionChange) async throws -> EventOutcome {
    switch change {
    case .rename(to: "no"): return .refused("Not that.")
    case .rename(to: "late"): _ = try await table.apply([.section(.rename(0, to: "quick"))])
    default: break
    }
    return .edits(change.edits(of: section))
  }
}

private struct Notes: ActionHandler, StoreObserver {
  typealias ViewModel = Note
  let log: Log

  func actions(_ target: ActionTarget) -> [RowAction] {
    ["first", "drop", "above", "rename"].map { RowAction($0, title: $0) }
  }
  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome {
    guard let section = target.position?.section else { return .refused("It is gone.") }
    let edit: SectionEdit =
      switch action.name {
      case "first": .move(section, to: 0)
      case "drop": .remove(section)
      case "above": .insert(TableSection("new"), at: section)
      default: .rename(section, to: "row \(target.viewModel.id)")
      }
    return .edits([.section(edit)])
  }
  func didStore(_ row: StoredRow) async { log.add("\(row.old?.text ?? "none") → \(row.new?.text ?? "none")") }
}
