import SeededNumbers
import TableModel
import Testing

private func contents(_ sections: [[RowKey]]) throws -> TableContents<AnyRow> {
  var contents = TableContents<AnyRow>(title: "Notes")
  for ids in sections { try contents.addSection(TableSection(rows: ids.map { Note(id: $0) })) }
  return contents
}

private func position(_ section: Int, _ row: Int) -> CellPosition { CellPosition(section: section, row: row) }

@Test func aCellAddedToAnEmptyTableMakesASectionOfItself() throws {
  var table = TableContents<AnyRow>(title: "Notes")
  #expect(table.lastSection == nil)
  try table.add(Note(id: 1))
  try table.add(Note(id: 2))
  #expect(table.ids == [[1, 2]])
  #expect(table.rowCount == 2)
}

@Test func cellsGoToTheLastSection() throws {
  var table = try contents([[1], [2]])
  try table.add(Mark(id: 3))
  #expect(table.ids == [[1], [2, 3]])
  #expect(table.lastSection?.rows.count == 2)
}

@Test func aCellGoesToTheSectionThatIsNamed() throws {
  var table = try contents([[1], [2]])
  try table.add(AnyRow(Note(id: 3)), to: table.sections[0])
  #expect(table.ids == [[1, 3], [2]])
}

@Test func aSectionThatIsNotTheTablesIsAdoptedWithItsCells() throws {
  var table = try contents([[1]])
  let section = TableSection<AnyRow>(header: TitleViewModel("New"), rows: [Note(id: 7)])
  try table.add(AnyRow(Note(id: 8)), to: section)
  #expect(table.ids == [[1], [7, 8]])
  try table.add(AnyRow(Note(id: 9)), to: section)
  #expect(table.ids == [[1], [7, 8, 9]])
  try table.addSection(section)
  #expect(table.ids == [[1], [7, 8, 9]])
}

@Test func cellsAreInsertedByPlaceAndBeforeOthers() throws {
  var table = try contents([[1, 2], []])
  try table.insert(AnyRow(Note(id: 3)), at: position(0, 0))
  try table.insert(AnyRow(Note(id: 4)), at: position(0, 3))
  try table.insert(AnyRow(Note(id: 5)), at: position(1, 0))
  try table.insert(AnyRow(Note(id: 6)), before: 2)
  #expect(table.ids == [[3, 1, 6, 2, 4], [5]])
  #expect(table.rowCount == 6)
}

@Test(arguments: [(0, 3), (0, -1), (1, 0), (-1, 0)])
func placesThatDontExistAreErrorsAndChangeNothing(section: Int, row: Int) throws {
  var table = try contents([[1, 2]])
  #expect(throws: TableError.self) { try table.insert(AnyRow(Note(id: 9)), at: position(section, row)) }
  #expect(throws: TableError.self) { try table.remove(at: position(section, row)) }
  #expect(throws: TableError.self) { try table.move(from: position(section, row), to: position(0, 0)) }
  #expect(throws: TableError.self) { try table.move(from: position(0, 0), to: position(section, row)) }
  #expect(table.ids == [[1, 2]])
  #expect(table.row(at: position(section, row)) == nil)
}

@Test func aMissingRowIsNamedInTheError() throws {
  var table = try contents([[1]])
  #expect(throws: TableError.notFound("There is no row x")) { try table.remove("x") }
  #expect(throws: TableError.notFound("There is no row x")) { try table.replace(AnyRow(Note(id: "x"))) }
  #expect(throws: TableError.notFound("The table has no row 3 of section 1")) { try table.remove(at: position(0, 2)) }
}

@Test func cellsAreRemovedByPlaceAndById() throws {
  var table = try contents([[1, 2], [3]])
  #expect(try table.remove(at: position(0, 1)).id == 2)
  #expect(try table.remove(3).id == 3)
  #expect(table.ids == [[1], []])
  #expect(table.rowCount == 1)
  try table.add(Note(id: 3))
  #expect(table.position(of: 3) == position(1, 0))
}

@Test func movesCountPlacesAfterTheRemoval() throws {
  var table = try contents([[1, 2, 3], [4]])
  try table.move(from: position(0, 0), to: position(0, 2))
  #expect(table.ids == [[2, 3, 1], [4]])
  try table.move(1, to: position(1, 1))
  #expect(table.ids == [[2, 3], [4, 1]])
  #expect(table.position(of: 1) == position(1, 1))
  #expect(throws: TableError.self) { try table.move(from: position(0, 0), to: position(0, 2)) }
}

@Test func replacingKeepsThePlace() throws {
  var table = try contents([[1, 2]])
  try table.replace(AnyRow(Note(id: 2, text: "new")))
  #expect((table.row(withID: 2)?.base as? Note)?.text == "new")
  #expect(table.ids == [[1, 2]])
}

@Test func aRepeatedIdIsAnErrorThatNamesBothRows() throws {
  var table = try contents([[1, 2]])
  let expected = TableError.repeatedID(2, first: "row 2 of section 1 (Note)", second: "row 1 of section 1 (Mark)")
  #expect(throws: expected) { try table.insert(AnyRow(Mark(id: 2)), at: position(0, 0)) }
  #expect(throws: TableError.self) { try table.add(Note(id: 1)) }
  #expect(throws: TableError.repeatedID(5, first: "row 1 of section 2 (Note)", second: "row 2 of section 2 (Mark)")) {
    try table.addSection(TableSection(rows: [Note(id: 5), Mark(id: 5)]))
  }
  #expect(throws: TableError.self) { try table.addSection(TableSection(rows: [Note(id: 6), Note(id: 1)])) }
  #expect(table.ids == [[1, 2]])
  try table.add(Note(id: 6))
  #expect(table.rowCount == 3)
}

@Test func aSectionChangesButStaysItself() throws {
  var table = try contents([[1], [2]])
  let id = table.sections[0].id
  try table.updateSection(id) { section in
    section = TableSection(header: TitleViewModel("Other"), indexTitle: "O", rows: [Note(id: 99)])
  }
  #expect(table.sections[0].id == id)
  #expect((table.sections[0].header as? TitleViewModel)?.title == "Other")
  #expect(table.ids == [[1], [2]])
  #expect(throws: TableError.self) { try table.updateSection(TableSection().id) { _ in } }
}

@Test func sectionsAreInsertedAndMovedByPlace() throws {
  var table = try contents([[1], [2]])
  let added = TableSection<AnyRow>("New", rows: [Note(id: 3), Note(id: 4)])
  try table.insertSection(added, at: 1)
  #expect(table.ids == [[1], [3, 4], [2]] && table.rowCount == 4)
  try table.insertSection(added, at: 0)
  #expect(table.ids == [[1], [3, 4], [2]])
  try table.moveSection(added.id, to: 2)
  #expect(table.ids == [[1], [2], [3, 4]] && table.position(of: 4) == position(2, 1))
  try table.moveSection(added.id, to: 0)
  #expect(table.ids == [[3, 4], [1], [2]])
  for place in [-1, 4, .max] {
    #expect(throws: TableError.self) { try table.insertSection(TableSection(), at: place) }
  }
  #expect(throws: TableError.notFound("There is no section 4")) { try table.moveSection(added.id, to: 3) }
  #expect(throws: TableError.self) { try table.moveSection(TableSection().id, to: 0) }
  #expect(throws: TableError.self) { try table.insertSection(TableSection(rows: [Note(id: 1)]), at: 0) }
  #expect(table.ids == [[3, 4], [1], [2]] && table.rowCount == 4)
}

@Test func aRemovedSectionGivesItsIdsBack() throws {
  var table = try contents([[1], [2]])
  try table.removeSection(table.sections[0].id)
  #expect(table.ids == [[2]])
  #expect(table.rowCount == 1)
  try table.add(Note(id: 1))
  #expect(throws: TableError.self) { try table.removeSection(TableSection().id) }
  table.removeAll()
  #expect(table.rowCount == 0 && table.sections.isEmpty && table.title == "Notes")
  try table.add(Note(id: 1))
}

@Test func indexTitlesComeFromTheSectionsUnlessTheyAreSet() throws {
  var table = TableContents<AnyRow>(title: "Names")
  for letter in ["A", "C", nil, "C", "F"] { try table.addSection(TableSection(indexTitle: letter)) }
  #expect(table.indexTitles == ["A", "C", "F"])
  #expect(table.place(ofIndexTitle: "C") == 1)
  #expect(table.place(ofIndexTitle: "B") == 1)
  #expect(table.place(ofIndexTitle: "D") == 4)
  #expect(table.place(ofIndexTitle: "G") == nil)
  table.customIndexTitles = ["A", "B", "Z"]
  #expect(table.indexTitles == ["A", "B", "Z"])
}

/// A long walk of random operations beside a plain array of arrays: the same cells in the same places, the same refusals.
@Test(arguments: 1...8)
func contentsBehaveAsAnArrayOfArrays(seed: Int) throws {
  var random = SeededGenerator(seed: seed)
  var table = TableContents<AnyRow>(title: "Walk")
  var model: [[RowKey]] = []
  func all() -> [RowKey] { model.flatMap(\.self) }
  func anyID() -> RowKey { RowKey(.random(in: 0..<60, using: &random)) }
  func anyPlace() -> CellPosition {
    position(.random(in: 0...max(model.count, 1), using: &random), .random(in: 0...6, using: &random))
  }
  for _ in 0..<1500 {
    let id = anyID()
    let isNew = !all().contains(id)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      let worked = (try? table.add(Note(id: id))) != nil
      #expect(worked == isNew)
      guard isNew else { break }
      if model.isEmpty { model.append([]) }
      model[model.count - 1].append(id)
    case 2:
      let place = anyPlace()
      let fits = model.indices.contains(place.section) && place.row <= model[place.section].count
      #expect(((try? table.insert(AnyRow(Note(id: id)), at: place)) != nil) == (fits && isNew))
      if fits, isNew { model[place.section].insert(id, at: place.row) }
    case 3:
      #expect(((try? table.remove(id)) != nil) == !isNew)
      for section in model.indices { model[section].removeAll { $0 == id } }
    case 4:
      let place = anyPlace()
      let exists = model.indices.contains(place.section) && place.row < model[place.section].count
      #expect(((try? table.remove(at: place)) != nil) == exists)
      if exists { model[place.section].remove(at: place.row) }
    case 5, 6:
      let target = anyPlace()
      var moved = model
      for section in moved.indices { moved[section].removeAll { $0 == id } }
      let fits = !isNew && moved.indices.contains(target.section) && target.row <= moved[target.section].count
      #expect(((try? table.move(id, to: target)) != nil) == fits)
      if fits {
        moved[target.section].insert(id, at: target.row)
        model = moved
      }
    default:
      if model.count < 5 {
        try table.addSection(TableSection())
        model.append([])
      } else {
        let section = Int.random(in: 0..<model.count, using: &random)
        try table.removeSection(table.sections[section].id)
        model.remove(at: section)
      }
    }
    #expect(table.ids == model)
    #expect(table.rowCount == all().count)
    for (section, ids) in model.enumerated() {
      for (row, id) in ids.enumerated() { #expect(table.position(of: id) == position(section, row)) }
    }
  }
}
