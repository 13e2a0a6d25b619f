internal import MicroHTTP
import SchemaEditing
import SiteConfiguration
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering
import TextCoding

/// Runs a statement of the site's owner that changes rows, with the values of a form, or of JSON: `{"name": "Ada"}`.
struct StoredChangeResponder: Sendable {
  let call: RouteCall

  /// - Throws: `HTTPProblem` 404 for what is no such statement, 403 for those who may not run it, 400 for values that it doesn't take.
  func answer() async throws -> Response {
    let entry = try call.entry
    guard let query = call.query, let writing = query.writing,
      try await entry.database.table(named: query.name) == nil
    else {
      throw HTTPProblem(
        status: 404, messages: ["Query not found"], heading: "No query that changes rows is called so",
        recoveryLink: .init(title: "All tables of \(entry.heading)", address: entry.address))
    }
    let subject = QuerySubject(entry: entry, stored: query)
    let change = StoredChange(query, entry: entry, call.context, by: call.visitor)
    if let refusal = change.refusal {
      throw HTTPProblem(
        status: 403, messages: [refusal], heading: refusal,
        recoveryLink: .init(title: query.heading, address: subject.address))
    }
    switch try SentBody(call.request) {
    case .json(let body): return try await json(change, writing, try Self.values(body))
    case .form(let form): return try await page(change, writing, subject, form)
    }
  }

  // MARK: JSON

  private func json(
    _ change: StoredChange, _ writing: StoredQuery.Writing, _ values: [String: String]
  ) async throws -> Response {
    do {
      let (message, count) = try await change.run(values)
      return Response([
        "ok": true, "message": .text(message), "rows_affected": .integer(Int64(count)),
        "redirect": JSONValue(writing.successAddress),
      ])
    } catch let error as RecordChangeError {
      guard let message = writing.failureMessage else { throw error }
      throw HTTPProblem(status: 400, messages: [message], heading: message)
    }
  }

  /// - Throws: `HTTPProblem` 400 for a body that is no object of texts, numbers and booleans.
  private static func values(_ body: [UInt8]) throws -> [String: String] {
    var values: [String: String] = [:]
    for (name, value) in body.isEmpty ? [] : try SchemaBody.members(body) {
      switch value {
      case .text(let text): values[name] = text
      case .integer(let number): values[name] = String(number)
      case .real(let number): values[name] = number.description
      case .boolean(let flag): values[name] = flag ? "1" : "0"
      case .null, .list, .object:
        throw SchemaBody.failure("The parameter \(name) must be text, a number, true or false")
      }
    }
    return values
  }

  // MARK: Pages

  private func page(
    _ change: StoredChange, _ writing: StoredQuery.Writing, _ subject: QuerySubject, _ form: FormBody
  ) async throws -> Response {
    var values: [String: String] = [:]
    for (name, value) in form.fields where !name.hasPrefix("_") { values[name] = value }
    do {
      let (message, _) = try await change.run(values)
      return call.context.redirect(
        to: writing.successAddress ?? subject.address, call.request, flash: Flash(message))
    } catch let error as RecordChangeError {
      let problem = HTTPProblem(error), message = writing.failureMessage ?? problem.messages.joined(separator: "; ")
      if let address = writing.failureAddress {
        return call.context.redirect(to: address, call.request, flash: Flash(message, .refused))
      }
      return try await again(change, subject, values, message)
    }
  }

  /// The form with what was written, and why it was not taken.
  private func again(
    _ change: StoredChange, _ subject: QuerySubject, _ values: [String: String], _ message: String
  ) async throws -> Response {
    let request = PageRequest(
      call.request, format: .html, preferences: ViewPreferences(call.request),
      flash: Flash(message, .refused), visitor: call.visitor)
    var arguments = try QueryArguments([], limits: call.context.options.limits, stored: change.query)
    arguments.statement.parameters = values
    let page = QueryPage(context: call.context, subject: subject, arguments: arguments, request: request)
    var headers = PageHeaders.html()
    headers.set(.cacheControl, "no-store")
    let view = page.change(try await change.parameters(), refusal: nil)
    var response = Response(html: try call.context.nibs.query.string(view), headers: headers)
    response.status = .badRequest
    return response
  }
}
