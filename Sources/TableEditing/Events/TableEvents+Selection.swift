package import TableModel

/// Choosing rows and giving them up.
extension TableEvents {
  /// Whether a row is shown as chosen where the visitor's address says so: a row that refuses is not.
  package func showsAsSelected(_ row: TableRow, _ selected: [RowKey]) -> Bool {
    switch selection {
    case .none: false
    case .single: selected.first == row.id && handler(of: row).willSelect() == .this
    case .multiple: selected.contains(row.id) && handler(of: row).willSelect() == .this
    }
  }

  func select(_ row: SeenRow, _ selected: [RowKey]) async throws -> CommandResult {
    guard selection != .none else { throw TableCommandError.impossible("The rows of this table can't be selected") }
    var chosen = row
    switch handler(of: row.row).willSelect() {
    case .this: break
    case .refused(let reason):
      return .refused(reason ?? "This row can't be selected.", selected)
    case .other(let id): chosen = try await found(id)
    }
    let id = chosen.row.id
    if selected.contains(id) { return CommandResult(selected: selected) }
    guard selection == .single else {
      return try await applied(try await handler(of: chosen.row).didSelect(), selected + [id], to: [chosen])
    }
    var result = CommandResult(selected: [])
    for old in selected {
      // A row that is gone gives itself up.
      guard let row = try await self.row(old) else { continue }
      result = try await deselect(SeenRow(row, seen: nil), [old])
      guard result.selected.isEmpty else { return result }
    }
    result.merge(try await applied(try await handler(of: chosen.row).didSelect(), [id], to: [chosen]))
    return result
  }

  func deselect(_ row: SeenRow, _ selected: [RowKey]) async throws -> CommandResult {
    var given = row
    switch handler(of: row.row).willDeselect() {
    case .this: break
    case .refused(let reason):
      return .refused(reason ?? "This row stays selected.", selected)
    case .other(let id): given = try await found(id)
    }
    let rest = selected.filter { $0 != given.row.id }
    guard rest.count < selected.count else { return CommandResult(selected: selected) }
    return try await applied(try await handler(of: given.row).didDeselect(), rest, to: [given])
  }
}
