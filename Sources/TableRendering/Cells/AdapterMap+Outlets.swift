package import TableModel

extension AdapterMap {
  /// Registers an outlet cell. Nib and cell are compared here, both ways, so a misfit shows when the server starts.
  /// - Throws: `RegistrationError`
  package mutating func register<Cell: OutletCell>(
    _ cell: Cell.Type, nib: Nib, variant: ViewVariant = .plain
  ) throws(RegistrationError) {
    try ConnectedCell<Cell>.check(nib)
    try register(CellAdapter(variant: variant) { ConnectedCell<Cell>(nib) })
  }

  /// Registers an outlet cell with the source of its nib. - Throws: `NibError`, `RegistrationError`
  package mutating func register<Cell: OutletCell>(
    _ cell: Cell.Type, nib source: String, variant: ViewVariant = .plain
  ) throws {
    try register(cell, nib: CellNib.text(source), variant: variant)
  }

  /// Registers an outlet cell with its nib, such as `.file("task.html")`. - Throws: `NibError`, `RegistrationError`
  package mutating func register<Cell: OutletCell>(
    _ cell: Cell.Type, nib: CellNib, variant: ViewVariant = .plain
  ) throws {
    try register(cell, nib: nib.compiled(for: cell), variant: variant)
  }
}
