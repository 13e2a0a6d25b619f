import TableModel
import Testing

@Suite struct SectionEditTests {
  private let table: MemoryTable<AnyRow>

  init() throws {
    table = try MemoryTable(
      "Notes",
      sections: [
        TableSection("A", indexTitle: "a", rows: [Note(id: 1), Mark(id: 2)]), TableSection("B", rows: [Note(id: 3)]),
        TableSection("C", footer: TitleViewModel("End"), rows: [Note(id: 4)]),
      ])
  }

  /// Of each section its header, its index title, its footer and its rows.
  private var shown: [String] {
    table.contents.sections.map { section in
      let views = [section.header, section.footer].map { ($0 as? TitleViewModel)?.title ?? "-" }
      return "\(views[0]) \(section.indexTitle ?? "-") \(views[1]) " + section.rows.map { "\($0.id)" }.joined()
    }
  }

  private let before = ["A a - 12", "B - - 3", "C - End 4"]

  @Test(
    arguments: [
      (
        .insert(TableSection("N", rows: [Note(id: 8), Mark(id: 9)]), at: 1),
        ["A a - 12", "N - - 89", "B - - 3", "C - End 4"]
      ),
      (.insert(TableSection("N", rows: [Note(id: 9)])), ["A a - 12", "B - - 3", "C - End 4", "N - - 9"]),
      (.insert(TableSection("N", indexTitle: "n"), at: 99), ["A a - 12", "B - - 3", "C - End 4", "N n - "]),
      (.insert(TableSection(indexTitle: "n"), at: -1), ["- n - ", "A a - 12", "B - - 3", "C - End 4"]),
      (.rename(0, to: "X"), ["X a - 12", "B - - 3", "C - End 4"]),
      (.rename(2, to: "X", indexTitle: "x"), ["A a - 12", "B - - 3", "X x End 4"]),
      (
        .update(0, like: TableSection("X", footer: TitleViewModel("F"), rows: [Note(id: 77)])),
        ["X - F 12", "B - - 3", "C - End 4"]
      ),
      (.remove(0), ["B - - 3", "C - End 4"]), (.remove(2, rowCount: 1), ["A a - 12", "B - - 3"]),
      (.move(0, to: 2), ["B - - 3", "C - End 4", "A a - 12"]), (.move(2, to: 0), ["C - End 4", "A a - 12", "B - - 3"]),
      (.move(0, to: 99), ["B - - 3", "C - End 4", "A a - 12"]),
    ] as [(SectionEdit, [String])])
  func everyChangeIsUndoneByTheEditThatItAnswers(edit: SectionEdit, expected: [String]) async throws {
    let ids = table.contents.sections.map(\.id)
    let stored = try await table.apply([.section(edit)])
    #expect(shown == expected)
    let again = try await table.apply(stored.undo)
    #expect(shown == before && table.contents.sections.map(\.id) == ids)
    #expect(table.contents.position(of: 2) == CellPosition(section: 0, row: 1) && table.contents.rowCount == 4)
    _ = try await table.apply(again.undo)
    #expect(shown == expected)
  }

  @Test func severalChangesAreMadeInOrderAndUndoneAsOne() async throws {
    let stored = try await table.apply([
      .section(.remove(0)), .section(.move(1, to: 0)), .insert(Note(id: 9), at: CellPosition(section: 0, row: 0)),
      .section(.rename(0, to: "Z")),
    ])
    #expect(shown == ["Z - End 94", "B - - 3"])
    _ = try await table.apply(stored.undo)
    #expect(shown == before)
  }

  @Test func theRowsOfANewSectionAreAnsweredWithTheirPlaces() async throws {
    let stored = try await table.apply([
      .section(.insert(TableSection("N", rows: [Note(id: 8), Mark(id: 9)]), at: 1)), .replace(Note(id: 3, text: "x")),
    ])
    #expect(stored.rows.map(\.cell.id) == [8, 9, 3])
    #expect(
      stored.rows.map(\.position) == [(1, 0), (1, 1), (2, 0)].map { CellPosition(section: $0.0, row: $0.1) })
  }

  @Test func aRowThatThereIsAlreadyKeepsTheSectionOut() async throws {
    let repeated = TableSection<AnyRow>("N", rows: [Note(id: 9), Note(id: 3)])
    await #expect(
      throws: TableError.repeatedID(3, first: "row 1 of section 2 (Note)", second: "row 2 of section 1 (Note)")
    ) {
      try await table.apply([.section(.insert(repeated, at: 0))])
    }
    await #expect(throws: TableError.self) {
      try await table.apply([
        .section(.remove(0)), .section(.insert(TableSection("N", rows: [Note(id: 9), Mark(id: 9)]))),
      ])
    }
    let section = TableSection<AnyRow>("N")
    await #expect(throws: TableError.badRequest("The table has this section already")) {
      try await table.apply([.section(.insert(section)), .section(.insert(section))])
    }
    #expect(shown == before && table.contents.rowCount == 4)
  }

  @Test func aSectionThatIsAnotherByNowIsLeftAsItIs() async throws {
    let seen = RowVersion(TitleViewModel("B"))
    let edits: [SectionEdit] = [
      .rename(0, to: "X", expecting: seen), .update(0, like: TableSection("X"), expecting: seen),
      .remove(0, expecting: seen), .move(0, to: 2, expecting: seen), .remove(0, rowCount: 1),
    ]
    for edit in edits {
      let conflict = try await #require(throws: SectionConflict.self, "\(edit)") {
        try await table.apply([.remove(4), .section(edit)])
      }
      #expect(conflict.place == 0 && (conflict.current as? TitleViewModel)?.title == "A", "\(edit)")
    }
    let gone = try await #require(throws: SectionConflict.self) {
      try await table.apply([.section(.remove(7, expecting: seen))])
    }
    #expect(gone.place == 7 && gone.current == nil)
    for place in [7, -1, .max] {
      await #expect(throws: TableError.self) { try await table.apply([.section(.remove(place))]) }
    }
    #expect(shown == before)
    _ = try await table.apply([.section(.remove(1, expecting: seen, rowCount: 1))])
    #expect(shown == ["A a - 12", "C - End 4"])
  }

  @Test func whatOthersHaveDoneSinceIsNotUndone() async throws {
    let insertion = try await table.apply([.section(.insert(TableSection("N"), at: 1))])
    let renaming = try await table.apply([.section(.rename(0, to: "X"))])
    _ = try await table.apply([
      .insert(Note(id: 9), at: CellPosition(section: 1, row: 0)), .section(.rename(0, to: "Y")),
    ])
    await #expect(throws: SectionConflict.self) { try await table.apply(insertion.undo) }
    await #expect(throws: SectionConflict.self) { try await table.apply(renaming.undo) }
    #expect(shown == ["Y a - 12", "N - - 9", "B - - 3", "C - End 4"])
  }

  @Test func aVersionIsThatOfTheHeaderThatIsSeen() async throws {
    let counted = try MemoryTable<Note>(
      "Notes", sections: [TableSection("A", rows: [Note(id: 1)])],
      header: { section in
        TitleViewModel(section.title, detail: "\(section.rows.count)")
      })
    let seen = RowVersion(TitleViewModel("A", detail: "1"))
    _ = try await counted.apply([.section(.rename(0, to: "B", expecting: seen))])
    #expect(counted.contents.sections.map(\.title) == ["B"])
    await #expect(throws: SectionConflict.self) { try await counted.apply([.section(.remove(0, expecting: seen))]) }
  }

  @Test func aHeaderOfItsOwnStaysWhenItsSectionIsRenamed() async throws {
    let table = try MemoryTable<Note>("Notes", sections: [TableSection("A", header: Banner(words: "Hello"))])
    _ = try await table.apply([.section(.rename(0, to: "B"))])
    #expect(table.contents.sections[0].title == "B")
    #expect((table.contents.sections[0].header as? Banner)?.words == "Hello")
  }

  @Test func aTableOfOneKindTakesSectionsOfThatKind() async throws {
    let table = try MemoryTable<Note>("Notes", sections: [TableSection("A", rows: [Note(id: 1, text: "one")])])
    await #expect(throws: TableError.self) {
      try await table.apply([.section(.insert(TableSection("B", rows: [Mark(id: 2)])))])
    }
    let stored = try await table.apply([.section(.remove(0))])
    #expect(table.contents.sections.isEmpty)
    _ = try await table.apply(stored.undo)
    #expect(table.contents.row(withID: 1)?.text == "one")
  }

  @Test func theRowsOfASectionCountWhereThereIsRoomForSoMany() async throws {
    let section = TableSection<AnyRow>("N", rows: [Note(id: 8), Note(id: 9)])
    await #expect(throws: TableCommandError.full(5)) {
      try await table.apply([.section(.insert(section))], maximumRows: 5)
    }
    #expect(shown == before)
    _ = try await table.apply([.section(.remove(1)), .section(.insert(section))], maximumRows: 5)
    #expect(table.contents.rowCount == 5)
  }

  @Test func whatBringsASectionBackTakesTheMemoryOfItsRows() {
    let empty = TableEdit.section(.insert(TableSection("N")))
    let full = TableEdit.section(
      .insert(TableSection("N", rows: [Note(id: 1, text: String(repeating: "x", count: 1_000))])))
    #expect(full.byteCount > empty.byteCount + 1_000)
    #expect(full.insertedRows.map(\.id) == [1] && full.row == nil)
  }
}

private struct Banner: SupplementaryViewModel {
  var words = ""
}
