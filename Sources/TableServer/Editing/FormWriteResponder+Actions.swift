import SiteConfiguration
internal import MicroHTTP
import TableModel
import TableRendering

/// Actions on rows, asked for by forms.
extension FormWriteResponder {
  func act() async throws -> Response {
    let run = ActionRun(mounted: mounted, presentation: presentation, writer: writer, visitor: visitor)
    let action = try run.action(named: form["action"] ?? "")
    let keys = form.all("row")
    // A page that shows a row in part knows no version of it: then it is asked first, with the row as it is.
    if keys.count == 1, form["version"] == nil {
      let record = try await mounted.record(try schema.key(encoded: keys[0]), as: presentation).record
      return question(action, [(keys[0], RowVersion(record).description)], now: record)
    }
    let versions = form.all("version").compactMap { RowVersion($0) }
    guard !keys.isEmpty, keys.count == versions.count, keys.count <= SelectionResponder.limit else {
      throw PageFailure(
        status: 400, messages: ["The form does not name rows with their versions"], heading: "This form is not complete"
      )
    }
    let rows = try zip(keys, versions).map { ActionRun.Row(key: try schema.key(encoded: $0), version: $1) }
    if action.confirmation != nil, form["_confirmed"] == nil {
      return question(action, zip(keys, versions).map { ($0, $1.description) })
    }
    do {
      let result = try await run.run(action, on: rows)
      let changed = result.outcomes.compactMap(\.after)
      let what =
        changed.count == 1 ? Self.quoted(changed[0], presentation) : changed.count.counted("row", "rows")
      let address = changed.count == 1 ? presentation.address(of: changed[0].key) : presentation.address
      return done("\(action.title): \(what).", result, returnTo: form["_return"] ?? address)
    } catch RecordChangeError.stale(let stale) {
      guard let current = stale.current else {
        return context.redirect(
          to: presentation.address, request, flash: Flash("Somebody else has deleted this row already.", .refused))
      }
      try presentation.check(written: current)
      let fresh = zip(keys, versions).enumerated().map { position, row in
        (row.0, position == stale.change ? RowVersion(current).description : row.1.description)
      }
      return question(
        action, fresh,
        alert: "Somebody else changed \(Self.quoted(current, presentation)) meanwhile. Nothing was done.", now: current,
        status: .conflict)
    } catch RecordChangeError.invalid(let problems) {
      return question(
        action, zip(keys, versions).map { ($0, $1.description) },
        alert: (["Nothing was done."] + problems.map(\.text)).joined(separator: " "), status: .badRequest)
    }
  }

  /// The page that asks before an action is done, or once more when it could not be done.
  private func question(
    _ action: TableAction, _ rows: [(key: String, version: String)], alert: String? = nil, now: Record? = nil,
    status: Status = .ok
  ) -> Response {
    let count = rows.count.counted("row", "rows")
    let frame = PageFrame(
      title: "\(action.title) · \(presentation.schema.title) · \(mounted.entry.heading)",
      crumbs: presentation.crumbs(in: mounted.entry) + [.init(title: action.title)],
      returnTo: presentation.address, preferences: ViewPreferences(request), visitor: visitor)
    var values = frame.values(context)
    values["pageStyle"] = .text(context.assets.eventStyle)
    values["heading"] = .text(action.confirmation ?? "\(action.title): \(count)?")
    values["remark"] = .text("\(presentation.schema.title) · \(count)")
    values["hasErrors"] = .boolean(alert != nil)
    values["errors"] = .list(alert.map { [.object(["error": .text($0)])] } ?? [])
    values["comparison"] =
      now.map { record in
        EventPage.comparison(
          presentation.schema.columns.map(\.heading), yours: nil,
          now: presentation.schema.columns.indices.map { String(record[$0].description.prefix(200)) })
      } ?? .null
    var fields = [("action", action.name), ("_confirmed", "1")]
    for row in rows { fields += [("row", row.key), ("version", row.version)] }
    if let back = form["_return"] { fields.append(("_return", back)) }
    values["forms"] = .list([
      .object([
        "formAction": .text(presentation.address + "/-/act"), "submit": .text(action.title), "isPrimary": true,
        "hidden": .list(fields.map { .object(["hiddenName": .text($0.0), "hiddenValue": .text($0.1)]) }),
      ])
    ])
    let back = context.map.localPath(form["_return"] ?? presentation.address)
    values["ways"] = .list([.object(["way": "Cancel", "wayAddress": .text(back)])])
    var response = Response(html: context.nibs.event.string(.object(values)), headers: PageHeaders.html())
    response.status = status
    response.headers.set(.cacheControl, "no-store")
    return response
  }
}
