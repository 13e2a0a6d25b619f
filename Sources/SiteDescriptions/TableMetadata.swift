package import SitePages
import SiteTables
package import TableArguments
package import TableModel
package import TextCoding

/// What extras need to know that isn't on the page: asked for only where they are wanted.
package struct TableMetadata: Sendable {
  private var description = TableDescription()
  /// Columns that refer to rows elsewhere, and the name of the column that labels those; `nil` where their keys do.
  private var labels: [(column: Int, label: String?)] = []

  /// Knows nothing.
  package init() {}

  /// What these extras of a query need to know.
  package init(
    _ extras: Set<JSONExtra>, _ query: TableQuery, of mounted: MountedTable, _ schema: RecordSchema
  ) async throws {
    if !extras.isDisjoint(with: [.countStatement, .query, .tableDefinition, .viewDefinition]) {
      description = try await mounted.table.description(of: query)
    }
    guard extras.contains(.expandableColumns) else { return }
    for (position, column) in schema.columns.enumerated() {
      guard let reference = column.reference,
        let other = try await mounted.entry.table(named: reference.table)?.schema()
      else { continue }
      let label = reference.labelField == nil ? nil : other.rowName?.columns.first
      labels.append((position, label.map { other.columns[$0].name }))
    }
  }

  /// `nil` for an extra that is found out elsewhere.
  package func value(_ extra: JSONExtra, _ schema: RecordSchema) -> JSONValue? {
    switch extra {
    case .countStatement: JSONValue(description.countStatement)
    case .query: ["sql": JSONValue(description.statement), "params": parameters]
    case .tableDefinition: schema.isView ? .null : JSONValue(description.definition)
    case .viewDefinition: schema.isView ? JSONValue(description.definition) : .null
    case .expandableColumns:
      .list(
        labels.map { column, label in
          let reference = schema.columns[column].reference
          return [
            [
              "column": .text(schema.columns[column].name), "other_table": JSONValue(reference?.table),
              "other_column": JSONValue(reference?.column),
            ],
            JSONValue(label),
          ]
        })
    default: nil
    }
  }

  private var parameters: JSONValue { .object(description.parameters.map { ($0.name, JSONValue($0.value)) }) }
}
