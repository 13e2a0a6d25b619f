package import TableModel

/// What code adds to a table of a database: columns, and what happens around the storing of rows.
package struct TableCode: Sendable {
  /// Columns behind those of the table.
  package var columns: [ComputedColumn] = []
  /// What is asked before rows are stored, and told afterwards.
  package var handlers: [RecordHandler] = []

  /// Nothing.
  package init() {}

  /// Whether the table is as it is in its database.
  package var isEmpty: Bool { columns.isEmpty && handlers.isEmpty }

  /// - Throws: `RecordMismatch` for the first that doesn't fit the table.
  package func check(_ schema: RecordSchema) throws(RecordMismatch) {
    var names: Set<String> = []
    for column in columns {
      _ = try column.values(in: schema)
      guard names.insert(column.column.name.lowercased()).inserted else {
        throw RecordMismatch(description: "“\(schema.table)” has two computed columns “\(column.column.name)”")
      }
    }
    for handler in handlers { _ = try handler.bound(schema) }
  }
}
