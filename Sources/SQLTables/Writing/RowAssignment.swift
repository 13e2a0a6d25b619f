package import TableModel

/// The columns of a change, found in the schema, with the values that they are to hold.
package struct RowAssignment {
  /// What the row id is called by those who name the key of a table that has no other.
  package static let rowID = "rowid"

  /// A column as it stands in a statement, the field of the record that it is, and its value.
  private struct Part {
    var name: String
    var field: Int
    var value: SQLValue
  }

  private var parts: [Part] = []
  private let keyFields: [Int]
  /// What is wrong with the names.
  package private(set) var problems: [RecordProblem] = []

  /// The assignments of changes, in their order.
  package static func all(
    _ changes: [RecordChange], _ columns: [WritableColumn], _ definition: TableDefinition
  ) -> [RowAssignment] {
    changes.enumerated().map { RowAssignment($1, at: $0, columns, definition) }
  }

  private init(_ change: RecordChange, at index: Int, _ columns: [WritableColumn], _ definition: TableDefinition) {
    keyFields = definition.schema.keyFields
    let values: [ColumnValue]
    switch change {
    case .insert(let row, _), .upsert(let row), .update(_, let row, _): values = row
    case .delete: return
    }
    var unknown: [String] = []
    for value in values {
      guard let field = Self.field(of: value.column, definition) else {
        unknown.append(value.column)
        continue
      }
      if columns.indices.contains(field), columns[field].isComputed {
        problems.append(
          RecordProblem(
            change: index, column: columns[field].name, text: "Computed by the database; read-only.",
            engineText: "cannot INSERT into generated column \"\(columns[field].name)\""))
      }
      if parts.contains(where: { $0.field == field }) {
        problems.append(
          RecordProblem(change: index, column: value.column, text: "Duplicate column."))
      }
      let name =
        columns.indices.contains(field)
        ? SQLIdentifier(columns[field].name).description : definition.rowIDName ?? Self.rowID
      parts.append(Part(name: name, field: field, value: SQLValue(value.value)))
    }
    if !unknown.isEmpty {
      problems.append(
        RecordProblem(
          change: index, column: unknown.first, text: "No such column.",
          engineText: "Row \(index) has invalid columns: \(unknown.joined(separator: ", "))"))
    }
    if case .upsert = change { requireKey(index, definition) }
  }

  private static func field(of name: String, _ definition: TableDefinition) -> Int? {
    if let column = definition.schema.column(named: name) { return column }
    guard let rowIDField = definition.rowIDField, definition.dialect.folded(name) == rowID,
      definition.schema.keyFields == [rowIDField]
    else { return nil }
    return rowIDField
  }

  private mutating func requireKey(_ index: Int, _ definition: TableDefinition) {
    let missing = keyFields.filter { field in !parts.contains { $0.field == field } }
    let names = { (field: Int) in
      definition.schema.columns.indices.contains(field) ? definition.schema.columns[field].name : Self.rowID
    }
    if !missing.isEmpty {
      problems.append(
        RecordProblem(
          change: index, column: names(missing[0]), text: "The key is required.",
          engineText: "Row \(index) is missing primary key column(s): \(missing.map(names).joined(separator: ", "))"))
    }
    for part in parts where keyFields.contains(part.field) && part.value.isNull {
      problems.append(
        RecordProblem(
          change: index, column: names(part.field), text: "The key can't be null.",
          engineText: "Row \(index) has null primary key column(s): \(names(part.field))"))
    }
  }

  /// The columns as they stand in a statement.
  package var names: [String] { parts.map(\.name) }
  /// The fields of a record that they are.
  package var fields: [Int] { parts.map(\.field) }
  /// Their values.
  package var values: [SQLValue] { parts.map(\.value) }

  /// The values of the key, in its order; `nil` if not all of them are given.
  package var key: [SQLValue]? {
    let values = keyFields.compactMap { field in parts.first { $0.field == field && !$0.value.isNull }?.value }
    return values.count == keyFields.count && !values.isEmpty ? values : nil
  }

  /// The value that a column is to get.
  package func value(of field: Int) -> SQLValue? { parts.first { $0.field == field }?.value }

  /// The columns that are no part of the key.
  package var withoutKey: RowAssignment {
    var others = self
    others.parts.removeAll { keyFields.contains($0.field) }
    return others
  }
}
