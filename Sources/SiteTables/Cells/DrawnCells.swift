import TableModel
import TableRendering

/// Finds out whether a cell is registered for each row of a section.
struct CellCheck: CellVisitor {
  let adapters: AdapterMap
  private(set) var hasAll = true

  init(adapters: AdapterMap) { self.adapters = adapters }

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
  private(set) var cells: [any CellViewModel] = []

  init(adapters: AdapterMap, page: RecordPage, row: Int, kind: RecordKind) {
    self.adapters = adapters
    self.page = page
    self.row = row
    self.kind = kind
  }

  mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) {
    cells.append(adapters.slot(of: cell) == nil ? RecordItem(page[row], kind: kind) : cell)
    row += 1
  }
}
