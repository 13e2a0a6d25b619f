import TableModel
import TableRendering

/// Finds out whether a cell is registered for each row of a section.
struct CellCheck: CellVisitor {
  let adapters: AdapterMap
  var hasAll = true

  mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) {
    if hasAll, adapters.slot(of: cell) == nil { hasAll = false }
  }
}

/// Gathers the rows of a section, with records in place of those that no cell is for.
struct DrawnCells: CellVisitor {
  let adapters: AdapterMap
  let page: RecordPage
  /// Where the next row stands on the page.
  var row: Int
  let kind: RecordKind
  var cells: [any CellViewModel] = []

  mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) {
    cells.append(adapters.slot(of: cell) == nil ? RecordItem(page[row], kind: kind) : cell)
    row += 1
  }
}
