import BoundedWork
import TableModel
import Testing

@Suite struct RecordPageLimitTests {
  private static let schema = RecordSchema(table: "t", columns: [.init("a"), .init("b")], keyFields: [])

  private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test func aValueBeyondTheLimitIsLeftOutAndToldOf() {
    var builder = RecordPageBuilder(fieldCount: 2, rows: 4, byteCapacity: 64, limit: 4_096)
    builder.append(Int64(1))
    builder.append(text(3_000))
    #expect(builder.overflow == .none)
    let end = builder.end
    builder.append(Int64(2))
    builder.append(text(2_000))
    #expect(builder.overflow == .limit)
    #expect(builder.rowCount == 2)
    builder.revert(to: end)
    #expect(builder.overflow == .none)
    let page = builder.finish(Self.schema)
    #expect(page.count == 1)
    #expect(page[0][1] == .text(text(3_000)))
    #expect(page.byteCount == 3_000)
  }

  @Test func fieldsCountToo() {
    var builder = RecordPageBuilder(fieldCount: 2, rows: 1, byteCapacity: 64, limit: 1_024)
    var appended = 0
    while builder.overflow == .none, appended < 10_000 {
      builder.append(Int64(appended))
      appended += 1
    }
    #expect(builder.overflow == .limit)
    #expect(appended < 80)
  }

  @Test func aPageTakesItsShareAsLongAsItLives() {
    let budget = MemoryBudget(limit: 200_000)
    func page(_ bytes: Int) -> RecordPage? {
      var builder = RecordPageBuilder(fieldCount: 2, rows: 1, byteCapacity: 64, budget: budget)
      builder.append(Int64(1))
      builder.append(text(bytes))
      return builder.overflow == .none ? builder.finish(Self.schema) : nil
    }
    do {
      let first = page(100_000)
      #expect(first != nil)
      #expect(budget.taken > 100_000)
      // What was refused has given everything back.
      let taken = budget.taken
      let second = page(150_000)
      #expect(second == nil)
      #expect(budget.taken == taken)
    }
    #expect(budget.taken == 0)
    let again = page(150_000)
    #expect(again != nil)
  }

  /// A table of very many columns makes no page that is large before it holds anything.
  @Test func emptyPagesAreSmall() {
    let budget = MemoryBudget(limit: .max)
    let builder = RecordPageBuilder(fieldCount: 2_000, rows: 1_000, byteCapacity: 100 << 20, budget: budget)
    #expect(budget.taken < 1 << 20)
    _ = consume builder
    #expect(budget.taken == 0)
    _ = RecordPageBuilder(fieldCount: .max, rows: 2, byteCapacity: 64)
  }
}
