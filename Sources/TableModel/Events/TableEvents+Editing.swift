/// Changing, deleting and inserting rows.
extension TableEvents {
  func commit(
    _ style: EditingStyle, _ row: TableRow, _ handler: any HandledRow, _ selected: [RowKey]
  ) async throws -> TableEventResult {
    guard visitor.mayChange else { throw TableCommandError.notAllowed }
    guard handler.editingStyle == style, style != .none else {
      throw TableCommandError.impossible(
        style == .delete ? "This row can't be deleted" : "No row can be inserted here")
    }
    let result = try await applied(try await handler.commit(style), selected, to: row)
    handler.didEndEditing()
    return result
  }

  func update(
    _ row: TableRow, _ handler: any HandledRow, _ values: [String: String], _ selected: [RowKey]
  ) async throws -> TableEventResult {
    guard visitor.mayChange else { throw TableCommandError.notAllowed }
    let changed = try await changed(row, handler, by: values)
    let message = RowVersion(changed) == row.version ? "Nothing was changed." : "Saved."
    let result = try await applied(.edits([.replace(changed)], message), selected, to: row)
    handler.didEndEditing()
    return result
  }

  /// The row as its handler makes it from values. - Throws: `FieldErrors`, and `TableCommandError` for what isn't about this row.
  func changed(
    _ row: TableRow, _ handler: any HandledRow, by values: [String: String]
  ) async throws -> any CellViewModel {
    try check(values, for: handler)
    let changed = try await handler.changed(by: values)
    // Another row would be overwritten, whatever version it has.
    guard changed.id == row.cell.id else {
      throw TableCommandError.otherRow("viewModel(_:) made row \(changed.id) of row \(row.cell.id)")
    }
    return changed
  }

  /// - Throws: `TableCommandError.impossible` for values that the row has no fields for, `FieldErrors` where there are none.
  private func check(_ values: [String: String], for handler: any HandledRow) throws {
    let names = handler.fields.map(\.name)
    guard !names.isEmpty else { throw TableCommandError.impossible("The content of this row can't be changed") }
    guard !values.isEmpty else { throw FieldErrors("No field is named that is to be changed") }
    if let unknown = values.keys.sorted().first(where: { !names.contains($0) }) {
      throw TableCommandError.impossible("There is no field “\(unknown)”; there are \(names.joined(separator: ", "))")
    }
  }

  // MARK: New rows

  func insert(
    _ rows: [any CellViewModel], at position: CellPosition?, _ selected: [RowKey]
  ) async throws -> TableEventResult {
    let edits = rows.enumerated().map { offset, row in
      TableEdit.insert(row, at: position?.moved(by: offset))
    }
    return try await applied(.edits(edits, rows.count == 1 ? "Added." : "Added \(rows.count) rows."), selected)
  }

  /// The row that values make.
  /// - Throws: `FieldErrors`, and what its handler throws.
  package func newRow(
    _ values: [String: String], _ insertion: RowInsertion, at position: CellPosition? = nil
  ) async throws -> any CellViewModel {
    try await insertion.row(values, at: position, visitor: visitor, table: place)
  }

  /// The rows that values make.
  /// - Throws: `TableCommandError.invalidRows` with everything that is wrong with them.
  func newRows(_ values: [[String: String]], _ insertion: RowInsertion) async throws -> [any CellViewModel] {
    var rows: [any CellViewModel] = []
    var errors: [Int: FieldErrors] = [:]
    for (position, values) in values.enumerated() {
      do {
        rows.append(try await newRow(values, insertion))
      } catch let error as FieldErrors { errors[position] = error }
    }
    guard errors.isEmpty else { throw TableCommandError.invalidRows(errors) }
    guard !rows.isEmpty else { throw TableCommandError.impossible("There are no rows to add") }
    return rows
  }
}
