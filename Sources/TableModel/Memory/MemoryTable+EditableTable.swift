extension MemoryTable: EditableTable {
  /// The row with an id as it is now. O(sections + rows of its section).
  public func row(_ id: RowKey) async throws -> TableRow? { contents.row(id) }

  /// The rows with these ids as they are at one moment. O(rows).
  public func rows(_ ids: Set<RowKey>) async throws -> [RowKey: TableRow] { contents.rows(ids) }

  /// The numbers of rows of the sections. O(sections).
  public func rowCounts() async throws -> [Int] { contents.sections.map(\.rows.count) }

  /// The header or footer at a place.
  public func view(_ place: SupplementaryPlace) async throws -> (any SupplementaryViewModel)? {
    let contents = contents
    switch place {
    case .header: return contents.header
    case .footer: return contents.footer
    case .sectionHeader(let section), .sectionFooter(let section):
      guard contents.sections.indices.contains(section) else { return nil }
      if case .sectionHeader = place { return contents.header(of: contents.sections[section]) }
      return contents.footer(of: contents.sections[section])
    }
  }

  /// Makes changes as one; see `EditableTable`.
  public func apply(_ edits: [TableEdit]) async throws -> StoredEdits {
    try update { try $0.apply(edits) }
  }

  /// Makes changes as one, as long as there is room for them: however many come at the same moment.
  public func apply(_ edits: [TableEdit], maximumRows: Int) async throws -> StoredEdits {
    try update { contents in
      let count = contents.rowCount
      let stored = try contents.apply(edits)
      try TableCommandError.checkRoom(from: count, to: contents.rowCount, maximumRows)
      return stored
    }
  }
}

extension TableContents {
  func row(_ id: RowKey) -> TableRow? {
    position(of: id).flatMap { position in row(at: position).map { TableRow($0.unwrapped, position: position) } }
  }

  func rows(_ ids: Set<RowKey>) -> [RowKey: TableRow] {
    var rows: [RowKey: TableRow] = [:]
    for (section, content) in sections.map(\.rows).enumerated() where rows.count < ids.count {
      for (row, cell) in content.enumerated() where ids.contains(cell.id) {
        rows[cell.id] = TableRow(cell.unwrapped, position: CellPosition(section: section, row: row))
      }
    }
    return rows
  }

  /// Makes changes in order.
  mutating func apply(_ edits: [TableEdit]) throws -> StoredEdits {
    var inverse: [TableEdit] = []
    for edit in edits { inverse.append(try apply(edit)) }
    var seen: Set<RowKey> = []
    let ids = edits.flatMap { $0.row.map { [$0] } ?? $0.insertedRows.map(\.id) }.filter { seen.insert($0).inserted }
    // Sections bring many rows, which are found together.
    let found = ids.count > edits.count ? rows(seen) : nil
    return StoredEdits(rows: ids.compactMap { found?[$0] ?? row($0) }, undo: inverse.reversed())
  }

  /// Makes one change. - Returns: the one that takes it back.
  mutating func apply(_ edit: TableEdit) throws -> TableEdit {
    switch edit {
    case .insert(let cell, let target):
      let row = try own(cell)
      if let target, !sections.isEmpty { try insert(row, at: nearest(target)) } else { try add(row) }
      return .remove(cell.id, expecting: RowVersion(cell))
    case .replace(let cell, let expected):
      let old = try checked(cell.id, expected)
      try replace(own(cell))
      return .replace(old.cell, expecting: RowVersion(cell))
    case .remove(let id, let expected):
      let old = try checked(id, expected)
      try remove(id)
      return .insert(old.cell, at: old.position)
    case .move(let id, let target, let expected):
      let old = try checked(id, expected)
      guard let source = old.position else { throw EditConflict(id, current: nil) }
      try move(from: source, to: nearest(target, without: source))
      return .move(id, to: source)
    case .section(let edit): return .section(try apply(edit))
    case .record, .revert: throw TableError.badRequest("The rows of this table are changed as a whole")
    }
  }

  func own(_ cell: any CellViewModel) throws(TableError) -> Row {
    guard let row = Row.row(cell) else { throw .badRequest("The rows of this table are no \(type(of: cell))") }
    return row
  }

  private func checked(_ id: RowKey, _ expected: RowVersion?) throws -> TableRow {
    guard let row = row(id) else {
      if expected != nil { throw EditConflict(id, current: nil) }
      throw TableError.notFound("There is no row \(id)")
    }
    if let expected, row.version != expected { throw EditConflict(id, current: row) }
    return row
  }

  /// A place that there is: where others have changed the table meanwhile, the nearest one.
  private func nearest(_ target: CellPosition, without source: CellPosition? = nil) -> CellPosition {
    let section = min(max(target.section, 0), sections.count - 1)
    let room = sections[section].rows.count - (source?.section == section ? 1 : 0)
    return CellPosition(section: section, row: min(max(target.row, 0), room))
  }
}
