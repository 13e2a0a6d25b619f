internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableModel

/// Answers searches of all tables of a database, or of the whole site.
struct SearchResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables

  /// How long all tables may take together, in seconds.
  private var limit: Double { context.options.searchTimeLimitSeconds }

  /// - Parameter entry: the database that is searched; `nil` for all.
  func answer(_ entry: SiteMap.DatabaseEntry?, _ request: PageRequest) async throws -> PageAnswer {
    let arguments = try SearchArguments(request.arguments)
    // Without words nothing is found, whatever becomes of the rows.
    guard !arguments.words.isEmpty else { return try await found(entry, arguments, request) }
    return try await PageAnswer(
      following: entry?.database.versionSource ?? context.map.versionSource, for: request
    ) { try await found(entry, arguments, request) }
  }

  private func found(
    _ entry: SiteMap.DatabaseEntry?, _ arguments: SearchArguments, _ request: PageRequest
  ) async throws -> PageAnswer {
    let isPage = request.format == .html
    var found: [SearchedTable] = []
    var unreadable: [SiteSearch.Unreadable] = []
    if let entry, let name = arguments.table {
      found = try await alone(name, in: entry, arguments.words)
    } else if let table = arguments.table.flatMap({ context.map.columnTable(searchName: $0) }) {
      found = try await alone(table.controller?.tableName ?? "", in: table, arguments.words)
    } else if !arguments.words.isEmpty {
      // What a page doesn't wait for comes late.
      let (all, one) = isPage ? (limit / 10, limit / 16) : (limit, limit / 4)
      let search = SiteSearch(
        context: context, tables: tables, words: arguments.words,
        tableLimit: one, deadline: .now + .seconds(all))
      if let entry {
        found = try await search.search(entry)
      } else {
        (found, unreadable) = try await search.search(context.map.databases + context.map.columnTables)
      }
    }
    guard isPage else {
      return PageAnswer(try Response(encoding: SearchListing(arguments.words, found, unreadable, request)))
    }
    return try SearchPage(context: context, entry: entry, arguments: arguments, request: request)
      .answer(found, unreadable)
  }

  /// One table, which the page of all did not wait for.
  private func alone(
    _ name: String, in entry: SiteMap.DatabaseEntry, _ words: String
  ) async throws -> [SearchedTable] {
    let summaries = try await entry.tables()
    guard let summary = summaries.first(where: { $0.name == name }) else {
      throw await MountedTables.notFound(name, in: entry)
    }
    guard !words.isEmpty else { return [] }
    let search = SiteSearch(
      context: context, tables: tables, words: words, tableLimit: limit / 2, deadline: .now + .seconds(limit))
    return try await search.search(entry, [summary])
  }
}

extension SiteMap {
  /// The table built in code that the search of the site calls so.
  func columnTable(searchName: String) -> DatabaseEntry? {
    columnTables.first { $0.controller?.searchName == searchName }
  }
}

extension SiteMap.ControllerEntry {
  /// What the search of the site calls it, where it is searched alone.
  var searchName: String { segments.isEmpty ? tableName : segments.joined(separator: "/") }
}
