internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

extension EditedTable {
  /// Asks before a row is deleted, with what it holds and who refers to it.
  /// - Parameter alert: what goes with it, or why it was not deleted after it was asked for.
  func removalPage(
    of detail: RecordDetail, _ preferences: ViewPreferences, returnTo: String?, alert: EditPage.Alert? = nil,
    status: Status = .ok
  ) async throws -> Response {
    let record = detail.record
    let key = record.fullKey.description
    let row = presentation.address(of: record.fullKey)
    var page = EditPage(place, "Delete \(presentation.name(of: record))?", remark: "\(schema.title) \(key)")
    page.crumbs.append(.init(title: key, address: row))
    page.crumb = "Delete"
    page.alert = alert
    page.comparison = EditPage.Comparison(
      schema.columns.map(\.heading),
      now: schema.columns.indices.map { position in
        HTML { presentation.fields.write(position, of: record, style: .page, into: &$0) }
      })
    let references = try await ReferringRows.all(
      of: record, presentation, mounted.table, in: mounted.entry, waits: false
    ).filter { $0.count != .exact(0) }
    page.links = (
      alert?.isObstacle == true
        ? "These rows refer to it:"
        : "Rows elsewhere refer to it. The database may keep it for that, or change them too:",
      references.map { rows in
        LinkView(
          title: rows.reference.table, address: rows.address ?? mounted.entry.address,
          remark: "\(CountText.words(rows.count) ?? "rows") by \(rows.reference.columnNames)")
      }
    )
    guard alert?.isObstacle != true else {
      page.ways = [LinkView(title: "Back", address: place.back(returnTo ?? row))]
      return page.response(preferences, status: status)
    }
    page.form = EditPage.Form(
      action: row + "/-/delete",
      hidden: [("version", RowVersion(record).description)]
        + (returnTo.flatMap { $0.isEmpty ? nil : [("_return", $0)] } ?? []),
      buttons: [.init(title: "Delete", style: .danger)])
    page.ways = [.cancel(row)]
    return page.response(preferences, status: status)
  }
}
