internal import TableModel

/// Finds rows of a page that have the same id.
///
/// Most pages have numbers in ascending order, which can't repeat: they are only kept. The first id that breaks the order
/// moves them all into a table of hashes.
struct RowIdentities {
  private var ascending: [(id: Int64, type: any ReusableViewModel.Type)] = []
  private var isAscending = true
  private var seen: [RowKey: (row: Int, type: any ReusableViewModel.Type)] = [:]
  private var rows = 0

  /// - Throws: `TableError.repeatedID`, which names both rows.
  @inline(__always) mutating func add<ViewModel: CellViewModel>(_ cell: ViewModel) throws(TableError) {
    rows += 1
    let id = cell.id
    if isAscending, let number = id.integer, ascending.last.map({ $0.id < number }) ?? true {
      ascending.append((number, ViewModel.self))
    } else {
      try compare(id, ViewModel.self)
    }
  }

  @inline(never)
  private mutating func compare(_ id: RowKey, _ type: any ReusableViewModel.Type) throws(TableError) {
    if isAscending {
      isAscending = false
      seen.reserveCapacity(max(ascending.count * 2, 64))
      for (row, entry) in ascending.enumerated() { seen[RowKey(entry.id)] = (row + 1, entry.type) }
    }
    guard let first = seen.updateValue((rows, type), forKey: id) else { return }
    throw TableError.repeatedID(id, first: "row \(first.row), a \(first.type)", second: "row \(rows), a \(type)")
  }
}
