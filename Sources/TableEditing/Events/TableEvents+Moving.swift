import TableModel

/// Moving rows, alone or together: all of them or none, in the order that they have.
extension TableEvents {
  func move(_ found: SeenRows, to target: MoveTarget, _ selected: [RowKey]) async throws -> CommandResult {
    try checkMayChange()
    let rows = found.rows
    if rows.count == 1, let outcome = try await handler(of: rows[0].row).move(to: target) {
      return try await applied(outcome, selected, to: rows)
    }
    let fixed = rows.filter { $0.row.position == nil || !handler(of: $0.row).isMovable }
    guard fixed.isEmpty || rows.count == 1 else {
      return .refused("Nothing was moved: \(fixed.listed) can't be moved.", selected)
    }
    guard let table = table as? any EditableTable, fixed.isEmpty else {
      throw TableCommandError.impossible("This row can't be moved")
    }
    var moving = MovingRows(rows.map(\.row), target)
    switch target {
    case .before(let id), .after(let id):
      let anchor = try await self.found(id).row
      guard anchor.position != nil else { throw TableCommandError.impossible("This row can't be moved") }
      guard !rows.contains(where: { $0.row.id == anchor.id }) else { return CommandResult(selected: selected) }
      moving.places.append(anchor)
    case .up, .down: moving.counts = try await table.rowCounts()
    case .position: break
    }
    var edits: [TableEdit] = []
    while let row = moving.next() {
      // Others may change the table between the rows and its counts, so that neither fits the other.
      guard let proposed = moving.proposal() else {
        throw EditConflict(row.id, current: try await self.row(row.id))
      }
      let goal = try await handler(of: row).target(proposed: proposed)
      if goal != row.position { edits.append(.move(row.id, to: goal)) }
      moving.move(to: goal)
    }
    let message = rows.count == 1 ? "Moved." : "Moved \(rows.counted)."
    return try await applied(.edits(edits, edits.isEmpty ? nil : message), selected, to: rows)
  }
}
