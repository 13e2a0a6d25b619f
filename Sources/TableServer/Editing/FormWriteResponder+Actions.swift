internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableEditing
import TableModel
import TableRendering

/// Actions on rows, asked for by forms.
extension FormWriteResponder {
  func act() async throws -> Response {
    let keys = form.all("row")
    let action = try await table.action(
      named: form["action"] ?? "", for: try keys.first.map { try schema.key(encoded: $0) })
    // A page that shows a row in part knows no version of it: then it is asked first, with the row as it is.
    if keys.count == 1, form["version"] == nil {
      let record = try await table.mounted.record(try schema.key(encoded: keys[0]), as: table.presentation).record
      return question(action, [(keys[0], RowVersion(record))], now: record)
    }
    let rows = try namedRows()
    let seen = zip(keys, rows.compactMap(\.version)).map { ($0, $1) }
    if action.confirmation != nil, form["_confirmed"] == nil { return question(action, seen) }
    do {
      let result = try await table.run(Command(.action(action.name), together: rows))
      let changed = result.records.outcomes.compactMap(\.after)
      let what =
        changed.count == 1
        ? table.quoted(changed[0]) : (changed.isEmpty ? rows.count : changed.count).counted("row", "rows")
      let address = changed.count == 1 ? table.presentation.address(of: changed[0].key) : table.address
      // What a handler says stands before words of ours.
      let isOwners = table.presentation.configuration.actions.contains { $0.name == action.name }
      return await done(
        (isOwners ? nil : result.message) ?? "\(action.title): \(what).", result,
        returnTo: result.destination ?? form["_return"] ?? address)
    } catch let conflict as EditConflict {
      guard let current = conflict.record else { return gone() }
      try table.presentation.check(written: current)
      var fresh = seen
      for index in rows.indices where rows[index].id == conflict.id { fresh[index].1 = RowVersion(current) }
      return question(
        action, fresh,
        alert: .init(
          lead: "\(table.quoted(current)) has changed.",
          text: "Nothing was done."), now: current, status: .conflict)
    } catch RecordChangeError.invalid(let problems) {
      let text = problems.map(\.text).joined(separator: " ")
      return question(action, seen, alert: .init(lead: "Nothing was done.", text: text), status: .badRequest)
    }
  }

  /// The rows of a form that names several, each with the version that its sender saw.
  /// - Throws: `HTTPProblem` 400 for rows without versions, and for too many.
  func namedRows() throws -> [ChosenRow] {
    let keys = form.all("row")
    let versions = form.all("version").compactMap { RowVersion($0) }
    guard !keys.isEmpty, keys.count == versions.count else {
      throw Self.incomplete("The form does not name rows with their versions")
    }
    guard keys.count <= SelectionResponder.limit else { throw SelectionResponder.tooMany }
    return try zip(keys, versions).map { ChosenRow(try schema.key(encoded: $0), version: $1) }
  }

  /// The page that asks before an action is done, or once more when it could not be done.
  private func question(
    _ action: TableAction, _ rows: [(key: String, version: RowVersion)], alert: EditPage.Alert? = nil,
    now: Record? = nil, status: Status = .ok
  ) -> Response {
    let count = rows.count.counted("row", "rows")
    var page = EditPage(
      table.place, action.confirmation ?? "\(action.title): \(count)?", remark: "\(schema.title) · \(count)")
    page.crumb = action.title
    page.alert = alert
    page.comparison = now.map { record in
      EditPage.Comparison(
        schema.columns.map(\.heading),
        now: schema.columns.indices.map { String(record[$0].description.prefix(200)) })
    }
    page.form = EditPage.Form(
      action: table.address.below("/-/act"),
      hidden: [("action", action.name), ("_confirmed", "1")]
        + rows.flatMap { [("row", $0.key), ("version", $0.version.description)] }
        + (form["_return"].map { [("_return", $0)] } ?? []),
      buttons: [.init(title: action.title, style: .primary)])
    page.ways = [.cancel(table.place.back(form["_return"]))]
    return page.response(preferences, status: status)
  }
}
