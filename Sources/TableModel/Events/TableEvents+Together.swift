/// A row that something is done to together with others.
public struct ChosenRow: Sendable, Hashable {
  /// Which row.
  public var id: RowKey
  /// The version that the visitor has seen; `nil` takes the row as it is.
  public var version: RowVersion?

  /// A row, as it was seen.
  public init(_ id: RowKey, version: RowVersion? = nil) {
    self.id = id
    self.version = version
  }
}

/// What is done to several rows at once: to all of them or to none, each with its handler's consent.
extension TableEvents {
  /// More rows than this are not taken at once.
  public static let togetherLimit = 1_000

  /// The actions that all of the rows offer, in the order of the first.
  public func sharedActions(of rows: [TableRow]) -> [RowAction] {
    let offered = rows.map { handler(of: $0).actions }
    guard let first = offered.first else { return [] }
    return first.filter { action in offered.allSatisfy { $0.contains(action) } }
  }

  /// Those of the rows that can't be deleted, by their handlers.
  public func undeletable(_ rows: [TableRow]) -> [TableRow] {
    rows.filter { handler(of: $0).editingStyle != .delete }
  }

  func deleteAll(_ chosen: [ChosenRow], _ selected: [RowKey]) async throws -> TableEventResult {
    guard visitor.mayChange else { throw TableCommandError.notAllowed }
    let rows = try await rows(chosen)
    let kept = undeletable(rows)
    guard kept.isEmpty else {
      return TableEventResult(
        message: "Nothing was deleted: \(Self.listed(kept)) can't be.", isRefused: true, selected: selected)
    }
    let result = try await together(rows, selected, "Deleted \(Self.counted(rows)).") { handler in
      try await handler.commit(.delete)
    }
    if !result.isRefused { for row in rows { handler(of: row).didEndEditing() } }
    return result
  }

  func performAll(_ name: String, _ chosen: [ChosenRow], _ selected: [RowKey]) async throws -> TableEventResult {
    let rows = try await rows(chosen)
    let refusing = rows.filter { row in !handler(of: row).actions.contains { $0.name == name } }
    guard refusing.isEmpty, let first = rows.first,
      let action = handler(of: first).actions.first(where: { $0.name == name })
    else {
      return TableEventResult(
        message: "Nothing was done: “\(name)” is not for \(Self.listed(refusing)) at the moment.", isRefused: true,
        selected: selected)
    }
    guard !action.changesTable || visitor.mayChange else { throw TableCommandError.notAllowed }
    return try await together(rows, selected, "\(action.title): \(Self.counted(rows)).") { handler in
      try await handler.perform(action)
    }
  }

  /// Asks the handler of each row, and makes all that they want as one change. The first that refuses stops it all.
  private func together(
    _ rows: [TableRow], _ selected: [RowKey], _ message: String, _ ask: (any HandledRow) async throws -> EventOutcome
  ) async throws -> TableEventResult {
    var whole = EventOutcome(message: message)
    var places = RowPlaces(rows)
    for index in rows.indices {
      // A handler is told where its row will stand by then.
      let row = TableRow(rows[index].cell, position: places.positions[index])
      let outcome = try await ask(handler(of: row))
      if outcome.isRefused {
        let reason = outcome.message.map { ": " + $0 } ?? ""
        return TableEventResult(
          message: "Nothing was done, because of “\(row.name)”\(reason)", isRefused: true, selected: selected)
      }
      places.follow(outcome.edits, in: rows)
      whole.edits += outcome.edits.map { $0.row == row.cell.id ? $0.expecting(row.version) : $0 }
      if rows.count == 1 { whole.message = outcome.message ?? message }
      whole.destination = outcome.destination ?? whole.destination
    }
    return try await applied(whole, selected)
  }

  /// The rows, each once, as long as they are what was seen.
  func rows(_ chosen: [ChosenRow]) async throws -> [TableRow] {
    guard !chosen.isEmpty else { throw TableCommandError.impossible("No row is chosen") }
    guard chosen.count <= Self.togetherLimit else {
      throw TableCommandError.impossible("At most \(Self.togetherLimit) rows are taken at once")
    }
    var rows: [TableRow] = []
    var seen: Set<RowKey> = []
    let there = try await table.found(Set(chosen.map(\.id)))
    for row in chosen {
      let found = try checked(there[row.id], row.id, expecting: row.version)
      if seen.insert(found.cell.id).inserted { rows.append(found) }
    }
    return rows
  }

  static func counted(_ rows: [TableRow]) -> String { rows.count == 1 ? "1 row" : "\(rows.count) rows" }

  /// Three of them by name, and how many more.
  static func listed(_ rows: [TableRow]) -> String {
    let names = rows.prefix(3).map { "“\($0.name)”" }.joined(separator: ", ")
    return rows.count > 3 ? "\(names) and \(rows.count - 3) more" : names
  }
}
