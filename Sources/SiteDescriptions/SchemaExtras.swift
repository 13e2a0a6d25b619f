import RichTextRendering
package import SiteConfiguration
package import TableArguments
package import TableModel
package import TableRendering
package import TextCoding

/// The extras that a schema answers.
package struct SchemaExtras {
  private let schema: RecordSchema
  /// The columns that the rows have, as positions.
  private let columns: [Int]
  /// What the site's owner says of the table.
  private let notes: SiteFile.Table?

  /// - Parameter columns: those that the rows have, as positions; all if `nil`.
  package init(_ schema: RecordSchema, showing columns: [Int]? = nil, notes: SiteFile.Table? = nil) {
    self.schema = schema
    self.notes = notes
    self.columns = columns ?? Array(schema.columns.indices)
  }

  /// `nil` for an extra that needs to know more than the schema.
  package func value(_ extra: JSONExtra) -> JSONValue? {
    switch extra {
    case .columns: JSONValue(columns.map { schema.columns[$0].name })
    case .allColumns: JSONValue(schema.ownColumns.map { schema.columns[$0].name })
    case .primaryKeys: JSONValue(primaryKeys)
    case .table: .text(schema.table)
    case .isView: .boolean(schema.isView)
    case .columnDetails:
      .object(
        schema.ownColumns.map { (schema.columns[$0].name, details($0)) })
    case .columnTypes: .object(schema.columns.map { ($0.name, ["type": .text($0.type.name), "config": nil]) })
    case .displayColumns:
      .list(
        columns.map { position in
          let column = schema.columns[position]
          return .object(
            [
              ("name", .text(column.name)), ("sortable", .boolean(column.abilities.isSortable)),
              ("is_pk", .boolean(column.isPrimaryKey)), ("type", .text(column.declaredType)),
              ("notnull", .integer(column.isNullable ? 0 : 1)), ("description", JSONValue(description(of: position))),
              ("column_type", .text(column.type.name)), ("column_type_config", nil),
              ("title", .text(RecordColumns(schema).title(of: position))),
              (
                "foreign_key",
                column.reference.map { ["table": .text($0.table), "column": .text($0.column)] } ?? .null
              ),
            ])
        })
    default: nil
    }
  }

  /// The words of the site's owner, or of the database.
  private func description(of position: Int) -> String? {
    let said = notes?.columns.first { schema.column(named: $0.name.text) == position }?.description?.source
    return said ?? schema.columns[position].comment
  }

  /// Those of a table without a key are none, though a row ID names each row.
  private var primaryKeys: [String] {
    schema.isView
      ? []
      : schema.keyFields.filter { $0 < schema.columns.count && !schema.columns[$0].isRowID }.map {
        schema.columns[$0].name
      }
  }

  /// With the keys that Datasette documents, and no others.
  private func details(_ position: Int) -> JSONValue {
    let column = schema.columns[position]
    let place = column.isPrimaryKey ? schema.keyFields.firstIndex(of: position).map { $0 + 1 } ?? 0 : 0
    return [
      "type": .text(column.declaredType), "sqlite_type": .text(DeclaredAffinity(column.declaredType).rawValue),
      "notnull": .boolean(!column.isNullable), "default": JSONValue(column.defaultText),
      "is_pk": .boolean(column.isPrimaryKey), "pk_position": .integer(Int64(place)),
      "hidden": .integer(column.isGenerated ? 2 : 0),
    ]
  }

  /// Values of each row as HTML.
  package func cells(_ records: some Sequence<Record>, _ fields: FieldWriter) -> JSONValue {
    .list(
      records.map { record in
        .object(
          columns.map { column in
            let html = HTML { fields.write(column, of: record, style: .grid, into: &$0) }
            return (schema.columns[column].name, .text(html.description))
          })
      })
  }
}

extension FieldType {
  /// The name of the type in JSON.
  package var name: String {
    switch self {
    case .text: "text"
    case .identifier: "identifier"
    case .number: "number"
    case .boolean: "boolean"
    case .date: "date"
    case .timestamp: "timestamp"
    case .link: "url"
    case .image: "image"
    case .email: "email"
    case .json: "json"
    case .blob: "blob"
    }
  }
}
