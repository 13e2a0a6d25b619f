internal import MicroHTTP
import SiteDescriptions
import SitePages
import SiteTables
import TableArguments
import TableModel

/// The statements that made tables, and files.
extension Route {
  static let schemas = [
    schema("schema", "/-/schema", .filtered, "SQL of all tables"),
    schema("databaseSchema", "/{database}/-/schema", .read, "SQL of the tables of a database"),
    schema("tableSchema", "/{database}/{table}/-/schema", .read, "SQL of a table"),
  ].flatMap(\.self)

  private static func schema(_ name: String, _ path: String, _ requirement: Requirement, _ summary: String) -> [Route] {
    [
      Route(name, path, requirement, summary, [.html, .json], APIDescription(schema: "Schema")) { call, request in
        try await SchemaResponder(call: call).answer(request)
      },
      Route(
        name + "Text", path + ".md", requirement, summary + " as Markdown", [], APIDescription(),
        get: { try await SchemaResponder(call: $0).markdown() }),
    ]
  }

  static let autocomplete = Route(
    "autocomplete", "/{database}/{table}/-/autocomplete", .read, "Keys and labels of rows whose names match", [],
    APIDescription(schema: "Suggestions", mediaType: "application/json") { parameters, _, _ in [parameters.words] },
    get: { try await AutocompleteResponder(call: $0).answer() })

  static let databaseFile = Route(
    "databaseFile", "/{database}.db", .read, "The file of an immutable database", [],
    APIDescription(mediaType: "*/*"),
    get: { try DatabaseFileResponder(call: $0).answer() })

  static let valueFile = Route(
    "valueFile", "/{database}/{table}/{key}.blob", .read, "The bytes of the value that _blob_column names", [],
    APIDescription(mediaType: "*/*") { parameters, _, _ in [parameters.blobColumn] },
    get: { call in
      guard let column = call.request.query.first(where: { $0.name == "_blob_column" })?.value else {
        throw TableError.badRequest("Add _blob_column with the name of a column")
      }
      let table = try await call.tables.table(call.match.table, in: call.entry)
      guard try await table.table.schema().column(named: column) != nil else {
        throw TableError.badRequest("_blob_column=\(column) is no column of this table")
      }
      let answer = try await RecordResponder(context: call.context, tables: call.tables).bytes(
        of: column, call.match.key, of: call.match.table, in: call.entry)
      return answer.response
    })
}

extension RouteCall {
  /// Where a statement is answered that was sent to the address of its database, with the same arguments.
  var statementAddress: String? {
    guard let known, known.controller == nil, request.query.contains(where: { $0.name == "sql" }),
      let mark = request.target.firstIndex(of: "?")
    else { return nil }
    return known.queryAddress + (match.suffix?.suffix ?? "") + request.target[mark...]
  }
}
