internal import TableModel

/// Finds rows of a page that have the same id.
struct RowIdentities {
  private var seen: [CellID: (row: Int, type: any ReusableViewModel.Type)] = [:]
  private var rows = 0

  /// - Throws: `TableError.repeatedID`, which names both rows.
  mutating func add<ViewModel: CellViewModel>(_ cell: ViewModel) throws(TableError) {
    rows += 1
    let id = cell.id
    guard let first = seen.updateValue((rows, ViewModel.self), forKey: id) else { return }
    throw TableError.repeatedID(
      id, first: "row \(first.row), a \(first.type)", second: "row \(rows), a \(ViewModel.self)")
  }
}
