/// Single changes. Each is whole or doesn't happen; several that belong together go through `update`.
extension MemoryTable {
  /// The section that a new row goes to; `nil` in a table without sections.
  public var lastSection: TableSection<Row>? { contents.lastSection }

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

  /// Puts a section at a place; see `TableContents.insertSection(_:at:)`.
  /// - Throws: `TableError.notFound`, `TableError.repeatedID`.
  public func insertSection(_ section: TableSection<Row>, at place: Int) throws {
    try edit { try $0.insertSection(section, at: place) }
  }

  /// Moves a section; see `TableContents.moveSection(_:to:)`.
  /// - Throws: `TableError.notFound`.
  public func moveSection(_ id: TableSection<Row>.ID, to place: Int) throws {
    try edit { try $0.moveSection(id, to: place) }
  }

  /// Takes a section out, with its rows; see `TableContents.removeSection(_:)`.
  /// - Throws: `TableError.notFound`.
  @discardableResult public func removeSection(_ id: TableSection<Row>.ID) throws -> TableSection<Row> {
    try edit { try $0.removeSection(id) }
  }

  /// Puts a row at a place; see `TableContents.insert(_:at:)`.
  /// - Throws: `TableError.notFound`, `TableError.repeatedID`.
  public func insert(_ row: Row, at position: CellPosition) throws {
    try edit { try $0.insert(row, at: position) }
  }

  /// Puts a row before another; see `TableContents.insert(_:before:)`.
  /// - Throws: `TableError.notFound`, `TableError.repeatedID`.
  public func insert(_ row: Row, before id: RowKey) throws {
    try edit { try $0.insert(row, before: id) }
  }

  /// Puts a row in the place of the one with its id.
  /// - Throws: `TableError.notFound`.
  public func replace(_ row: Row) throws { try edit { try $0.replace(row) } }

  /// Takes the row at a place out.
  /// - Throws: `TableError.notFound`.
  @discardableResult public func remove(at position: CellPosition) throws -> Row {
    try edit { try $0.remove(at: position) }
  }

  /// Takes the row with an id out.
  /// - Throws: `TableError.notFound`.
  @discardableResult public func remove(_ id: RowKey) throws -> Row { try edit { try $0.remove(id) } }

  /// Moves a row; see `TableContents.move(from:to:)`.
  /// - Throws: `TableError.notFound`.
  public func move(from source: CellPosition, to target: CellPosition) throws {
    try edit { try $0.move(from: source, to: target) }
  }

  /// Moves the row with an id; see `TableContents.move(from:to:)`.
  /// - Throws: `TableError.notFound`.
  public func move(_ id: RowKey, to target: CellPosition) throws { try edit { try $0.move(id, to: target) } }
}
