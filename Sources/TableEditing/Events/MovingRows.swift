import TableModel

/// Rows on their way to a target, one after the other.
struct MovingRows {
  /// Where the rows are while the others move; behind them the row that they go beside, if they do.
  var places: RowPlaces
  /// The numbers of rows of the sections, for moves up and down.
  var counts: [Int] = []
  private let rows: [TableRow]
  private let target: MoveTarget
  private var current = -1
  /// Where rows are that didn't move.
  private var kept: Set<CellPosition> = []

  init(_ rows: [TableRow], _ target: MoveTarget) {
    let sorted = rows.sorted {
      ($0.position?.section ?? 0, $0.position?.row ?? 0) < ($1.position?.section ?? 0, $1.position?.row ?? 0)
    }
    // The lowest one makes room for those above it.
    self.rows = target == .down ? sorted.reversed() : sorted
    self.target = target
    places = RowPlaces(self.rows)
  }

  /// The next row, where it is by now.
  mutating func next() -> TableRow? {
    current += 1
    return rows.indices.contains(current) ? TableRow(rows[current].cell, position: places.positions[current]) : nil
  }

  /// Where the row goes unless its handler proposes another place: the place that it has when it has been taken out. `nil` if its section is gone.
  func proposal() -> CellPosition? {
    guard let source = places.positions[current] else { return nil }
    switch target {
    case .up: return above(source)
    case .down: return below(source)
    case _ where current > 0: return beside(places.positions[current - 1], 1, source)
    case .before: return beside(places.positions.last ?? nil, 0, source)
    case .after: return beside(places.positions.last ?? nil, 1, source)
    case .position(var goal):
      // The others are still there.
      for other in places.positions.dropFirst() {
        guard let place = beside(other, 0, source), place.section == goal.section, place.row <= goal.row else {
          continue
        }
        goal = goal.moved(by: 1)
      }
      return goal
    }
  }

  mutating func move(to goal: CellPosition) {
    guard let source = places.positions[current] else { return }
    if goal == source { kept.insert(source) }
    places.follow([.move(rows[current].cell.id, to: goal)], in: rows)
    if counts.indices.contains(source.section) { counts[source.section] -= 1 }
    if counts.indices.contains(goal.section) { counts[goal.section] += 1 }
  }

  private func above(_ source: CellPosition) -> CellPosition? {
    guard counts.indices.contains(source.section) else { return nil }
    let above = CellPosition(section: source.section, row: source.row - 1)
    if source.row > 0 { return kept.contains(above) ? source : above }
    return source.section > 0 ? CellPosition(section: source.section - 1, row: counts[source.section - 1]) : source
  }

  private func below(_ source: CellPosition) -> CellPosition? {
    guard counts.indices.contains(source.section) else { return nil }
    let below = source.moved(by: 1)
    if below.row < counts[source.section] { return kept.contains(below) ? source : below }
    return source.section < counts.count - 1 ? CellPosition(section: source.section + 1, row: 0) : source
  }

  /// The place beside another one, when the row has been taken out.
  private func beside(_ place: CellPosition?, _ offset: Int, _ source: CellPosition) -> CellPosition? {
    guard let place else { return nil }
    let isBehind = place.section == source.section && place.row > source.row
    return place.moved(by: isBehind ? offset - 1 : offset)
  }
}
