import Foundation
import TableModel
import Testing

@Test func everythingButTheIdHasADefault() {
  let cell = Mark(id: 1)
  #expect(cell.accessory == .none && cell.link == nil && cell.indentationLevel == 0)
  #expect(cell.preferredHeight == nil && !cell.isSelected && cell.variant == .plain)
}

@Test func idsOfBothKindsAreWrittenInCode() throws {
  #expect(RowKey(3) == 3)
  #expect(RowKey("3") == "3")
  #expect(RowKey(3) != RowKey("3"))
  #expect([RowKey(-3), "x"].map(\.description) == ["-3", "x"])
  #expect(String(decoding: try JSONEncoder().encode([RowKey(3), "x"]), as: UTF8.self) == "[3,\"x\"]")
}

@Test func mixedSectionsVisitCellByCellAndUniformOnesInOneRun() throws {
  var collector = IDCollector()
  try MixedSection([Note(id: 1), Mark(id: 2)]).visitCells(&collector)
  #expect(collector.runs == 0)
  try UniformSection([Note(id: 3), Note(id: 4)]).visitCells(&collector)
  #expect(collector.runs == 1)
  #expect(collector.ids == [1, 2, 3, 4])
}

/// A visitor that leaves runs to the default.
private struct CellCounter: CellVisitor {
  var cells = 0
  mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) { cells += 1 }
}

@Test func aVisitorWithoutRunsSeesEveryCell() throws {
  var counter = CellCounter()
  try UniformSection([Note(id: 3), Note(id: 4)]).visitCells(&counter)
  #expect(counter.cells == 2)
}

@Test func sectionsKeepWhatStandsAroundTheirRows() {
  let section = MixedSection(header: TitleViewModel("h", detail: "3"), footer: TitleViewModel("f"), indexTitle: "H", [])
  #expect((section.header as? TitleViewModel)?.detail == "3")
  #expect((section.footer as? TitleViewModel)?.title == "f")
  #expect(section.indexTitle == "H")
  let title: TitleViewModel = "plain"
  #expect(title.title == "plain" && title.detail == nil)
}
