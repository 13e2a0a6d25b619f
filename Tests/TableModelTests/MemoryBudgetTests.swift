import BoundedWork
import Synchronization
import TableModel
import Testing

@Suite struct MemoryBudgetTests {
  @Test func noMoreIsTakenThanThereIs() {
    let budget = MemoryBudget(limit: 100)
    #expect(budget.take(60))
    #expect(!budget.take(41))
    #expect(budget.take(40))
    #expect(budget.taken == 100)
    budget.giveBack(60)
    #expect(budget.take(50))
    #expect(!budget.take(.max))
    #expect(budget.taken == 90)
  }

  @Test func whatCanBeGivenUpIsGivenUpFirst() {
    let budget = MemoryBudget(limit: 100)
    let kept = Mutex<MemoryShare?>(try? MemoryShare(of: budget, bytes: 70))
    budget.whenShort { kept.withLock { $0 = nil } }
    #expect(budget.take(60))
    #expect(budget.taken == 60)
    #expect(!budget.take(50))
  }

  @Test func aShareIsGivenBackWithItsHolder() throws {
    let budget = MemoryBudget(limit: 100)
    do {
      let share = try MemoryShare(of: budget, bytes: 80)
      #expect(budget.taken == 80)
      #expect(throws: MemoryBudget.shortage) { try MemoryShare(of: budget, bytes: 30) }
      _ = consume share
    }
    #expect(budget.taken == 0)
  }

  /// Taken and given back by many at once, it is never overdrawn, and nothing is lost of it.
  @Test func manyTakeAtOnce() async {
    let budget = MemoryBudget(limit: 1_000)
    await withTaskGroup(of: Void.self) { group in
      for size in 1...16 {
        group.addTask {
          for _ in 0..<2_000 where budget.take(size * 20) {
            #expect(budget.taken <= 1_000 + 16 * 320)
            budget.giveBack(size * 20)
          }
        }
      }
    }
    #expect(budget.taken == 0)
  }
}
