internal import MicroHTTP
import QuerySaving
import RichTextRendering
package import SiteAccess
import SiteConfiguration
package import SitePages
import SiteTables
import TableArguments
import TableModel
package import TextCoding

/// What a site tells of itself, as data: all but the OpenAPI document, which is made from the routes.
package struct IntrospectionData: Sendable {
  package let context: SiteContext
  /// Who asks.
  package let visitor: Visitor
  /// Rows of one call to the write API at most.
  package let insertLimit: Int

  package init(context: SiteContext, visitor: Visitor, insertLimit: Int) {
    (self.context, self.visitor, self.insertLimit) = (context, visitor, insertLimit)
  }

  package func value(_ subject: Introspection) async throws -> JSONValue {
    switch subject {
    case .versions: versions
    case .settings: settings
    case .metadata: .object(metadata)
    case .config: .object([("ok", true)] + metadata)
    case .databases: try await databases()
    case .queries: try await queries()
    case .visitor: ["ok": true, "actor": actor]
    case .plugins, .openapi: []
    }
  }

  private var versions: JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("ok", true), ("tablepages", ["version": .text(TablePagesVersion.text)]),
      ("libmicrohttpd", ["version": .text(HTTPServer.libraryVersion)]),
    ]
    for engine in context.map.databases.compactMap(\.database.engine) {
      let name = engine.name.lowercased()
      guard !members.contains(where: { $0.key == name }) else { continue }
      var facts: [(key: String, value: JSONValue)] = [("version", .text(engine.version))]
      let indexes = ["FTS5", "FTS4", "FTS3"].filter { engine.features.contains("ENABLE_" + $0) }
      if !indexes.isEmpty { facts.append(("fts_versions", JSONValue(indexes))) }
      facts.append(("compile_options", JSONValue(engine.features)))
      members.append((name, .object(facts)))
    }
    return .object(members)
  }

  /// Under the names that Datasette has for the same.
  private var settings: JSONValue {
    let options = context.options
    let limit = context.map.databases.compactMap { $0.database as? any StatementDatabase }.map(\.statementTimeLimit)
      .max()
    return [
      "ok": true, "default_page_size": .integer(Int64(options.limits.pageSize)),
      "max_returned_rows": .integer(Int64(options.maximumPageSize)), "max_insert_rows": .integer(Int64(insertLimit)),
      "default_facet_size": .integer(Int64(FacetArguments.dataSize)),
      "sql_time_limit_ms": JSONValue(limit.map { Int($0 * 1_000) }),
      "default_allow_sql": .boolean(options.allowsQueries), "allow_facet": true, "suggest_facets": true,
      "allow_csv_stream": true, "max_csv_mb": 0, "allow_download": .boolean(context.options.allowsDownloads),
      "max_post_body_bytes": .integer(Int64(options.maximumBodySize)),
      "max_body_bytes": .integer(Int64(options.maximumBodySize)),
      "truncate_cells_html": .integer(Int64(options.excerptBytes)),
      "cors": .boolean(options.allowsOtherOrigins), "base_url": .text(context.map.home),
    ]
  }

  private var metadata: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [("title", .text(context.title))]
    if let description = context.file.description { members.append(description.member) }
    members += context.file.notes
    members.append(("databases", .object(context.map.databases.map { ($0.name, $0.metadata) })))
    return members
  }

  /// Null for somebody unknown.
  private var actor: JSONValue {
    guard visitor.isSignedIn, let name = visitor.name else { return .null }
    var members: [(key: String, value: JSONValue)] = [("id", .text(name)), ("roles", JSONValue(visitor.roleNames))]
    if visitor.means == .token { members.append(("token", "bearer")) }
    return .object(members)
  }

  // MARK: Databases

  private func databases() async throws -> JSONValue {
    var values: [JSONValue] = []
    for summary in try await DatabaseSummary.all(context.map.databases) {
      let entry = summary.entry, storage = entry.database.storage
      var value: JSONValue = [
        "name": .text(entry.name), "route": .text(TildeEncoding.encode(entry.name)), "path": .text(entry.address),
        "kind": .text(summary.kind), "engine": JSONValue(entry.database.engine?.name),
        "size": JSONValue(storage?.byteCount), "is_mutable": .boolean(storage?.isImmutable != true),
        "is_memory": false, "hash": .null,
      ]
      if let problem = summary.problem {
        value.add("error", .text(problem))
      } else {
        value.add("tables", .integer(Int64(summary.visible.count { !$0.isView })))
        value.add("views", .integer(Int64(summary.visible.count { $0.isView })))
        value.add("hidden", .integer(Int64(summary.hidden.count)))
      }
      if summary.isLoading == true { value.add("loading", true) }
      if let replica = (entry.database as? any ReplicatedDatabase)?.replicaStatus { value.add("replica", replica.json) }
      values.append(value)
    }
    return ["ok": true, "databases": .list(values)]
  }

  private func queries() async throws -> JSONValue {
    // What can't be read keeps nobody from the others.
    var problem: String?
    func saved(_ place: SavedQueryPlace) -> [JSONValue] {
      do { return try place.queries().map(place.json) } catch {
        problem = HTTPProblem(error).messages.joined(separator: " ")
        return []
      }
    }
    let values = try await DatabaseSummary.all(context.map.databases).flatMap { summary in
      let saving = SavedQueryPlace(context, summary.entry, visitor)
      let stored = summary.queries.map { query in
        JSONValue.object(
          [
            ("database", .text(summary.entry.name)), ("name", .text(query.name)),
            ("path", .text(summary.entry.address(ofTable: query.name))),
          ] + query.members)
      }
      return stored + (saving.map(saved) ?? [])
    }
    var answer: JSONValue = [
      "ok": true, "database": .null, "queries": .list(values), "next": .null, "next_url": .null,
    ]
    if let problem { answer.add("error", .text(problem)) }
    return answer
  }
}

extension SiteMap.DatabaseEntry {
  /// What the site's owner says about it, under the names of the site file.
  fileprivate var metadata: JSONValue {
    var members: [(key: String, value: JSONValue)] = [("title", .text(heading))]
    if let description = notes.description { members.append(description.member) }
    members += notes.notes
    if !notes.tables.isEmpty { members.append(("tables", .object(notes.tables.map { ($0.name, $0.metadata) }))) }
    if !notes.queries.isEmpty {
      members.append(("queries", .object(notes.queries.map { ($0.name, .object($0.members)) })))
    }
    return .object(members)
  }
}

extension StoredQuery {
  /// What the site's owner says about it, under the names of the site file.
  fileprivate var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [("sql", .text(statement))]
    if let title { members.append(("title", .text(title))) }
    if let description { members.append(description.member) }
    if !parameters.isEmpty { members.append(("params", JSONValue(parameters))) }
    if hidesStatement { members.append(("hide_sql", true)) }
    if writing != nil { members.append(("write", true)) }
    return members + notes
  }
}

extension ReplicaStatus {
  fileprivate var json: JSONValue {
    var value: JSONValue = ["is_read": .boolean(problem == nil)]
    value.add("delay_seconds", delaySeconds.map { .real(($0 * 10).rounded() / 10) } ?? .null)
    if let problem { value.add("problem", .text(problem)) }
    return value
  }
}
