import TableModel

/// Where rows stand while changes are made one after the other.
struct RowPlaces {
  private(set) var positions: [CellPosition?]

  init(_ rows: [TableRow]) { positions = rows.map(\.position) }

  /// Follows another row that doesn't move itself.
  mutating func append(_ row: TableRow) { positions.append(row.position) }

  mutating func follow(_ edits: [TableEdit], in rows: [TableRow]) {
    for edit in edits {
      let place = rows.firstIndex { $0.id == edit.row }
      switch edit {
      case .insert(_, let target): if let target { open(target) }
      case .replace, .record, .revert: break
      case .section(let edit): follow(edit)
      case .remove: if let source = place.flatMap({ positions[$0] }) { close(source) }
      case .move(_, let target, _):
        if let source = place.flatMap({ positions[$0] }) { close(source) }
        open(target)
        if let place { positions[place] = target }
      }
    }
  }

  /// Rows go with their section; those of one that is removed have no place.
  private mutating func follow(_ edit: SectionEdit) {
    switch edit {
    case .insert(_, let target): if let target { shiftSections(from: target, by: 1) }
    case .rename, .update: break
    case .remove(let place, _, _):
      for index in positions.indices where positions[index]?.section == place { positions[index] = nil }
      shiftSections(from: place, by: -1)
    case .move(let source, let target, _):
      let moved = positions.indices.filter { positions[$0]?.section == source }
      for index in positions.indices where !moved.contains(index) {
        guard let section = positions[index]?.section else { continue }
        let left = section > source ? section - 1 : section
        positions[index]?.section = left >= target ? left + 1 : left
      }
      for index in moved { positions[index]?.section = target }
    }
  }

  private mutating func shiftSections(from place: Int, by offset: Int) {
    for index in positions.indices {
      guard let section = positions[index]?.section, section >= place else { continue }
      positions[index]?.section = section + offset
    }
  }

  /// Rows from a place on move down.
  private mutating func open(_ place: CellPosition) { shift(from: place.row, in: place.section, by: 1) }

  /// Rows behind a place move up.
  private mutating func close(_ place: CellPosition) {
    shift(from: place.moved(by: 1).row, in: place.section, by: -1)
  }

  private mutating func shift(from row: Int, in section: Int, by offset: Int) {
    for index in positions.indices {
      guard let position = positions[index], position.section == section, position.row >= row else { continue }
      positions[index] = position.moved(by: offset)
    }
  }
}
