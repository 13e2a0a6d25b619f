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
      case .remove: if let source = place.flatMap({ positions[$0] }) { close(source) }
      case .move(_, let target, _):
        if let source = place.flatMap({ positions[$0] }) { close(source) }
        open(target)
        if let place { positions[place] = target }
      }
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
