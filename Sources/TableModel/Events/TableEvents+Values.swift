/// The same values for several rows: for all of them or none, as each of their handlers takes them.
extension TableEvents {
  /// The fields that all of the rows have, in the order of the first.
  public func sharedFields(of rows: [TableRow]) -> [EditField] {
    let fields = rows.map { handler(of: $0).fields }
    guard let first = fields.first else { return [] }
    return first.filter { field in fields.allSatisfy { $0.contains(field) } }
  }

  func updateAll(
    _ values: [String: String], _ chosen: [ChosenRow], _ selected: [RowKey]
  ) async throws -> TableEventResult {
    guard visitor.mayChange else { throw TableCommandError.notAllowed }
    guard !values.isEmpty else { throw FieldErrors("No field is named that is to be changed") }
    let rows = try await rows(chosen)
    var changedRows: [TableRow] = []
    var edits: [TableEdit] = []
    for row in rows {
      var handler = handler(of: row)
      handler.shownFields = try await handler.form()
      // What suits no row is told without naming one.
      try handler.fields.filter { values[$0.name] != nil }.check(values)
      do {
        let changed = try await changed(row, handler, by: values)
        if RowVersion(changed) != row.version { changedRows.append(row) }
        edits.append(.replace(changed, expecting: row.version))
      } catch let error as FieldErrors { throw rows.count == 1 ? error : error.told(of: row) }
    }
    let message = changedRows.isEmpty ? "Nothing was changed." : "Changed \(Self.counted(changedRows))."
    let result = try await applied(.edits(edits, message), selected)
    for row in rows { handler(of: row).didEndEditing() }
    return result
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
