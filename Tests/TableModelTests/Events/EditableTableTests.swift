import TableModel
import Testing

@Suite struct EditableTableTests {
  @Test func everyKindOfChangeIsTakenBackByItsInverse() async throws {
    let table = try MemoryTable(
      "Notes",
      sections: [
        TableSection(rows: [Note(id: 1), Note(id: 2), Note(id: 3)]), TableSection(rows: [Note(id: 4)]),
      ])
    let before = table.contents.ids
    let edits: [TableEdit] = [
      .insert(Note(id: 5), at: CellPosition(section: 0, row: 1)), .insert(Note(id: 6)),
      .replace(Note(id: 2, text: "changed")), .remove(3), .move(1, to: CellPosition(section: 1, row: 0)),
    ]
    let stored = try await table.apply(edits)
    #expect(
      stored.rows.map(\.cell.id) == [5, 6, 2, 1] && stored.rows.last?.position == CellPosition(section: 1, row: 0))
    #expect(table.contents.ids == [[5, 2], [1, 4, 6]])
    #expect(table.contents.row(withID: 2)?.text == "changed")
    let again = try await table.apply(stored.undo)
    #expect(table.contents.ids == before)
    #expect(table.contents.row(withID: 2)?.text == "")
    _ = try await table.apply(again.undo)
    #expect(table.contents.ids == [[5, 2], [1, 4, 6]])
  }

  @Test func aStaleChangeIsRefusedWithTheRowAsItIsNowAndNothingOfTheRestHappens() async throws {
    let table = try MemoryTable("Notes", rows: [Note(id: 1, text: "a"), Note(id: 2)])
    let seen = RowVersion(Note(id: 1, text: "a"))
    _ = try await table.apply([.replace(Note(id: 1, text: "b"), expecting: seen)])
    let conflict = try await #require(throws: EditConflict.self) {
      try await table.apply([.remove(2), .replace(Note(id: 1, text: "c"), expecting: seen)])
    }
    #expect(conflict.id == 1)
    #expect(conflict.current?.cell as? Note == Note(id: 1, text: "b"))
    #expect(table.contents.ids == [[1, 2]])
  }

  @Test func aChangeOfARowThatIsGoneIsAConflictIfItExpectsOne() async throws {
    let table = try MemoryTable<Note>("Notes")
    let conflict = try await #require(throws: EditConflict.self) {
      try await table.apply([.remove(1, expecting: RowVersion(Note(id: 1)))])
    }
    #expect(conflict.current == nil)
    await #expect(throws: TableError.notFound("There is no row 1")) { try await table.apply([.remove(1)]) }
  }

  @Test func placesBehindTheEndAreTheEnd() async throws {
    let table = try MemoryTable("Notes", rows: [Note(id: 1), Note(id: 2)])
    _ = try await table.apply([.move(1, to: CellPosition(section: 9, row: 9))])
    #expect(table.contents.ids == [[2, 1]])
    _ = try await table.apply([.insert(Note(id: 3), at: CellPosition(section: -1, row: -1))])
    #expect(table.contents.ids == [[3, 2, 1]])
  }

  @Test func aTableWithoutSectionsGetsOneForItsFirstRow() async throws {
    let table = try MemoryTable<Note>("Notes")
    _ = try await table.apply([.insert(Note(id: 1), at: CellPosition(section: 3, row: 4))])
    #expect(table.contents.ids == [[1]])
    #expect(try await table.rowCounts() == [1])
    #expect(try await table.row(1)?.position == CellPosition(section: 0, row: 0))
  }

  /// Of many who change what they have seen, each version is changed by one: no change is lost unseen.
  @Test func ofManyWritersNoneOverwritesAnother() async throws {
    let table = try MemoryTable("Notes", rows: [Note(id: 1, text: "0")])
    let changes = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask {
          var done = 0
          while done < 25 {
            guard let row = try? await table.row(1), let note = row.cell as? Note, let number = Int(note.text) else {
              break
            }
            let next = Note(id: 1, text: String(number + 1))
            if (try? await table.apply([.replace(next, expecting: row.version)])) != nil { done += 1 }
            await Task.yield()
          }
          return done
        }
      }
      return await group.reduce(0, +)
    }
    #expect(changes == 400)
    #expect(table.contents.row(withID: 1)?.text == "400")
  }
}
