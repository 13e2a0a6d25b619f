package import TableModel

/// Looking up the choices of fields before a form is shown.
extension TableEvents {
  /// The same, where the fields of these rows have the choices of the moment.
  package func offeringChoices(of rows: [TableRow]) async throws -> TableEvents {
    var events = self
    for row in rows { events.forms[row.id] = try await handler(of: row).form() }
    return events
  }

  /// The same, where the fields of these rows, and those of new rows, have the choices of the moment.
  package func offeringChoices(editing ids: [RowKey]) async throws -> TableEvents {
    var events = try await offeringChoices(of: try await rows(ids))
    for kind in handlers.insertions.indices { events.handlers.insertions[kind] = try await insertion(kind) }
    return events
  }

  /// A kind of new rows, with the choices of the moment.
  /// - Throws: `TableCommandError` where this visitor can't add such rows.
  package func insertion(_ kind: Int) async throws -> RowInsertion {
    guard visitor.mayChange else { throw TableCommandError.notAllowed }
    guard handlers.insertions.indices.contains(kind) else {
      throw TableCommandError.impossible("This table doesn't accept new rows")
    }
    return try await handlers.insertions[kind].offeringChoices(to: visitor, in: place)
  }
}
