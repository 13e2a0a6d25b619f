internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableModel
import TextCoding

/// Answers the rows whose names or keys hold what somebody has typed so far: `{"ok": true, "rows": [{"pks": {"id": 1}, "label": "Rock"}]}`.
struct AutocompleteResponder: Sendable {
  let call: RouteCall
  /// Rows of one answer.
  private static let limit = 10
  /// How long a look at all rows of a table may take, in seconds; what takes longer has no suggestions.
  private static let timeLimit = 0.5

  /// - Throws: `TableError.badRequest` for what has no keys.
  func answer() async throws -> Response {
    let mounted = try await call.tables.table(call.match.table, in: call.entry)
    let schema = try await mounted.table.schema()
    guard !schema.isView, !schema.keyFields.isEmpty else {
      throw TableError.badRequest("Autocomplete is only available for tables")
    }
    let words = call.request.query.first { $0.name == "q" }?.value ?? ""
    let isInitial = call.request.query.contains { $0.name == "_initial" && Bool(argument: $0.value) == true }
    guard !words.isEmpty || isInitial else { return response([], schema) }
    var query = TableQuery(pageSize: Self.limit)
    query.count = .none
    if !words.isEmpty { query.selection.alternatives = [Self.filters(words, schema)] }
    do {
      let page = try await mounted.table.page(query, within: Self.timeLimit)
      let records = page.sections.compactMap { ($0 as? RecordSection)?.page }.flatMap { page in
        (0..<page.count).map { page[$0] }
      }
      return response(records, schema)
    } catch TableError.timeLimitReached { return response([], schema) }
  }

  private static func filters(_ words: String, _ schema: RecordSchema) -> [ColumnFilter] {
    let keys = schema.keyFields.filter(schema.columns.indices.contains).map {
      ColumnFilter(column: $0, value: words)
    }
    let names = schema.rowName?.columns ?? []
    return keys + names.map { ColumnFilter(column: $0, condition: .contains, value: words) }
  }

  private func response(_ records: [Record], _ schema: RecordSchema) -> Response {
    let rows = records.map { record -> JSONValue in
      let keys = schema.keyFields.map { field -> (key: String, value: JSONValue) in
        (schema.columns.indices.contains(field) ? schema.columns[field].name : "rowid", JSONValue(record[field]))
      }
      let name = schema.rowName?.text(of: record)
      let label = name.map { [(key: "label", value: JSONValue.text($0))] } ?? []
      return .object([("pks", .object(keys))] + label)
    }
    return Response(["ok": true, "rows": .list(rows)])
  }
}
