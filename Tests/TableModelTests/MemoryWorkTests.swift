import Synchronization
import Testing

@testable import TableModel

/// Large tables in memory take only so many steps of a thread that serves others.
@Suite struct MemoryWorkTests {
  private struct Line: CellViewModel {
    let id: RowKey
    var text: String
    var number: Int
  }

  private final class Calls: Sendable {
    let count = Atomic<Int>(0)
  }

  private static let rowCount = 30_000

  /// - Parameter calls: counts how often a value of the column `number` is read.
  private static func records(_ work: MemoryWork, calls: Calls = Calls()) throws -> any RecordTable {
    var contents = TableContents<Line>(title: "Lines")
    try contents.addSection(
      TableSection(
        rows: (0..<rowCount).map { Line(id: RowKey($0), text: "line \($0)", number: $0 &* 7_919 % 1_000) }))
    let columns: [TableColumn<Line>] = [
      .init("text", \.text),
      .init("number") { line in
        calls.count.add(1, ordering: .relaxed)
        return line.number
      },
    ]
    let table = MemoryTable(contents, columns: columns, work: work)
    return try #require(SourceTable(table, named: "lines"))
  }

  private static let sorted = TableQuery(pageSize: 2, sort: [SortTerm(column: 2, isDescending: true)])
  private static let numbers = FacetQuery(Facet(column: 2))

  @Test func aThreadThatServesOthersReadsOnlySoManyValues() async throws {
    let calls = Calls()
    let records = try Self.records(MemoryWork(queueLimit: 0), calls: calls)
    await #expect(throws: TableError.busy("Too many requests for tables in memory; try again in a moment.")) {
      _ = try await records.page(Self.sorted)
    }
    #expect(calls.count.load(ordering: .relaxed) == 20_000)
    #expect(try await records.facet(Self.numbers, waits: false) == .pending)
    #expect(calls.count.load(ordering: .relaxed) == 40_000)
    // What takes few steps is answered all the same.
    #expect(try await records.page(TableQuery(pageSize: 2)).count == .exact(Self.rowCount))
  }

  @Test func whatTakesMoreIsDoneElsewhereAndThenKnown() async throws {
    let calls = Calls()
    let records = try Self.records(MemoryWork(timeLimitSeconds: 60), calls: calls)
    let first = try #require(try await records.page(Self.sorted).sections.first as? RecordSection)
    #expect(first.page[0][2] == .integer(999))
    let read = calls.count.load(ordering: .relaxed)
    _ = try await records.page(Self.sorted)
    #expect(calls.count.load(ordering: .relaxed) == read + 2)
    guard case .values(let values) = try await records.facet(Self.numbers, waits: true) else {
      Issue.record("no values")
      return
    }
    #expect(values.distinctCount == 1_000)
  }

  @Test func whatTakesLongerThanItsTimeIsStopped() async throws {
    let records = try Self.records(MemoryWork(timeLimitSeconds: 0))
    await #expect(throws: TableError.timeLimitReached(seconds: 0)) { _ = try await records.page(Self.sorted) }
    await #expect(throws: TableError.timeLimitReached(seconds: 0)) { _ = try await records.cursor(Self.sorted) }
    #expect(try await records.facet(Self.numbers, waits: true) == .timedOut)
    let others = try Self.records(MemoryWork(timeLimitSeconds: 60))
    await #expect(throws: TableError.timeLimitReached(seconds: 0)) { _ = try await others.page(Self.sorted, within: 0) }
  }

  @Test func patternsTakeStepsForEachCharacterThatTheyAreHeldAgainst() async throws {
    let line = Line(id: 1, text: String(repeating: "a", count: 5_000), number: 1)
    let table = MemoryTable(
      TableContents<Line>(title: "One"), columns: [.init("text", \.text)], work: MemoryWork(queueLimit: 0))
    try table.add(line)
    let records = try #require(SourceTable(table, named: "one"))
    for (condition, text) in [
      (ColumnFilter.Condition.like, "%" + String(repeating: "_", count: 800) + "b"),
      (.glob, "*" + String(repeating: "?", count: 800) + "b"), (.contains, String(repeating: "a", count: 800) + "b"),
    ] {
      let filter = ColumnFilter(column: 1, condition: condition, value: text)
      await #expect(throws: TableError.self) {
        _ = try await records.page(TableQuery(selection: RowSelection(filters: [filter])))
      }
    }
  }
}
