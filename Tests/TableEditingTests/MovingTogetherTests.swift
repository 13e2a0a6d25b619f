import TableEditing
import TableModel
import Testing

/// Several rows that move together keep their order, and all of them move or none.
@Suite struct MovingTogetherTests {
  let table: MemoryTable<AnyRow>
  let events: TableEvents

  init() throws {
    table = try MemoryTable(
      "Notes",
      sections: [
        TableSection(rows: [Note(id: 1), Note(id: 2), Note(id: 3), Note(id: 4)]),
        TableSection(rows: [Note(id: 5), Note(id: 6), Mark(id: 7)]),
      ])
    var handlers = EventHandlerMap()
    try handlers.register(FixedMarks())
    events = TableEvents(table, handlers: handlers, visitor: TableVisitor(mayChange: true))
  }

  @Test(
    arguments: [
      ([4, 1], .up, [[1, 2, 4, 3], [5, 6, 7]]), ([1, 2], .up, [[1, 2, 3, 4], [5, 6, 7]]),
      ([1, 2, 4], .up, [[1, 2, 4, 3], [5, 6, 7]]), ([5, 6], .up, [[1, 2, 3, 4, 5, 6], [7]]),
      ([1, 2], .down, [[3, 1, 2, 4], [5, 6, 7]]), ([3, 4], .down, [[1, 2], [3, 4, 5, 6, 7]]),
      ([6, 2, 3], .before(1), [[2, 3, 6, 1, 4], [5, 7]]), ([1, 3], .before(6), [[2, 4], [5, 1, 3, 6, 7]]),
      ([1, 4], .after(2), [[2, 1, 4, 3], [5, 6, 7]]), ([1, 2, 3], .after(4), [[4, 1, 2, 3], [5, 6, 7]]),
      ([1, 5], .after(1), [[1, 2, 3, 4], [5, 6, 7]]),
      ([1, 2], .position(CellPosition(section: 0, row: 1)), [[3, 1, 2, 4], [5, 6, 7]]),
      ([2, 4], .position(CellPosition(section: 0, row: 0)), [[2, 4, 1, 3], [5, 6, 7]]),
      ([1, 3, 5], .position(CellPosition(section: 0, row: 2)), [[2, 4, 1, 3, 5], [6, 7]]),
      ([1, 2], .position(CellPosition(section: 1, row: .max)), [[3, 4], [5, 6, 7, 1, 2]]),
    ] as [([RowKey], MoveTarget, [[RowKey]])])
  func rowsGoToTheirTargetInTheirOrder(rows: [RowKey], target: MoveTarget, expected: [[RowKey]]) async throws {
    let before = table.contents.ids
    let result = try await events.run(.move(target), rows.map { ChosenRow($0) })
    #expect(table.contents.ids == expected)
    _ = try await events.run(.undo(result.undo))
    #expect(table.contents.ids == before)
  }

  @Test func oneThatCannotBeMovedKeepsThemAll() async throws {
    let result = try await events.run(.move(.down), [ChosenRow(1), ChosenRow(7)])
    #expect(result.isRefused && result.message == "Nothing was moved: “7” can't be moved.")
    #expect(table.contents.ids == [[1, 2, 3, 4], [5, 6, 7]])
    #expect(try await events.run(.move(.down), [ChosenRow(1), ChosenRow(2)]).message == "Moved 2 rows.")
    let reader = TableEvents(table, handlers: EventHandlerMap())
    await #expect(throws: TableCommandError.notAllowed) { try await reader.run(.move(.down), [ChosenRow(1)]) }
  }
}

private struct FixedMarks: MovePolicy {
  typealias ViewModel = Mark
  func isMovable(_ row: MovableRow) -> Bool { false }
  func target(of row: MovableRow, proposed: CellPosition) -> CellPosition { proposed }
}
