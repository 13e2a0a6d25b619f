import SitePages
import SiteTables
import TableArguments
import TableModel
import TextCoding

/// The extras of one row's JSON.
struct RecordExtras {
  private let detail: RecordDetail
  private let presentation: TablePresentation
  private let entry: SiteMap.DatabaseEntry
  private let arguments: PageArguments
  private let shared: RequestExtras
  private let notes: TableMetadata
  /// The rows that refer to the row, counted only where that was asked for.
  private let referring: [ReferringRows]

  init(
    _ detail: RecordDetail, _ presentation: TablePresentation, _ mounted: MountedTable, _ arguments: PageArguments,
    _ request: PageRequest, _ context: SiteContext
  ) async throws {
    let schema = presentation.schema
    self.detail = detail
    self.presentation = presentation
    self.arguments = arguments
    entry = mounted.entry
    var query = TableQuery(pageSize: 1)
    for field in schema.keyFields where field < schema.columns.count {
      query.selection.filters.append(ColumnFilter(column: field, value: detail.record[field].description))
    }
    referring =
      arguments.extras.contains(.foreignKeyTables)
      ? try await ReferringRows.all(of: detail.record, in: entry, waits: true) : []
    notes = try await TableMetadata(arguments.extras, query, of: mounted, schema)
    shared = RequestExtras(
      context: context, entry: mounted.entry, request: request,
      address: presentation.address(of: detail.record.fullKey),
      subject: .row, asked: arguments.extras,
      parts: [
        ("database", mounted.entry.name), ("table", schema.table),
        ("pks", schema.encoded(detail.record.fullKey)),
      ])
  }

  /// Whether asking again, of the same data, would say the same.
  var areFinal: Bool { referring.allSatisfy(\.count.isFinal) }

  /// What was asked for, as JSON.
  var values: [(key: String, json: [UInt8])] {
    JSONExtra.allCases.filter(arguments.extras.contains).map { ($0.rawValue, Array(value($0).text.utf8)) }
  }

  private func value(_ extra: JSONExtra) -> JSONValue {
    let schema = SchemaExtras(presentation.schema, showing: arguments.columns)
    return switch extra {
    case .foreignKeyTables: referrers
    case .version: .text(RowVersion(detail.record).description)
    case .renderCell: schema.cells([detail.record], presentation.fields)
    default: schema.value(extra) ?? notes.value(extra, presentation.schema) ?? shared.value(extra) ?? .null
    }
  }

  private var referrers: JSONValue {
    .list(
      referring.map { rows in
        let reference = rows.reference
        let referenced = reference.referencedColumns.map { presentation.schema.columns[$0].name }
        var names: [(String, JSONValue)] = [
          ("column", JSONValue(reference.columns.only)), ("other_column", JSONValue(referenced.only)),
        ]
        if reference.columns.count > 1 {
          names = [
            ("columns", .list(reference.columns.map(JSONValue.text))),
            ("other_columns", .list(referenced.map(JSONValue.text))),
          ]
        }
        return .object(
          [("other_table", .text(reference.table))] + names + [
            ("count", JSONValue(rows.count.number)), ("count_truncated", .boolean(rows.count.isTruncated)),
            ("link", JSONValue(rows.address)),
          ])
      })
  }
}
