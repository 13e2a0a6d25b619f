internal import MicroHTTP
import TableModel
import TableRendering

/// Answers statements that visitors write.
struct QueryResponder: Sendable {
  let context: SiteContext

  func answer(_ entry: SiteMap.DatabaseEntry, _ request: PageRequest) async throws -> PageAnswer {
    guard context.options.allowsQueries, let database = entry.database as? any StatementDatabase else {
      throw PageFailure(
        status: 403, messages: ["Queries are not allowed here"], heading: "Queries are not allowed here",
        crumbs: [.init(title: entry.name, address: entry.address)],
        wayOut: .init(title: "All tables of \(entry.name)", address: entry.address))
    }
    let arguments = try QueryArguments(request.arguments, limits: context.options.limits)
    guard request.format == .html else {
      return try json(try await database.result(of: arguments.statement), arguments)
    }
    return try await html(database, entry, arguments, request)
  }

  // MARK: JSON

  private func json(_ result: StatementResult, _ arguments: QueryArguments) throws -> PageAnswer {
    var json = ByteSink(adopting: context.buffers.take(minimumCapacity: 32 * 1_024))
    let shape: RecordShape =
      switch arguments.shape {
      case .objects: .objects
      case .arrays: .arrays
      case .array: .array
      case .arrayfirst: .arrayfirst
      }
    try RecordJSONWriter(result.page.schema).write(
      result.page, shape: shape, isLineDelimited: arguments.isNewlineDelimited,
      envelope: .init(isTruncated: result.isTruncated), into: &json)
    let isLines = arguments.shape == .array && arguments.isNewlineDelimited
    return PageAnswer(
      json, contentType: isLines ? "application/x-ndjson" : PageFormat.json.contentType, headers: PageHeaders.data(),
      pool: context.buffers)
  }

  // MARK: HTML

  private func html(
    _ database: any StatementDatabase, _ entry: SiteMap.DatabaseEntry, _ arguments: QueryArguments,
    _ request: PageRequest
  ) async throws -> PageAnswer {
    let page = QueryPage(context: context, entry: entry, arguments: arguments, request: request)
    let seconds = database.statementTimeLimit
    guard !arguments.statement.text.isEmpty else {
      return PageAnswer(Response(html: page.form(timeLimit: seconds), headers: PageHeaders.html()))
    }
    do {
      let result = try await database.result(of: arguments.statement)
      return PageAnswer(
        Response(
          html: try page.result(result, timeLimit: seconds),
          headers: PageHeaders.html(alternate: page.address(".json", result.parameters))))
    } catch let error as StatementError {
      let failure = QueryFailure(error, in: arguments.statement.text, try await database.tables())
      var response = Response(html: page.failure(failure, timeLimit: seconds), headers: PageHeaders.html())
      response.status = .badRequest
      return PageAnswer(response)
    }
  }
}

extension SiteMap.DatabaseEntry {
  /// The path of the page on which statements are written.
  var queryAddress: String { address + "/-/query" }
}
