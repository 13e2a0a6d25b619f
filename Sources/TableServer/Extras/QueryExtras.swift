import SiteDescriptions
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering
import TextCoding

/// The extras of the JSON of a statement's result.
struct QueryExtras {
  private let result: StatementResult
  private let arguments: QueryArguments
  private let shared: RequestExtras
  private let links: RecordLinks

  init(
    _ result: StatementResult, _ arguments: QueryArguments, _ subject: QuerySubject, _ request: PageRequest,
    _ context: SiteContext
  ) {
    self.result = result
    self.arguments = arguments
    let entry = subject.entry
    links = RecordLinks(table: subject.address, database: entry.address, sprite: context.assets.sprite)
    shared = RequestExtras(
      context: context, entry: entry, request: request, address: subject.address, subject: .query,
      asked: arguments.extras, parts: [("database", entry.name)])
  }

  /// Writes what was asked for.
  func write(into json: inout ByteSink) {
    for extra in JSONExtra.allCases where arguments.extras.contains(extra) {
      json.jsonMember(extra.rawValue)
      value(extra).write(into: &json)
    }
  }

  private func value(_ extra: JSONExtra) -> JSONValue {
    let schema = SchemaExtras(result.page.schema)
    switch extra {
    case .query:
      let parameters = result.parameters.map { name in
        (key: name, value: JSONValue.text(arguments.statement.parameters[name] ?? ""))
      }
      return ["sql": .text(arguments.statement.text), "params": .object(parameters)]
    case .renderCell:
      let records = (0..<result.page.count).map { result.page[$0] }
      return schema.cells(records, FieldWriter(result.page.schema, links: links))
    default: return schema.value(extra) ?? shared.value(extra) ?? .null
    }
  }
}
