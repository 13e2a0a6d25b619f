internal import MicroHTTP
import SiteDescriptions
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering
import TextCoding

/// Answers the statements that made tables: of all databases, of one, or of one table.
struct SchemaResponder: Sendable {
  let call: RouteCall

  private var context: SiteContext { call.context }

  /// The page, or JSON.
  func answer(_ request: PageRequest) async throws -> PageAnswer {
    let schemas = try await schemas()
    guard request.format == .html else { return PageAnswer(Response(json(schemas))) }
    return PageAnswer(try html(schemas, request))
  }

  /// The same as Markdown, as plain text for browsers to show.
  func markdown() async throws -> Response {
    let parts = try await schemas().map { "# Schema for \(name($0))\n\n```sql\n\($0.text)\n```\n" }
    return Response(
      headers: PageHeaders.data(),
      body: .text(parts.joined(separator: "\n"), contentType: PageFormat.text.contentType))
  }

  private func schemas() async throws -> [SchemaText] {
    if !call.match.table.isEmpty {
      return [try await SchemaText(of: try await call.tables.table(call.match.table, in: call.entry))]
    }
    if let entry = call.known { return [try await SchemaText(of: entry)] }
    var schemas: [SchemaText] = []
    for entry in context.map.databases {
      // One that can't be read keeps nobody from the others.
      do { schemas.append(try await SchemaText(of: entry)) } catch is TableError {}
    }
    return schemas
  }

  private func name(_ schema: SchemaText) -> String {
    schema.entry.name + (schema.table.map { "." + $0 } ?? "")
  }

  private func json(_ schemas: [SchemaText]) -> JSONValue {
    func members(_ schema: SchemaText) -> [(key: String, value: JSONValue)] {
      let table = schema.table.map { [(key: "table", value: JSONValue.text($0))] } ?? []
      return [("database", .text(schema.entry.name))] + table + [("schema", .text(schema.text))]
    }
    guard call.known == nil else { return .object([("ok", true)] + schemas.flatMap(members)) }
    return ["ok": true, "schemas": .list(schemas.map { .object(members($0)) })]
  }

  private func html(_ schemas: [SchemaText], _ request: PageRequest) throws -> Response {
    let table = schemas.first?.table, entry = call.known
    let subject = table ?? entry?.heading ?? context.title
    let place = entry.map { entry in table.map { entry.address(ofTable: $0) } ?? entry.address } ?? context.map.base
    let address = place + "/-/schema"
    let crumbs = (table.map { [Crumb(title: $0, address: place)] } ?? []) + [Crumb(title: "Schema")]
    let frame = PageLayout(
      title: "Schema of \(subject)\(table == nil ? "" : " · \(entry?.heading ?? "")")",
      crumbs: (entry?.crumbs ?? []) + crumbs, alternate: address + ".json", returnTo: address,
      preferences: request.preferences, flash: request.flash, visitor: request.visitor, database: entry)
    let count = schemas.reduce(0) { $0 + $1.statements.count }
    let view = SchemaView(
      frame: frame.view(context, pageStyle: context.assets.queryStyle), heading: "Schema of \(subject)",
      summary: count.counted("SQL statement", "SQL statements"),
      parts: schemas.enumerated().map { number, schema in
        SchemaView.Part(
          partID: "schema-\(number + 1)", title: schema.table ?? schema.entry.heading,
          titleAddress: schema.table.map { schema.entry.address(ofTable: $0) } ?? schema.entry.address,
          statement: schema.text)
      }, formatAddress: address + ".json", textAddress: address + ".md", timing: "Listed in \(request.timing)")
    return Response(
      html: try context.nibs.schema.string(view), headers: PageHeaders.html(at: address))
  }
}
