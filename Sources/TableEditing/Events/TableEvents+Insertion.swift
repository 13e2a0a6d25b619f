package import TableModel

/// New rows.
extension TableEvents {
  func insert(
    _ rows: [[ColumnValue]], _ kind: Int, at position: CellPosition?, _ selected: [RowKey]
  ) async throws -> CommandResult {
    let insertion = try await insertion(kind)
    let made = try await newRows(rows.map(\.texts), insertion, at: position)
    let edits = made.enumerated().map { TableEdit.insert($1, at: position?.moved(by: $0)) }
    return try await applied(.edits(edits, made.count == 1 ? "Added." : "Added \(made.count) rows."), selected)
  }

  /// The row that values make.
  /// - Throws: `FieldErrors`, and what its handler throws.
  package func newRow(
    _ values: [String: String], _ insertion: RowInsertion, at position: CellPosition? = nil
  ) async throws -> any CellViewModel {
    try await insertion.row(values, at: position, visitor: visitor, table: place)
  }

  /// The rows that values make.
  /// - Throws: `FieldErrors` for one row, `TableCommandError.invalidRows` with everything that is wrong with several.
  private func newRows(
    _ values: [[String: String]], _ insertion: RowInsertion, at position: CellPosition?
  ) async throws -> [any CellViewModel] {
    var rows: [any CellViewModel] = []
    var errors: [Int: FieldErrors] = [:]
    for (index, row) in values.enumerated() {
      do { rows.append(try await newRow(row, insertion, at: position?.moved(by: index))) } catch let error
        as FieldErrors
      {
        guard values.count > 1 else { throw error }
        errors[index] = error
      }
    }
    guard errors.isEmpty else { throw TableCommandError.invalidRows(errors) }
    guard !rows.isEmpty else { throw TableCommandError.impossible("No rows to add") }
    return rows
  }
}
