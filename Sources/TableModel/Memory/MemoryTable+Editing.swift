/// Single changes. Each is whole or doesn't happen; several that belong together go through `update`.
extension MemoryTable {
  /// The section that a new cell goes to; `nil` in a table without sections.
  public var lastSection: TableSection? { contents.lastSection }

  /// Adds a cell to the last section; see `TableContents.add(_:)`.
  /// - Throws: `TableError.repeatedID`.
  public func add(_ cell: any CellViewModel) throws { try edit { try $0.add(cell) } }

  /// Adds a cell to a section; see `TableContents.add(_:to:)`.
  /// - Throws: `TableError.repeatedID`.
  public func add(_ cell: any CellViewModel, to section: TableSection) throws {
    try edit { try $0.add(cell, to: section) }
  }

  /// Adds a section behind the last; see `TableContents.addSection(header:footer:indexTitle:cells:)`.
  /// - Throws: `TableError.repeatedID`.
  @discardableResult public func addSection(
    header: (any SupplementaryViewModel)? = nil, footer: (any SupplementaryViewModel)? = nil, indexTitle: String? = nil,
    cells: [any CellViewModel] = []
  ) throws -> TableSection {
    try edit { try $0.addSection(header: header, footer: footer, indexTitle: indexTitle, cells: cells) }
  }

  /// Takes a section in that was made elsewhere; see `TableContents.adopt(_:)`.
  /// - Throws: `TableError.repeatedID`.
  public func adopt(_ section: TableSection) throws { try edit { try $0.adopt(section) } }

  /// Puts a cell at a place; see `TableContents.insert(_:at:)`.
  /// - Throws: `TableError.notFound`, `TableError.repeatedID`.
  public func insert(_ cell: any CellViewModel, at position: CellPosition) throws {
    try edit { try $0.insert(cell, at: position) }
  }

  /// Puts a cell before another; see `TableContents.insert(_:before:)`.
  /// - Throws: `TableError.notFound`, `TableError.repeatedID`.
  public func insert(_ cell: any CellViewModel, before id: RowKey) throws {
    try edit { try $0.insert(cell, before: id) }
  }

  /// Puts a cell in the place of the one with its id.
  /// - Throws: `TableError.notFound`.
  public func replace(_ cell: any CellViewModel) throws { try edit { try $0.replace(cell) } }

  /// Takes the cell at a place out.
  /// - Throws: `TableError.notFound`.
  @discardableResult public func remove(at position: CellPosition) throws -> any CellViewModel {
    try edit { try $0.remove(at: position) }
  }

  /// Takes the cell with an id out.
  /// - Throws: `TableError.notFound`.
  @discardableResult public func remove(_ id: RowKey) throws -> any CellViewModel { try edit { try $0.remove(id) } }

  /// Moves a cell; see `TableContents.move(from:to:)`.
  /// - Throws: `TableError.notFound`.
  public func move(from source: CellPosition, to target: CellPosition) throws {
    try edit { try $0.move(from: source, to: target) }
  }

  /// Moves the cell with an id; see `TableContents.move(from:to:)`.
  /// - Throws: `TableError.notFound`.
  public func move(_ id: RowKey, to target: CellPosition) throws { try edit { try $0.move(id, to: target) } }
}
