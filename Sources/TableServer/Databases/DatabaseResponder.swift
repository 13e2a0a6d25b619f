internal import MicroHTTP
import QuerySaving
import RichTextRendering
import SiteConfiguration
import SiteDescriptions
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// Answers the page of a database: its tables and views.
struct DatabaseResponder: Sendable {
  let context: SiteContext

  func answer(_ entry: SiteMap.DatabaseEntry, _ request: PageRequest) async throws -> PageAnswer {
    try await PageAnswer(following: entry.database.listVersionSource, for: request) {
      let summary = try await DatabaseSummary(entry)
      return switch request.format {
      case .html: try html(summary, request)
      default:
        PageAnswer(
          try Response(
            encoding: DatabaseListing(summary, context, saving: SavedQueryPlace(context, entry, request.visitor))))
      }
    }
  }

  /// Those that visitors have saved. Where their file can't be read, the page is there without them.
  private func savedQueries(_ entry: SiteMap.DatabaseEntry, _ request: PageRequest) -> [LinkView] {
    guard let saving = SavedQueryPlace(context, entry, request.visitor) else { return [] }
    return (try? saving.queries().map(saving.link)) ?? []
  }

  private func html(_ summary: DatabaseSummary, _ request: PageRequest) throws -> PageAnswer {
    let entry = summary.entry
    let frame = PageLayout(
      title: "\(entry.heading) · \(context.title)", crumbs: [Crumb(title: entry.heading)],
      alternate: entry.address + ".json",
      returnTo: entry.address, preferences: request.preferences, flash: request.flash, visitor: request.visitor,
      database: entry, hasLateParts: true)
    let shown = try TablesShown(summary.visible, request.arguments)
    let description = entry.notes.description
    let notices = entry.database.notices(about: nil)
    let view = DatabaseView(
      frame: frame.view(
        context, pageStyle: context.assets.searchStyle, isDescribed: description != nil, isLive: true),
      searchAll: summary.visible.isEmpty ? nil : SearchAllView(context, entry), heading: entry.heading,
      count: summary.counts, notices: notices.isEmpty ? nil : NoticeText.html(notices, database: entry.address),
      richText: description?.html,
      queryAddress: context.mayQuery(entry) ? entry.queryAddress : nil,
      storedQueries: summary.queriesView(saved: savedQueries(entry, request)),
      exports: ExportsView(
        exportHeading: "Tables and views of this database",
        formats: [.init(title: "JSON", address: entry.address + ".json", remark: "names, columns, counts")]),
      nameFilter: summary.visible.count <= TablesShown.filterLimit
        ? nil : .init(action: entry.address, text: shown.words, isUnmatched: shown.count == 0),
      tableUnions: summary.unions(context),
      hasTables: shown.count > 0, isEmpty: summary.visible.isEmpty, listed: summary.view(shown, id: "tables", context),
      hidden: summary.hiddenView,
      timing: PassingText("\(summary.visible.count.counted("table", "tables")) in \(request.timing)"))
    var answer = try context.page(
      context.nibs.database, view, headers: PageHeaders.html(alternate: entry.address + ".json"))
    answer.hasLateParts = !shown.tables.allSatisfy(\.count.isExact)
    return answer
  }
}
