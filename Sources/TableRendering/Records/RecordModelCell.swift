public import RecordViewModels
package import TableModel

/// Draws rows of a database by a cell for the view models that are made from them.
struct RecordModelCell<Cell: TableCell>: TableCell where Cell.ViewModel: RecordViewModel {
  private var cell: Cell

  init(_ cell: Cell) { self.cell = cell }

  mutating func prepareForReuse() { cell.prepareForReuse() }

  mutating func draw(_ item: RecordItem, into html: inout ByteSink) {
    if let model = item.model as? Cell.ViewModel { cell.draw(model, into: &html) }
  }
}

extension AdapterMap {
  /// Registers a cell for view models that are made from rows of a database, as the one for a variant of those rows.
  /// - Throws: `RegistrationError`
  package mutating func register<Cell: TableCell>(
    recordsBy makeCell: @escaping @Sendable () -> Cell, variant: ViewVariant
  ) throws(RegistrationError) where Cell.ViewModel: RecordViewModel {
    // Two kinds of rows may be drawn by one type of cell.
    let identifier =
      adapters.contains { $0.reuseIdentifier == Cell.reuseIdentifier }
      ? "\(Cell.reuseIdentifier) (\(variant.number))" : Cell.reuseIdentifier
    try register(
      CellAdapter(reuseIdentifier: identifier, preferredHeight: Cell.preferredHeight, variant: variant) {
        RecordModelCell(makeCell())
      })
  }

  /// The same with an outlet cell, which is compared with its nib. - Throws: `RegistrationError`
  package mutating func register<Cell: OutletCell>(
    recordsBy cell: Cell.Type, nib: Nib, variant: ViewVariant
  ) throws(RegistrationError) where Cell.ViewModel: RecordViewModel {
    try ConnectedCell<Cell>.check(nib)
    try register(recordsBy: { ConnectedCell<Cell>(nib) }, variant: variant)
  }
}
