internal import MicroHTTP
import SiteConfiguration
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// Answers statements: those that visitors write, and those of the site's owner.
struct QueryResponder: Sendable {
  let context: SiteContext
  let subject: QuerySubject

  func answer(_ request: PageRequest) async throws -> PageAnswer {
    let entry = subject.entry
    guard (context.options.allowsQueries && entry.allowsStatements) || !subject.isVisitors,
      let database = subject.isVisitors ? entry.database as? any StatementDatabase : entry.ownersStatements
    else {
      throw HTTPProblem(
        status: 403, messages: ["Custom queries are not allowed"], heading: "Custom queries are not allowed",
        crumbs: [.init(title: entry.heading, address: entry.address)],
        recoveryLink: .init(title: "All tables of \(entry.heading)", address: entry.address))
    }
    let arguments = try QueryArguments(request.arguments, limits: context.options.limits, stored: subject.stored)
    if let query = subject.stored, query.writing != nil { return try await change(query, arguments, request) }
    guard subject.isFollowed else { return try await result(database, arguments, request) }
    return try await PageAnswer(following: database.versionSource, for: request) {
      try await result(database, arguments, request)
    }
  }

  /// What a statement that reads answers.
  private func result(
    _ database: any StatementDatabase, _ arguments: QueryArguments, _ request: PageRequest
  ) async throws -> PageAnswer {
    switch request.format {
    case .html: return try await html(database, arguments, request)
    case .json:
      if ![.objects, .arrays].contains(arguments.shape) { try request.requireAllRows() }
      return try json(try await database.result(of: arguments.statement), arguments, request)
    case .csv, .ndjson, .text:
      let options = try ExportOptions(request.arguments)
      return try PageAnswer(
        rows: try await database.result(of: arguments.statement).page, options, fileName: subject.fileName, request,
        context)
    }
  }

  /// The page of a statement that changes rows, which runs when its form is sent, and never because somebody looks at it.
  private func change(
    _ query: StoredQuery, _ arguments: QueryArguments, _ request: PageRequest
  ) async throws -> PageAnswer {
    guard request.format == .html else {
      throw TableError.badRequest("This query changes rows: send its parameters by POST to \(subject.runAddress)")
    }
    let page = QueryPage(context: context, subject: subject, arguments: arguments, request: request)
    let changer = StoredChange(query, entry: subject.entry, context, by: request.visitor)
    let view = page.change(try await changer.parameters(), refusal: changer.refusal)
    var headers = PageHeaders.html()
    // Whoever signs in meanwhile may run it.
    headers.set(.cacheControl, "no-store")
    return try context.page(context.nibs.query, view, headers: headers)
  }

  // MARK: Data

  private func json(
    _ result: StatementResult, _ arguments: QueryArguments, _ request: PageRequest
  ) throws -> PageAnswer {
    var json = context.sink(expecting: 32 * 1_024)
    let shape: RecordShape =
      switch arguments.shape {
      case .objects: .objects
      case .arrays: .arrays
      case .array: .array
      case .arrayfirst: .arrayfirst
      }
    let schema = result.page.schema
    let forms = JSONValueForms(
      parsed: Set(arguments.parsed.compactMap(schema.column(named:))), writesInfinity: arguments.writesInfinity)
    let extras = QueryExtras(result, arguments, subject, request, context)
    try RecordJSONWriter(schema, forms: forms).write(
      [RecordSection(result.page)], shape: shape, isLineDelimited: arguments.isNewlineDelimited,
      envelope: .init(isTruncated: result.isTruncated, hasPages: false), into: &json
    ) { json in
      request.writeLoading(into: &json)
      extras.write(into: &json)
    }
    let isLines = arguments.shape == .array && arguments.isNewlineDelimited
    return try PageAnswer(
      json, contentType: isLines ? "application/x-ndjson" : PageFormat.json.contentType, headers: PageHeaders.data(),
      pool: context.buffers)
  }

  // MARK: HTML

  private func html(
    _ database: any StatementDatabase, _ arguments: QueryArguments, _ request: PageRequest
  ) async throws -> PageAnswer {
    var page = QueryPage(context: context, subject: subject, arguments: arguments, request: request)
    // Only to help: where the schema can't be read, the statement says so.
    if subject.stored == nil { page.tables = (try? await subject.entry.tables()) ?? [] }
    let seconds = database.statementTimeLimit
    guard !arguments.statement.text.isEmpty else {
      return PageAnswer(Response(html: try page.form(timeLimit: seconds), headers: PageHeaders.html()))
    }
    do {
      var statement = arguments.statement
      statement.values = .excerpt(textBytes: context.excerptBytes)
      let result = try await database.result(of: statement)
      return try context.page(
        context.nibs.query, try page.result(result, timeLimit: seconds),
        headers: PageHeaders.html(alternate: page.address(".json", result.parameters)))
    } catch let error as StatementError {
      var failure = QueryFailure(error, in: arguments.statement.text, try await database.tables())
      if !subject.showsStatement { failure.line = nil }
      var response = Response(html: try page.failure(failure, timeLimit: seconds), headers: PageHeaders.html())
      response.status = .badRequest
      return PageAnswer(response)
    }
  }
}
