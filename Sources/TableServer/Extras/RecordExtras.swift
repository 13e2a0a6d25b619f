import SiteDescriptions
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering
import TextCoding

/// The extras of one row's JSON.
struct RecordExtras {
  private let detail: RecordDetail
  private let presentation: TablePresentation
  private let entry: SiteMap.DatabaseEntry
  private let arguments: RowArguments
  /// What is asked of the request; `nil` where nothing is.
  private let shared: RequestExtras?
  private let notes: TableMetadata?
  /// The rows that refer to the row, counted only where that was asked for.
  private let referring: [ReferringRows]

  init(
    _ detail: RecordDetail, _ presentation: TablePresentation, _ mounted: MountedTable, _ arguments: RowArguments,
    _ request: borrowing PageRequest, _ context: SiteContext
  ) async throws {
    let schema = presentation.schema
    self.detail = detail
    self.presentation = presentation
    self.arguments = arguments
    entry = mounted.entry
    guard !arguments.asked.extras.isEmpty else {
      (referring, notes, shared) = ([], nil, nil)
      return
    }
    var query = TableQuery(pageSize: 1)
    for field in schema.keyFields where field < schema.columns.count {
      query.selection.filters.append(ColumnFilter(column: field, value: detail.record[field].description))
    }
    referring =
      arguments.asked.extras.contains(.foreignKeyTables)
      ? try await ReferringRows.all(of: detail.record, presentation, mounted.table, in: entry, waits: true) : []
    notes = try await TableMetadata(arguments.asked.extras, query, of: mounted, schema)
    shared = RequestExtras(
      context: context, entry: mounted.entry, request: copy request,
      address: presentation.address(of: detail.record.fullKey),
      subject: .row, asked: arguments.asked.extras,
      parts: [
        ("database", mounted.entry.name), ("table", schema.table),
        ("pks", schema.encoded(detail.record.fullKey)),
      ])
  }

  /// Whether asking again, of the same data, would say the same.
  var areFinal: Bool { referring.allSatisfy(\.isFinal) }

  /// Writes which row it is, and what was asked for.
  func write(into json: inout ByteSink) {
    let schema = detail.record.schema
    json.jsonMember("database")
    json.jsonString(entry.name)
    json.jsonMember("table")
    json.jsonString(schema.table)
    json.jsonMember("primary_keys")
    json.jsonList(of: schema.keyFields) { schema.columns.indices.contains($0) ? schema.columns[$0].name : "rowid" }
    json.jsonMember("primary_key_values")
    json.jsonList(of: schema.keyFields) { detail.record[$0].description }
    guard !arguments.asked.extras.isEmpty else { return }
    for extra in JSONExtra.allCases where arguments.asked.extras.contains(extra) {
      if [.database, .table, .primaryKeys].contains(extra) { continue }
      json.jsonMember(extra.rawValue)
      value(extra).write(into: &json)
    }
  }

  private func value(_ extra: JSONExtra) -> JSONValue {
    let schema = SchemaExtras(presentation.schema, showing: arguments.asked.columns)
    return switch extra {
    case .foreignKeyTables: referrers
    case .version: .text(RowVersion(detail.record).description)
    case .renderCell: schema.cells([detail.record], presentation.fields)
    default: schema.value(extra) ?? notes?.value(extra, presentation.schema) ?? shared?.value(extra) ?? .null
    }
  }

  private var referrers: JSONValue {
    .list(
      referring.sorted {
        ($0.reference.table, $0.reference.columnNames) < ($1.reference.table, $1.reference.columnNames)
      }.map { rows in
        let reference = rows.reference
        let referenced = reference.referencedColumns.map { presentation.schema.columns[$0].name }
        var names: [(String, JSONValue)] = [
          ("column", JSONValue(referenced.only)), ("other_column", JSONValue(reference.columns.only)),
        ]
        if reference.columns.count > 1 {
          names = [
            ("columns", .list(referenced.map(JSONValue.text))),
            ("other_columns", .list(reference.columns.map(JSONValue.text))),
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
