/// Walks the cells of a section without asking for them as an array of existentials.
///
/// A section of one type calls `visitRun` once; a section of mixed types calls `visit` per cell.
/// Each page writer (HTML, JSON, CSV, text) is one visitor.
public protocol CellVisitor: ~Copyable {
  /// One cell of any type.
  mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) throws
  /// Cells that share a type: what depends on the type is resolved once for all of them.
  mutating func visitRun<Cells: Sequence>(_ cells: Cells) throws where Cells.Element: CellViewModel
}

extension CellVisitor where Self: ~Copyable {
  /// Visits one by one.
  public mutating func visitRun<Cells: Sequence>(_ cells: Cells) throws where Cells.Element: CellViewModel {
    try cells.lendEach { try visit($0) }
  }
}
