public import TableModel

extension AdapterMap {
  /// Registers an outlet cell. Nib and cell are compared here, both ways, so a misfit shows when the server starts.
  /// - Throws: `RegistrationError`
  public mutating func register<Cell: OutletCell>(
    _ cell: Cell.Type, nib: Nib, variant: ViewVariant = .plain
  ) throws(RegistrationError) {
    try ConnectedCell<Cell>.check(nib)
    try register(CellAdapter(variant: variant) { ConnectedCell<Cell>(nib) })
  }

  /// Registers an outlet cell with the source of its nib. - Throws: `NibError`, `RegistrationError`
  public mutating func register<Cell: OutletCell>(
    _ cell: Cell.Type, nib source: String, variant: ViewVariant = .plain
  ) throws {
    try register(cell, nib: Nib(source, named: "the nib of \(Cell.self)"), variant: variant)
  }
}
