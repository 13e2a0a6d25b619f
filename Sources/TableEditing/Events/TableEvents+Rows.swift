package import TableModel

/// What is done to rows, to one or several at once: to all of them or to none, each with its handler's consent.
extension TableEvents {
  /// The actions that all of the rows offer, in the order of the first.
  package func sharedActions(of rows: [TableRow]) -> [RowAction] {
    let offered = rows.map { handler(of: $0).actions }
    guard let first = offered.first else { return [] }
    return first.filter { action in offered.allSatisfy { $0.contains(action) } }
  }

  /// The fields that all of the rows have, in the order of the first.
  package func sharedFields(of rows: [TableRow]) -> [EditField] {
    let fields = rows.map { handler(of: $0).fields }
    guard let first = fields.first else { return [] }
    return first.filter { field in fields.allSatisfy { $0.contains(field) } }
  }

  /// Those of the rows that can't be deleted, by their handlers.
  package func undeletable(_ rows: [TableRow]) -> [TableRow] {
    rows.filter { handler(of: $0).editingStyle != .delete }
  }

  func delete(_ found: SeenRows, _ selected: [RowKey]) async throws -> CommandResult {
    try checkMayChange()
    let rows = found.rows
    let kept = rows.filter { handler(of: $0.row).editingStyle != .delete }
    guard kept.isEmpty else {
      guard found.areTogether else { throw TableCommandError.impossible("This row can't be deleted") }
      return .refused("Nothing was deleted: \(kept.listed) can't be deleted.", selected)
    }
    let result = try await asked(found, selected, "Deleted \(rows.counted).") { try await $0.commit(.delete) }
    if !result.isRefused { for row in rows { handler(of: row.row).didEndEditing() } }
    return result
  }

  func perform(_ name: String, _ found: SeenRows, _ selected: [RowKey]) async throws -> CommandResult {
    let rows = found.rows
    let offered = rows.map { row in handler(of: row.row).actions.first { $0.name == name } }
    let refusing = zip(rows, offered).filter { $1 == nil }.map(\.0)
    guard refusing.isEmpty, let action = offered.first ?? nil else {
      guard found.areTogether else { throw Self.missing(name) }
      let title = offered.compactMap(\.self).first?.title ?? name
      return .refused("Nothing was done: “\(title)” isn't available for \(refusing.listed).", selected)
    }
    if action.changesTable { try checkMayChange() }
    return try await asked(found, selected, "\(action.title): \(rows.counted).") { try await $0.perform(action) }
  }

  func update(
    _ found: SeenRows, _ values: [ColumnValue], _ selected: [RowKey]
  ) async throws -> CommandResult {
    try checkMayChange()
    let rows = found.rows
    var changed: [SeenRow] = []
    var edits: [TableEdit] = []
    for row in rows {
      var handler = handler(of: row.row)
      if found.areTogether {
        handler.shownFields = try await handler.form()
        // What suits no row is told without naming one.
        let named = handler.fields.filter { field in values.contains { $0.column == field.name } }
        try named.check(named.values(values.texts))
      }
      do { edits.append(try await handler.change(by: values)) } catch let error as FieldErrors {
        throw rows.count == 1 ? error : error.told(of: row.row)
      }
      if case .replace(let cell, _)? = edits.last, RowVersion(cell) == row.row.version { continue }
      changed.append(row)
    }
    let message =
      changed.isEmpty ? "Nothing was changed." : !found.areTogether ? "Saved." : "Changed \(changed.counted)."
    let result = try await applied(.edits(edits, message), selected, to: rows)
    for row in rows { handler(of: row.row).didEndEditing() }
    return result
  }

  func insertHere(_ row: SeenRow, _ selected: [RowKey]) async throws -> CommandResult {
    try checkMayChange()
    let handler = handler(of: row.row)
    guard handler.editingStyle == .insert else {
      throw TableCommandError.impossible("Rows can't be inserted here")
    }
    let result = try await applied(try await handler.commit(.insert), selected, to: [row])
    handler.didEndEditing()
    return result
  }

  /// Asks the handler of each row, and makes all that they want as one change. The first that refuses stops it all.
  /// - Parameter message: what is said of several; of one row its handler says it.
  private func asked(
    _ found: SeenRows, _ selected: [RowKey], _ message: String, _ ask: (any HandledRow) async throws -> EventOutcome
  ) async throws -> CommandResult {
    let rows = found.rows
    if !found.areTogether, let row = rows.first {
      return try await applied(try await ask(handler(of: row.row)), selected, to: rows)
    }
    var whole = EventOutcome.message(message)
    var places = RowPlaces(rows.map(\.row))
    for index in rows.indices {
      // A handler is told where its row will stand by then.
      let row = TableRow(rows[index].row.cell, position: places.positions[index])
      let outcome = try await ask(handler(of: row))
      if outcome.isRefused {
        let reason = outcome.message.map { ": " + $0 } ?? ""
        return .refused("Nothing was done, because of “\(row.name)”\(reason)", selected)
      }
      places.follow(outcome.edits, in: rows.map(\.row))
      whole.edits += outcome.edits
      if rows.count == 1 { whole.message = outcome.message ?? message }
      whole.destination = outcome.destination ?? whole.destination
    }
    return try await applied(whole, selected, to: rows)
  }

  // MARK: Headers and footers

  func perform(_ name: String, of place: SupplementaryPlace, _ selected: [RowKey]) async throws -> CommandResult {
    guard let view = try await table.found(place) else { throw TableError.notFound("There is no \(place)") }
    guard let handler = handler(of: view, place), let action = handler.actions.first(where: { $0.name == name })
    else { throw Self.missing(name) }
    if action.changesTable { try checkMayChange() }
    return try await applied(try await handler.perform(action), selected)
  }

  private static func missing(_ action: String) -> TableCommandError {
    .impossible("The action “\(action)” isn't available")
  }
}

extension CommandResult {
  static func refused(_ message: String, _ selected: [RowKey]) -> CommandResult {
    CommandResult(message: message, isRefused: true, selected: selected)
  }
}

extension FieldErrors {
  /// The same, with the row that it is about among several.
  fileprivate func told(of row: TableRow) -> FieldErrors {
    var told = self
    told.message = ["Nothing was changed, because of “\(row.name)”", message].compactMap(\.self).joined(separator: ": ")
    return told
  }
}
