/// Single changes. Each is whole or doesn't happen; several that belong together go through `update`.
extension MemoryTable {
  /// Adds a row to the last section; see `TableContents.add(_:)`.
  /// - Throws: `TableError.repeatedID`.
  public func add(_ row: Row) throws { try edit { try $0.add(row) } }

  /// Adds a row to a section; see `TableContents.add(_:to:)`.
  /// - Throws: `TableError.repeatedID`.
  public func add(_ row: Row, to section: TableSection<Row>) throws {
    try edit { try $0.add(row, to: section) }
  }

  /// Adds a section behind the last; see `TableContents.addSection(_:)`.
  /// - Throws: `TableError.repeatedID`.
  public func addSection(_ section: TableSection<Row>) throws { try edit { try $0.addSection(section) } }

  /// Puts a row at a place; see `TableContents.insert(_:at:)`.
  /// - Throws: `TableError.notFound`, `TableError.repeatedID`.
  public func insert(_ row: Row, at position: CellPosition) throws {
    try edit { try $0.insert(row, at: position) }
  }

  /// Puts a row in the place of the one with its id.
  /// - Throws: `TableError.notFound`.
  public func replace(_ row: Row) throws { try edit { try $0.replace(row) } }

  /// Takes the row with an id out.
  /// - Throws: `TableError.notFound`.
  @discardableResult public func remove(_ id: RowKey) throws -> Row { try edit { try $0.remove(id) } }

  /// Moves the row with an id; see `TableContents.move(from:to:)`.
  /// - Throws: `TableError.notFound`.
  public func move(_ id: RowKey, to target: CellPosition) throws { try edit { try $0.move(id, to: target) } }
}
