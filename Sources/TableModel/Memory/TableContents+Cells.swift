/// Adding, inserting, replacing, removing and moving cells.
extension TableContents {
  /// Adds a cell behind all others: to the last section, or in a table without sections, to a new one made for it.
  /// - Throws: `TableError.repeatedID` if the table has a cell with this id.
  public mutating func add(_ cell: any CellViewModel) throws {
    guard !sections.isEmpty else {
      try adopt(TableSection(cells: [cell]))
      return
    }
    try add(cell, toSectionAt: sections.count - 1)
  }

  /// Adds a cell at the end of a section. A section that isn't the table's yet is adopted first, with the cells it has.
  /// - Throws: `TableError.repeatedID` if the table has a cell with the id of one that comes in.
  public mutating func add(_ cell: any CellViewModel, to section: TableSection) throws {
    if let place = place(of: section.id) { return try add(cell, toSectionAt: place) }
    var adopted = section
    adopted.cells.append(cell)
    try adopt(adopted)
  }

  /// Puts a cell at a place, before the one that stands there; a row right behind the last one is a place, too.
  /// - Throws: `TableError.notFound` if there is no such place, `TableError.repeatedID` if the table has a cell with this id.
  public mutating func insert(_ cell: any CellViewModel, at position: CellPosition) throws {
    guard sections.indices.contains(position.section),
      position.row >= 0, position.row <= sections[position.section].cells.count
    else { throw Self.missing(position) }
    try checkIsNew(cell, at: position)
    owners[cell.id] = sections[position.section].id
    sections[position.section].cells.insert(cell, at: position.row)
    cellCount += 1
  }

  /// Puts a cell before the one with an id.
  /// - Throws: `TableError.notFound` if there is none, `TableError.repeatedID` if the table has a cell with the new one's id.
  public mutating func insert(_ cell: any CellViewModel, before id: RowKey) throws {
    try insert(cell, at: existingPosition(of: id))
  }

  /// Puts a cell in the place of the one that has its id: the row stays, its content changes.
  /// - Throws: `TableError.notFound` if there is none.
  public mutating func replace(_ cell: any CellViewModel) throws {
    let position = try existingPosition(of: cell.id)
    sections[position.section].cells[position.row] = cell
  }

  /// Takes the cell at a place out of the table. Its section stays, even when it is empty then.
  /// - Throws: `TableError.notFound` if there is none.
  @discardableResult public mutating func remove(at position: CellPosition) throws -> any CellViewModel {
    guard cell(at: position) != nil else { throw Self.missing(position) }
    let cell = sections[position.section].cells.remove(at: position.row)
    owners[cell.id] = nil
    cellCount -= 1
    return cell
  }

  /// Takes the cell with an id out of the table.
  /// - Throws: `TableError.notFound` if there is none.
  @discardableResult public mutating func remove(_ id: RowKey) throws -> any CellViewModel {
    try remove(at: existingPosition(of: id))
  }

  /// Moves a cell to the place that it has when it has been taken out, as a phone's table counts.
  /// - Throws: `TableError.notFound` if there is no such cell or no such place.
  public mutating func move(from source: CellPosition, to target: CellPosition) throws {
    guard let cell = cell(at: source) else { throw Self.missing(source) }
    let room =
      sections.indices.contains(target.section)
      ? sections[target.section].cells.count - (source.section == target.section ? 1 : 0) : -1
    guard target.row >= 0, target.row <= room else { throw Self.missing(target) }
    sections[source.section].cells.remove(at: source.row)
    sections[target.section].cells.insert(cell, at: target.row)
    owners[cell.id] = sections[target.section].id
  }

  /// Moves the cell with an id; see `move(from:to:)`.
  /// - Throws: `TableError.notFound` if there is no such cell or no such place.
  public mutating func move(_ id: RowKey, to target: CellPosition) throws {
    try move(from: existingPosition(of: id), to: target)
  }

  private mutating func add(_ cell: any CellViewModel, toSectionAt section: Int) throws {
    try insert(cell, at: CellPosition(section: section, row: sections[section].cells.count))
  }

  private func existingPosition(of id: RowKey) throws -> CellPosition {
    guard let position = position(of: id) else { throw TableError.notFound("There is no row \(id)") }
    return position
  }

  private static func missing(_ position: CellPosition) -> TableError {
    .notFound("The table has no \(position)")
  }

  /// - Throws: `TableError.repeatedID` that names the row there is and the one that would come.
  func checkIsNew(_ cell: any CellViewModel, at target: CellPosition) throws {
    guard let there = position(of: cell.id), let other = self.cell(at: there) else { return }
    throw TableError.repeatedID(
      cell.id, first: Self.name(other, at: there), second: Self.name(cell, at: target))
  }

  static func name(_ cell: any CellViewModel, at position: CellPosition) -> String {
    "\(position) (\(type(of: cell)))"
  }
}
