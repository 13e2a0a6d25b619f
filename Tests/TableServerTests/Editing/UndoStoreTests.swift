import SharedStoreInMemory
import TableEditing
import TableModel
import Testing

@testable import SiteTables

/// What several servers of a site know together of changes that can be undone.
@Suite struct UndoStoreTests {
  private func undo(_ message: String, by visitor: String?, at time: Int = 1_700_000_000) -> Undo {
    let change = RecordChange.update(
      key: RowKey([.integer(1)]), [ColumnValue("name", .text(message))], expected: nil)
    return Undo(table: "/shop/item", visitor: visitor, edits: [.record(change)], message: message, madeAt: time)
  }

  @Test func aChangeOfOneServerIsListedAndTakenBackOnAnother() async throws {
    let shared = SharedMemory()
    let (one, other) = (UndoStore(shared: shared), UndoStore(shared: shared))
    let first = await one.keep(undo("first", by: "ada", at: 1_700_000_000))
    let second = await other.keep(undo("second", by: "ada", at: 1_700_000_100))
    _ = await one.keep(undo("of somebody else", by: "bob"))
    for store in [one, other] {
      let listed = await store.all(of: "ada")
      #expect(listed.map(\.name) == [second, first])
      #expect(listed.map(\.value.message) == ["second", "first"] && listed[1].value.madeAt == 1_700_000_000)
    }
    let known = try #require(await other.undo(first))
    #expect(known.edits.count == 1 && known.visitor == "ada" && known.table == "/shop/item")
    await other.forget(first, of: known)
    #expect(await UndoStore(shared: shared).all(of: "ada").map(\.name) == [second])
    #expect(await UndoStore(shared: shared).undo(first) == nil)
  }

  @Test func whatIsTakenBackLeavesNothingBehind() async {
    let shared = SharedMemory()
    let store = UndoStore(shared: shared)
    let change = undo("one", by: "ada")
    let name = await store.keep(change)
    #expect(!shared.isEmpty)
    await store.forget(name, of: change)
    #expect(shared.isEmpty)
  }

  @Test func aServerThatIsAloneListsItsOwn() async {
    let store = UndoStore(shared: nil)
    let names = [await store.keep(undo("one", by: "ada")), await store.keep(undo("two", by: "ada"))]
    _ = await store.keep(undo("of nobody", by: nil))
    #expect(await store.all(of: "ada").map(\.name) == names.reversed())
    #expect(store.mayHaveSeveral(of: "ada") && !store.mayHaveSeveral(of: "bob"))
  }
}
