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
    let shown = try TablesShown(summary.visible, request.arguments)
    let notices = entry.database.notices(about: nil)
    let frame = try context.listingFrame(
      of: entry, request.preferences, hasTables: !summary.visible.isEmpty)
    let source = ListingFrameSource(
      frame, try summary.list(shown, saved: savedQueries(entry, request), context), count: summary.counts,
      notices: notices.isEmpty ? nil : NoticeText.html(notices, database: entry.address),
      work: summary.visible.count.counted("table", "tables"), flash: request.flash?.html(context),
      account: context.account(request.visitor, returnTo: entry.address), receivedAt: request.receivedAt)
    var answer = try context.page(source, headers: PageHeaders.html(at: entry.address))
    answer.hasLateParts = !shown.tables.allSatisfy(\.count.isExact)
    return answer
  }
}
