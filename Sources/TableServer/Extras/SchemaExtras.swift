import TableArguments
import TableModel
import TableRendering
import TextCoding

/// The extras that a schema answers.
struct SchemaExtras {
  let schema: RecordSchema
  /// The columns that the rows have, as positions.
  let columns: [Int]

  init(_ schema: RecordSchema, showing columns: [Int]? = nil) {
    self.schema = schema
    self.columns = columns ?? Array(schema.columns.indices)
  }

  /// `nil` for an extra that needs to know more than the schema.
  func value(_ extra: JSONExtra) -> JSONValue? {
    switch extra {
    case .columns: JSONValue(columns.map { schema.columns[$0].name })
    case .allColumns: JSONValue(schema.columns.map(\.name))
    case .primaryKeys: JSONValue(primaryKeys)
    case .table: .text(schema.table)
    case .isView: .boolean(schema.isView)
    case .columnDetails: .object(schema.columns.map { ($0.name, .object(details($0))) })
    case .columnTypes: .object(schema.columns.map { ($0.name, ["type": .text($0.type.name), "config": nil]) })
    case .displayColumns:
      .list(
        columns.map { position in
          let column = schema.columns[position]
          return .object(
            [
              ("title", .text(RecordColumns(schema).title(of: position))),
              ("sortable", .boolean(column.abilities.isSortable)),
            ] + details(column))
        })
    default: nil
    }
  }

  /// Rows without a key of their own are named by their row id.
  private var primaryKeys: [String] {
    let names = schema.keyFields.map { $0 < schema.columns.count ? schema.columns[$0].name : "rowid" }
    return schema.isView ? [] : names
  }

  private func details(_ column: RecordSchema.Column) -> [(key: String, value: JSONValue)] {
    [
      ("name", .text(column.name)), ("type", .text(column.declaredType)), ("notnull", .boolean(!column.isNullable)),
      ("is_pk", .boolean(column.isPrimaryKey)), ("column_type", .text(column.type.name)),
      (
        "foreign_key",
        column.reference.map { ["table": .text($0.table), "column": .text($0.column)] } ?? .null
      ),
    ]
  }

  /// Values of each row as HTML.
  func cells(_ records: some Sequence<Record>, _ fields: FieldWriter) -> JSONValue {
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
  var name: String {
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
