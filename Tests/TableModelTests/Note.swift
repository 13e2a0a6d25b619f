import TableModel

/// A cell for tests.
struct Note: CellViewModel, Equatable {
  var id: RowKey
  var text = ""
}

/// Another kind of cell.
struct Mark: CellViewModel {
  var id: RowKey
}

/// Collects the ids of what it visits.
struct IDCollector: CellVisitor {
  var ids: [RowKey] = []
  var runs = 0

  mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) { ids.append(cell.id) }

  mutating func visitRun<Cells: Sequence>(_ cells: Cells) where Cells.Element: CellViewModel {
    runs += 1
    for cell in cells { visit(cell) }
  }
}

extension SectionViewModel {
  var ids: [RowKey] {
    get throws {
      var collector = IDCollector()
      try visitCells(&collector)
      return collector.ids
    }
  }
}

extension TablePage {
  var ids: [RowKey] { get throws { try sections.flatMap { try $0.ids } } }
}

extension TableContents {
  var ids: [[RowKey]] { sections.map { $0.rows.map(\.id) } }
}
