/// Adding, inserting, replacing, removing and moving rows.
extension TableContents {
  /// Adds a row behind all others: to the last section, or in a table without sections, to a new one made for it.
  /// - Throws: `TableError.repeatedID` if the table has a row with this id.
  public mutating func add(_ row: Row) throws {
    guard !sections.isEmpty else {
      try addSection(TableSection(rows: [row]))
      return
    }
    try add(row, toSectionAt: sections.count - 1)
  }

  /// Adds a row at the end of a section. A section that isn't the table's yet is added first, with the rows it has.
  /// - Throws: `TableError.repeatedID` if the table has a row with the id of one that comes in.
  public mutating func add(_ row: Row, to section: TableSection<Row>) throws {
    if let place = place(of: section.id) { return try add(row, toSectionAt: place) }
    var added = section
    added.rows.append(row)
    try addSection(added)
  }

  /// Puts a row at a place, before the one that stands there; a row right behind the last one is a place, too.
  /// - Throws: `TableError.notFound` if there is no such place, `TableError.repeatedID` if the table has a row with this id.
  public mutating func insert(_ row: Row, at position: CellPosition) throws {
    guard sections.indices.contains(position.section),
      position.row >= 0, position.row <= sections[position.section].rows.count
    else { throw Self.missing(position) }
    try checkIsNew(row, at: position)
    owners[row.id] = sections[position.section].id
    sections[position.section].rows.insert(row, at: position.row)
    rowCount += 1
  }

  /// Puts a row before the one with an id.
  /// - Throws: `TableError.notFound` if there is none, `TableError.repeatedID` if the table has a row with the new one's id.
  public mutating func insert(_ row: Row, before id: RowKey) throws {
    try insert(row, at: existingPosition(of: id))
  }

  /// Puts a row in the place of the one that has its id: the row stays, its content changes.
  /// - Throws: `TableError.notFound` if there is none.
  public mutating func replace(_ row: Row) throws {
    let position = try existingPosition(of: row.id)
    sections[position.section].rows[position.row] = row
  }

  /// Takes the row at a place out of the table. Its section stays, even when it is empty then.
  /// - Throws: `TableError.notFound` if there is none.
  @discardableResult public mutating func remove(at position: CellPosition) throws -> Row {
    guard row(at: position) != nil else { throw Self.missing(position) }
    let row = sections[position.section].rows.remove(at: position.row)
    owners[row.id] = nil
    rowCount -= 1
    return row
  }

  /// Takes the row with an id out of the table.
  /// - Throws: `TableError.notFound` if there is none.
  @discardableResult public mutating func remove(_ id: RowKey) throws -> Row {
    try remove(at: existingPosition(of: id))
  }

  /// Moves a row to the place that it has when it has been taken out, as a phone's table counts.
  /// - Throws: `TableError.notFound` if there is no such row or no such place.
  public mutating func move(from source: CellPosition, to target: CellPosition) throws {
    guard let row = self.row(at: source) else { throw Self.missing(source) }
    let room =
      sections.indices.contains(target.section)
      ? sections[target.section].rows.count - (source.section == target.section ? 1 : 0) : -1
    guard target.row >= 0, target.row <= room else { throw Self.missing(target) }
    sections[source.section].rows.remove(at: source.row)
    sections[target.section].rows.insert(row, at: target.row)
    owners[row.id] = sections[target.section].id
  }

  /// Moves the row with an id; see `move(from:to:)`.
  /// - Throws: `TableError.notFound` if there is no such row or no such place.
  public mutating func move(_ id: RowKey, to target: CellPosition) throws {
    try move(from: existingPosition(of: id), to: target)
  }

  private mutating func add(_ row: Row, toSectionAt section: Int) throws {
    try insert(row, at: CellPosition(section: section, row: sections[section].rows.count))
  }

  private func existingPosition(of id: RowKey) throws -> CellPosition {
    guard let position = position(of: id) else { throw TableError.notFound("There is no row \(id)") }
    return position
  }

  private static func missing(_ position: CellPosition) -> TableError {
    .notFound("The table has no \(position)")
  }

  /// - Throws: `TableError.repeatedID` that names the row there is and the one that would come.
  func checkIsNew(_ row: Row, at target: CellPosition) throws {
    guard let there = position(of: row.id), let other = self.row(at: there) else { return }
    throw TableError.repeatedID(
      row.id, first: Self.name(other, at: there), second: Self.name(row, at: target))
  }

  static func name(_ row: Row, at position: CellPosition) -> String {
    "\(position) (\(type(of: row.unwrapped)))"
  }
}
