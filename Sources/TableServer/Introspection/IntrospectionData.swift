internal import MicroHTTP
import SiteConfiguration
import SitePages
import SiteTables
import TableArguments
import TableModel
import TextCoding

/// What a site tells of itself, as data.
struct IntrospectionData: Sendable {
  let context: SiteContext
  /// Where the site is, as whoever asks sees it.
  var origin = ""

  func value(_ subject: Introspection) async throws -> JSONValue {
    switch subject {
    case .versions: versions
    case .settings: settings
    case .metadata: metadata
    case .databases: try await databases()
    case .openapi: try await OpenAPIDocument(context: context, origin: origin).value()
    }
  }

  private var versions: JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("tablepages", ["version": .text(TablePagesVersion.text)]),
      ("libmicrohttpd", ["version": .text(HTTPServer.libraryVersion)]),
    ]
    for engine in context.map.databases.compactMap(\.database.engine) {
      let name = engine.name.lowercased()
      guard !members.contains(where: { $0.key == name }) else { continue }
      members.append((name, ["version": .text(engine.version), "compile_options": JSONValue(engine.features)]))
    }
    return .object(members)
  }

  /// Under the names that Datasette has for the same.
  private var settings: JSONValue {
    let options = context.options
    let limit = context.map.databases.compactMap { $0.database as? any StatementDatabase }.map(\.statementTimeLimit)
      .max()
    return [
      "default_page_size": .integer(Int64(options.limits.pageSize)),
      "max_returned_rows": .integer(Int64(options.maximumPageSize)),
      "default_facet_size": .integer(Int64(FacetArguments.dataSize)),
      "sql_time_limit_ms": JSONValue(limit.map { Int($0 * 1_000) }),
      "default_allow_sql": .boolean(options.allowsQueries), "allow_facet": true, "suggest_facets": true,
      "allow_csv_stream": true, "max_csv_mb": 0,
      "max_body_bytes": .integer(Int64(options.maximumBodySize)),
      "truncate_cells_html": .integer(Int64(options.excerptBytes)),
      "cors": .boolean(options.allowsOtherOrigins), "base_url": .text(context.map.home),
    ]
  }

  private var metadata: JSONValue {
    var members: [(key: String, value: JSONValue)] = [("title", .text(context.title))]
    if let description = context.file.description { members.append(description.member) }
    members += context.file.notes
    members.append(("databases", .object(context.map.databases.map { ($0.name, $0.metadata) })))
    return .object(members)
  }

  private func databases() async throws -> JSONValue {
    var values: [JSONValue] = []
    for summary in try await DatabaseSummary.all(context.map.databases) {
      let entry = summary.entry
      var value: JSONValue = [
        "name": .text(entry.name), "path": .text(entry.address), "kind": .text(summary.kind),
        "engine": JSONValue(entry.database.engine?.name),
      ]
      if let problem = summary.problem {
        value.add("error", .text(problem))
      } else {
        value.add("tables", .integer(Int64(summary.visible.count { !$0.isView })))
        value.add("views", .integer(Int64(summary.visible.count { $0.isView })))
        value.add("hidden", .integer(Int64(summary.hidden.count)))
      }
      if summary.isLoading == true { value.add("loading", true) }
      values.append(value)
    }
    return .list(values)
  }
}

extension SiteMap.DatabaseEntry {
  /// What the site's owner says about it, under the names of the site file.
  fileprivate var metadata: JSONValue {
    var members: [(key: String, value: JSONValue)] = [("title", .text(heading))]
    if let description = notes.description { members.append(description.member) }
    members += notes.notes
    if !notes.tables.isEmpty { members.append(("tables", .object(notes.tables.map { ($0.name, $0.metadata) }))) }
    if !notes.queries.isEmpty { members.append(("queries", .object(notes.queries.map { ($0.name, $0.metadata) }))) }
    return .object(members)
  }
}

extension StoredQuery {
  fileprivate var metadata: JSONValue {
    var members: [(key: String, value: JSONValue)] = [("sql", .text(statement))]
    if let title { members.append(("title", .text(title))) }
    if let description { members.append(description.member) }
    if !parameters.isEmpty { members.append(("params", JSONValue(parameters))) }
    if hidesStatement { members.append(("hide_sql", true)) }
    return .object(members + notes)
  }
}
