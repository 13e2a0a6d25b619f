internal import MicroHTTP
import QuerySaving
import SavedQueries
import SiteConfiguration
import SitePages
import SiteTables
import TableArguments
import TableModel
import TextCoding

/// Answers all that is about the queries which visitors save for a database.
struct SavedQueryResponder {
  private let call: RouteCall
  private let place: SavedQueryPlace

  /// - Throws: `HTTPProblem` 403 where nothing can be saved, or the visitor may not write statements.
  init(_ call: RouteCall) throws {
    let entry = try call.entry
    guard let place = SavedQueryPlace(call.context, entry, call.visitor) else {
      throw HTTPProblem.savesNoQueries(entry)
    }
    (self.call, self.place) = (call, place)
  }

  // MARK: Reading

  /// Their list: as data, or where it stands on the page of the database.
  func list(_ request: PageRequest) throws -> PageAnswer {
    guard request.format == .json else {
      return PageAnswer(.redirect(to: place.entry.address + "#queries", status: .found))
    }
    let queries = try place.queries().map(place.json)
    return PageAnswer(Response(["ok": true, "database": .text(place.entry.name), "queries": .list(queries)]))
  }

  func page(_ request: PageRequest) async throws -> PageAnswer {
    let query = try place.query(call.match.key)
    let subject = QuerySubject(entry: place.entry, stored: query.stored, saving: place, saved: query)
    return try await QueryResponder(context: call.context, subject: subject).answer(request)
  }

  /// The form that gives a name to the statement of the address.
  func newForm(_ request: PageRequest) throws -> PageAnswer {
    _ = try place.editor()
    let content = SavedQueryContent(name: "", statement: statement(request) ?? "")
    return PageAnswer(form(nil).page(SavedQueryFields(content)).response(request.preferences))
  }

  /// The form of one; with the statement of the address in place of its own, if there is any.
  func editForm(_ request: PageRequest) throws -> PageAnswer {
    let query = try place.query(call.match.key)
    guard place.mayChange(query) else {
      _ = try place.editor()
      throw place.problem(.notPermitted)
    }
    var content = query.content
    if let statement = statement(request) { content.statement = statement }
    return PageAnswer(form(query).page(SavedQueryFields(content, version: query.version)).response(request.preferences))
  }

  private func statement(_ request: PageRequest) -> String? {
    request.arguments.last { $0.name == "sql" }?.value.replacing("\r\n", with: "\n")
  }

  private func form(_ query: SavedQuery?) -> SavedQueryForm { SavedQueryForm(place, changing: query) }

  // MARK: Changing

  func change(_ action: SavedQueryChange.Action) async throws -> Response {
    try await SavedQueryChange(place, key: call.match.key, call.request).answer(action)
  }
}
