package import TableModel

/// Counts cells.
private struct CellCounter: CellVisitor {
  var count = 0

  mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) { count += 1 }
}

extension TablePage {
  /// How many cells its sections show.
  package var cellCount: Int {
    var counter = CellCounter()
    for section in sections { try? section.visitCells(&counter) }
    return counter.count
  }
}
