import SiteAccess
import SiteConfiguration
import SiteDescriptions
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering
internal import TextCoding

/// Describes every address of a site (OpenAPI Specification 3.1.0), made from the routes, the arguments and the tables as they are.
struct OpenAPIDocument {
  let context: SiteContext
  /// Where the site is, as whoever asks sees it.
  var origin = ""
  /// Tables that have a description of their own, with their columns; all others are described by what they have in common.
  private static let tableLimit = 100

  func value() async throws -> JSONValue {
    // A table may be the first page itself.
    let routes = Route.all.filter { context.map.first == nil || $0.name != Route.home.name }
    var paths = routes.flatMap { route in route.api.map { described(route, $0) } ?? [] }
    let databases = try await DatabaseSummary.all(context.map.databases)
    for database in databases {
      for table in database.visible where paths.count < Self.tableLimit {
        paths += described(table, in: database.entry)
      }
      for query in database.queries where query.writing == nil { paths.append(described(query, in: database.entry)) }
    }
    for entry in context.map.controllers {
      paths += try await described(APIEvents(context: context, entry: entry)).map { path in
        guard entry.isMade else { return path }
        var item = path.value
        item.add(
          "parameters", .list(entry.segments.compactMap(\.captureName).map(APIParameters(context: context).path)))
        return (path.key, item)
      }
    }
    var components: JSONValue = ["schemas": APISchemas.all]
    var document: JSONValue = [
      "openapi": "3.1.0",
      "info": [
        "title": .text(context.title), "version": .text(TablePagesVersion.text),
        "description": "Tables as pages and data. Paths and arguments follow Datasette's JSON API.",
      ],
      "servers": [["url": .text(context.map.base.isEmpty ? "/" : context.map.base)]],
      "paths": .object(paths),
    ]
    if context.access.isInUse {
      let cookie = context.access.cookieName(at: origin, isSecure: origin.hasPrefix("https:"))
      components.add("securitySchemes", APISecurity.schemes(cookie: cookie))
      // Either of the two, or neither where everyone may read.
      document.add("security", [["token": []], ["session": []], [:]])
    }
    document.add("components", components)
    let unreadable = databases.compactMap { database in
      database.problem.map { (database.entry.name, JSONValue.text($0)) }
    }
    // Databases whose tables can't be described now (Specification Extensions, section 4.9).
    if !unreadable.isEmpty { document.add("x-errors", .object(unreadable.map { (key: $0.0, value: $0.1) })) }
    return document
  }

  // MARK: Paths

  private func described(_ route: Route, _ api: APIDescription) -> [(key: String, value: JSONValue)] {
    let parameters = APIParameters(context: context), inPath = route.captures.map(parameters.path)
    if let body = api.body { return [(route.path, APIWrites.schemaOperation(route, inPath, body, api.remark))] }
    if let action = api.action { return [(route.path, APIWrites.operation(action, route, inPath))] }
    // Copies are the other end of pasting.
    if route.name == FormKind.copy.rawValue { return [(route.path, APIWrites.copy(inPath))] }
    guard !route.formats.isEmpty else {
      return [(route.path, operation(route.name, route, nil, inPath + parameters.query(route, nil)))]
    }
    return route.formats.map { format in
      let all = inPath + parameters.query(route, format)
      return (route.path(format), operation("\(route.name)_\(format.rawValue)", route, format, all))
    }
  }

  /// A table with its own columns.
  private func described(
    _ table: TableSummary, in entry: SiteMap.DatabaseEntry
  ) -> [(key: String, value: JSONValue)] {
    let address = entry.address(ofTable: table.name).dropFirst(context.map.base.count)
    let parameters = APIParameters(context: context).query(
      .table, .json,
      columns: table.columns.map { name in
        var column = RecordSchema.Column(name)
        if table.computedColumns.contains(name) { column.abilities = .none }
        return column
      })
    let name = "\(TildeEncoding.encode(entry.name))_\(TildeEncoding.encode(table.name))"
    return [(address + ".json", operation(name, .table, .json, parameters, about: table.name))]
  }

  /// A table built in code: that of cells alone by its sections, one with columns by all that tables of databases have.
  private func described(_ events: APIEvents) async throws -> [(key: String, value: JSONValue)] {
    let entry = events.entry
    guard
      let columns = try await context.map.columnTable(entry)?.database.table(named: entry.tableName)?.schema().columns
    else { return events.paths }
    let parameters = APIParameters(context: context)
    let name = (entry.segments.isEmpty ? [entry.tableName] : entry.segments).map { TildeEncoding.encode($0) }
      .joined(separator: ".")
    let reading = [Route.table, .row, .count, .facets].flatMap { route in
      route.formats.map { format -> (key: String, value: JSONValue) in
        let inPath = route.captures.filter { !["database", "table"].contains($0) }.map(parameters.path)
        let chosen = route.name == Route.table.name && entry.controller.isInteractive ? [events.selected] : []
        return (
          events.address.below(String(route.path(format).dropFirst("/{database}/{table}".count))),
          operation(
            "\(name).\(route.name)_\(format.rawValue)", route, format,
            inPath + parameters.query(route, format, columns: columns) + chosen, about: entry.controller.title)
        )
      }
    }
    return reading + events.pathsOfEvents
  }

  /// A statement of the site's owner, with the parameters that are named.
  private func described(_ query: StoredQuery, in entry: SiteMap.DatabaseEntry) -> (key: String, value: JSONValue) {
    let address = entry.address(ofTable: query.name).dropFirst(context.map.base.count)
    let parameters = APIParameters(context: context).query(query)
    let name = "\(TildeEncoding.encode(entry.name))_\(TildeEncoding.encode(query.name))"
    return (address + ".json", operation(name, .query, .json, parameters, about: query.heading))
  }

  private func operation(
    _ name: String, _ route: Route, _ format: PageFormat?, _ parameters: [JSONValue], about table: String? = nil
  ) -> JSONValue {
    [
      "get": [
        "operationId": .text(name), "summary": .text(table.map { "Rows of \($0)" } ?? route.summary),
        "description": .text(route.api?.remark ?? route.summary),
        "parameters": .list(parameters), "responses": .object(responses(route, format)),
      ]
    ]
  }

  // MARK: Answers

  private func responses(_ route: Route, _ format: PageFormat?) -> [(key: String, value: JSONValue)] {
    var responses: [(key: String, value: JSONValue)] = [
      ("200", ["description": .text(route.summary), "content": .object(content(route, format))])
    ]
    if route.name == Route.table.name {
      responses.append(("302", ["description": "Redirect of the filter form"]))
    }
    let failures = [
      ("400", "Invalid request, or time limit exceeded"), ("403", "Not allowed"),
      ("404", "Not found"), ("503", "Try again in a moment"),
    ]
    if context.access.isInUse { responses.append(unknown(format)) }
    for (status, remark) in failures {
      responses.append((status, ["description": .text(remark), "content": .object(failure(format))]))
    }
    return responses
  }

  private func unknown(_ format: PageFormat?) -> (key: String, value: JSONValue) {
    (
      "401",
      [
        "description": "Sign in, or send a valid token", "content": .object(failure(format)),
        "headers": ["WWW-Authenticate": ["schema": ["type": "string"]]],
      ]
    )
  }

  private func content(_ route: Route, _ format: PageFormat?) -> [(key: String, value: JSONValue)] {
    let text: JSONValue = ["schema": ["type": "string"]]
    guard let format else {
      let type = route.api?.mediaType ?? "text/plain"
      if type == "application/json" {
        return [(type, ["schema": APISchemas.reference(route.api?.schema ?? "OpenAPI")])]
      }
      return [(type, type == "*/*" ? [:] : text)]
    }
    guard format == .json else {
      // Without a suffix, what the client prefers decides.
      return [(String(format.contentType.prefix { $0 != ";" }), text)]
    }
    let json: (key: String, value: JSONValue) = (
      "application/json", ["schema": APISchemas.reference(route.api?.schema ?? "OpenAPI")]
    )
    return route.formats.contains(.ndjson) ? [json, ("application/x-ndjson", text)] : [json]
  }

  private func failure(_ format: PageFormat?) -> [(key: String, value: JSONValue)] {
    switch format {
    case .html, nil: [("text/html", ["schema": ["type": "string"]])]
    case .text: [("text/plain", ["schema": ["type": "string"]])]
    case .json, .csv, .ndjson: [("application/json", ["schema": APISchemas.reference("Error")])]
    }
  }
}
