/// Choosing rows and giving them up.
extension TableEvents {
  /// Whether a row is shown as chosen where the visitor's address says so: a row that refuses is not.
  public func showsAsSelected(_ row: TableRow, _ selected: [RowKey]) -> Bool {
    switch selection {
    case .none: false
    case .single: selected.first == row.cell.id && handler(of: row).willSelect() == .this
    case .multiple: selected.contains(row.cell.id) && handler(of: row).willSelect() == .this
    }
  }

  func select(
    _ row: TableRow, _ handler: any HandledRow, _ selected: [RowKey]
  ) async throws -> TableEventResult {
    guard selection != .none else { throw TableCommandError.impossible("The rows of this table can't be chosen") }
    var chosen = (row: row, handler: handler)
    switch handler.willSelect() {
    case .this: break
    case .refused(let reason):
      return TableEventResult(message: reason ?? "This row can't be chosen.", isRefused: true, selected: selected)
    case .other(let id):
      let other = try await self.row(id, expecting: nil)
      chosen = (other, self.handler(of: other))
    }
    let id = chosen.row.cell.id
    if selected.contains(id) { return TableEventResult(selected: selected) }
    guard selection == .single else {
      return try await applied(try await chosen.handler.didSelect(), selected + [id], to: chosen.row)
    }
    var result = TableEventResult(selected: [])
    for old in selected {
      // A row that is gone gives itself up.
      guard let row = try await table.found(old) else { continue }
      result = try await deselect(row, self.handler(of: row), [old])
      guard result.selected.isEmpty else { return result }
    }
    let own = try await applied(try await chosen.handler.didSelect(), [id], to: chosen.row)
    result.merge(own)
    return result
  }

  func deselect(
    _ row: TableRow, _ handler: any HandledRow, _ selected: [RowKey]
  ) async throws -> TableEventResult {
    var given = (row: row, handler: handler)
    switch handler.willDeselect() {
    case .this: break
    case .refused(let reason):
      return TableEventResult(message: reason ?? "This row stays chosen.", isRefused: true, selected: selected)
    case .other(let id):
      let other = try await self.row(id, expecting: nil)
      given = (other, self.handler(of: other))
    }
    let rest = selected.filter { $0 != given.row.cell.id }
    guard rest.count < selected.count else { return TableEventResult(selected: selected) }
    return try await applied(try await given.handler.didDeselect(), rest, to: given.row)
  }
}

extension TableEventResult {
  /// Adds what came of an event that followed.
  mutating func merge(_ later: TableEventResult) {
    message = [message, later.message].compactMap(\.self).joined(separator: " ")
    if message?.isEmpty == true { message = nil }
    destination = later.destination ?? destination
    isRefused = isRefused || later.isRefused
    selected = later.selected
    // The last change is taken back first.
    undo = later.undo + undo
    rows += later.rows
  }
}
