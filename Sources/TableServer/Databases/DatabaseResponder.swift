internal import MicroHTTP
import RichTextRendering
import TableModel
import TableRendering

/// Answers the page of a database: its tables and views.
struct DatabaseResponder: Sendable {
  let context: SiteContext

  func answer(_ entry: SiteMap.DatabaseEntry, _ request: PageRequest) async throws -> PageAnswer {
    let summary = try await DatabaseSummary(entry)
    return switch request.format {
    case .html: html(summary, request)
    default: PageAnswer(try Response(encoding: DatabaseListing(summary)))
    }
  }

  private func html(_ summary: DatabaseSummary, _ request: PageRequest) -> PageAnswer {
    let entry = summary.entry
    let frame = PageFrame(
      title: "\(entry.heading) · \(context.title)", crumbs: [PageFrame.Crumb(title: entry.heading)],
      alternate: entry.address + ".json",
      returnTo: entry.address, preferences: request.preferences, flash: request.flash, visitor: request.visitor,
      hasLateParts: true)
    var values = frame.values(context).merging(summary.values(id: "tables", context)) { _, new in new }
    values["pageStyle"] = .text(context.assets.searchStyle)
    if !summary.visible.isEmpty { values["searchAll"] = SearchForm(entry: entry).value(context) }
    values["heading"] = .text(entry.heading)
    values["storedQueries"] = summary.queryValues
    values["count"] = .html(summary.counts)
    if context.options.allowsQueries, entry.allowsStatements, entry.database is any StatementDatabase {
      values["queryAddress"] = .text(entry.queryAddress)
    }
    if let description = entry.notes.description {
      values["richText"] = .html(description.html)
      values["notesStyle"] = .text(context.assets.notesStyle)
    }
    let lines = entry.database.notices(about: nil).map(\.text)
    if !lines.isEmpty { values["summary"] = .text(lines.joined(separator: " ")) }
    values["exports"] = [
      "exportHeading": "Tables and views of this database",
      "formats": [
        [
          "format": "JSON", "formatAddress": .text(entry.address + ".json"), "type": "application/json",
          "remark": "names, columns, counts",
        ]
      ],
    ]
    values["hasTables"] = .boolean(!summary.visible.isEmpty)
    if !summary.hidden.isEmpty {
      values["hidden"] = .object([
        "hiddenText": .text(summary.hidden.count.counted("hidden table", "hidden tables")),
        "hiddenTables": .list(
          summary.hidden.map {
            .object([
              "hiddenTable": .text(entry.title(ofTable: $0.name)),
              "hiddenAddress": .text(entry.address(ofTable: $0.name)),
            ])
          }),
      ])
    }
    values["timing"] = .text("\(summary.visible.count.counted("table", "tables")) in \(request.timing)")
    return PageAnswer(
      Response(
        html: context.nibs.database.string(.object(values)),
        headers: PageHeaders.html(alternate: entry.address + ".json")))
  }
}
