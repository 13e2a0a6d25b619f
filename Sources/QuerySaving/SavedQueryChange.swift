package import MicroHTTP
import SavedQueries
import SchemaEditing
import SitePages
import SiteTables
import TableArguments
import TableModel
import TextCoding

/// Saves, changes, deletes and brings back queries, as forms and JSON ask for it.
package struct SavedQueryChange {
  private let place: SavedQueryPlace
  private let key: String
  private let request: Request

  /// - Parameter key: the number of a saved query, as it stands in the path; anything where a new one is saved.
  package init(_ place: SavedQueryPlace, key: String, _ request: Request) {
    (self.place, self.key, self.request) = (place, key, request)
  }

  package enum Action: Sendable { case save, update, delete, restore }

  package func answer(_ action: Action) async throws -> Response {
    switch action {
    case .save: try await save()
    case .update: try await update()
    case .delete: try await delete()
    case .restore: try await restore()
    }
  }

  private func save() async throws -> Response {
    let editor = try place.editor(), (fields, isForm) = try sentFields()
    do {
      let content = try fields.checkedContent()
      try await check(content.statement)
      let query = try await done { try await place.store.save(content, in: place.entry.name, by: editor.name) }
      return answer(query, isForm, "Saved “\(content.name)”.", status: .created)
    } catch let errors as FieldErrors {
      return try refusal(errors, fields, nil, isForm)
    }
  }

  private func update() async throws -> Response {
    let editor = try place.editor(), query = try place.query(key), (fields, isForm) = try sentFields()
    do {
      let content = try fields.checkedContent(over: query.content)
      // What can't be run any more, since its tables are gone, can still be renamed.
      if content.statement != query.content.statement { try await check(content.statement) }
      let changed = try await done {
        try await place.store.replace(
          query.number, in: place.entry.name, version: fields.version, by: editor, with: fields.content)
      }
      return answer(changed, isForm, "Saved “\(content.name)”.")
    } catch let errors as FieldErrors {
      return try refusal(errors, fields, query, isForm)
    }
  }

  private func delete() async throws -> Response {
    let editor = try place.editor(), query = try place.query(key), (fields, isForm) = try sentFields()
    try fields.checkIsVersionAlone()
    let deleted = try await done {
      try await place.store.delete(query.number, in: place.entry.name, version: fields.version, by: editor)
    }
    guard isForm else { return Response(["ok": true]) }
    let restore = place.address(of: deleted) + "/-/restore"
    return place.context.redirect(
      to: place.entry.address, request,
      flash: Flash("Deleted “\(deleted.content.name)”.", undo: .init(action: restore)))
  }

  private func restore() async throws -> Response {
    let editor = try place.editor(), (fields, isForm) = try sentFields()
    try fields.checkIsVersionAlone()
    let query = try await done {
      try await place.store.restore(SavedQueryPlace.number(key), in: place.entry.name, by: editor)
    }
    return answer(query, isForm, "“\(query.content.name)” is back.")
  }

  private func sentFields() throws -> (fields: SavedQueryFields, isForm: Bool) {
    switch try SentBody(request) {
    case .form(let form): (try SavedQueryFields(form), true)
    case .json(let body): (try SavedQueryFields(body.isEmpty ? [] : try SchemaBody.members(body)), false)
    }
  }

  /// - Throws: `FieldErrors` for a statement that the database wouldn't run. It is not run.
  private func check(_ text: String) async throws {
    guard let database = place.entry.database as? any StatementDatabase else {
      throw HTTPProblem.savesNoQueries(place.entry)
    }
    var statement = QueryStatement(text, rowLimit: 1)
    statement.isExplained = true
    do { _ = try await database.result(of: statement) } catch let error as StatementError {
      throw FieldErrors(["sql": error.message])
    }
  }

  private func done(_ work: () async throws -> SavedQuery) async throws -> SavedQuery {
    do { return try await work() } catch let error as SavedQueryError { throw place.problem(error) }
  }

  // MARK: Answers

  private func answer(_ query: SavedQuery, _ isForm: Bool, _ message: String, status: Status = .ok) -> Response {
    guard isForm else {
      var response = Response(["ok": true, "query": place.json(query)], status: status)
      response.headers.append(Header(.location, place.address(of: query)))
      return response
    }
    return place.context.redirect(to: place.address(of: query), request, flash: Flash(message))
  }

  private func refusal(
    _ errors: FieldErrors, _ fields: SavedQueryFields, _ query: SavedQuery?, _ isForm: Bool
  ) throws(HTTPProblem) -> Response {
    guard isForm else {
      throw HTTPProblem(status: 400, messages: errors.sentences, heading: "This query can't be saved")
    }
    return SavedQueryForm(place, changing: query).page(fields, errors: errors).response(
      ViewPreferences(request), status: .badRequest)
  }
}
