internal import MicroHTTP
import RichTextRendering
import SiteAccess
import SiteConfiguration
import SiteDescriptions
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// Answers the first page of a site, and the pages of folders of tables built in code.
struct HomeResponder: Sendable {
  let context: SiteContext
  /// Tables of one database that the first page names; the database's own page has them all.
  private static let tablesShown = 24

  /// Tables whose paths begin with the same names.
  private typealias Group = (title: String, entries: [SiteMap.ControllerEntry])

  func answer(_ request: PageRequest) async throws -> PageAnswer {
    try await PageAnswer(following: context.map.listVersionSource, for: request) {
      let summaries = try await DatabaseSummary.all(context.map.databases)
      return switch request.format {
      case .html: try html(summaries, groups: groups(of: context.map.listed), request)
      default: PageAnswer(try Response(encoding: SiteListing(summaries, context.map.listed, context)))
      }
    }
  }

  /// The tables whose paths begin with these names.
  func folder(_ names: [String], _ request: PageRequest) throws -> PageAnswer {
    let entries = context.map.listed.filter { $0.segments.starts(with: names) }
    guard request.format == .html else { return PageAnswer(try Response(encoding: SiteListing([], entries, context))) }
    let title = SiteMap.title(names.joined(separator: "/"))
    return try html([], groups: [(title, entries)], request, heading: title)
  }

  private func html(
    _ summaries: [DatabaseSummary], groups: [Group], _ request: PageRequest, heading: String? = nil
  ) throws -> PageAnswer {
    let words = request.arguments.last { $0.name == "_name" }?.value ?? ""
    let shown =
      words.isEmpty ? summaries : summaries.map { $0.filtered(by: words) }.filter { !$0.visible.isEmpty }
    let groups = words.isEmpty ? groups : Self.filtered(groups, by: words)
    let hasFilter = !words.isEmpty || summaries.reduce(0) { $0 + $1.visible.count } > TablesShown.filterLimit
    let drawn = try context.homeList(of: words.isEmpty && heading == nil ? summaries : nil) {
      list(shown, groups, words, hasFilter: hasFilter, heading: heading)
    }
    let source = ListingFrameSource(
      try context.listingFrame(folder: heading, request.preferences, hasTables: !summaries.isEmpty),
      drawn, count: Self.count(summaries, groups),
      notices: heading == nil ? problem(for: request.visitor) : nil, work: "Listed",
      flash: request.flash?.html(context), account: context.account(request.visitor, returnTo: context.map.home),
      receivedAt: request.receivedAt)
    var answer = try context.page(
      source, headers: PageHeaders.html(alternate: heading == nil ? context.map.home + ".json" : nil))
    answer.hasLateParts = !shown.allSatisfy { $0.visible.prefix(Self.tablesShown).allSatisfy(\.count.isExact) }
    return answer
  }

  private func list(
    _ shown: [DatabaseSummary], _ groups: [Group], _ words: String, hasFilter: Bool, heading: String?
  ) -> HomeListView {
    HomeListView(
      jumps: jumps(shown, groups),
      nameFilter: hasFilter
        ? .init(action: context.map.home, text: words, isUnmatched: shown.isEmpty && groups.isEmpty) : nil,
      databases: shown.enumerated().map {
        $1.view(id: "database-\($0 + 1)", limit: Self.tablesShown, words: words, context)
      },
      mounts: groups.enumerated().map { mount($1, id: "tables-\($0 + 1)", isTitled: $1.title != heading) })
  }

  /// What those who look after the site have to know of its file.
  private func problem(for visitor: Visitor) -> HTML? {
    guard let problem = context.fileStatus.problem, context.access.allows(.administer, visitor, "", nil) else {
      return nil
    }
    return HTML { html in
      html.markup("<p class=\"summary\">The site file has changed but is invalid; its previous version stays in use. ")
      html.text(problem)
      html.markup("</p>")
    }
  }

  private func jumps(_ summaries: [DatabaseSummary], _ groups: [Group]) -> [LinkView] {
    summaries.enumerated().map { place, summary in
      LinkView(
        title: summary.entry.heading, address: "#database-\(place + 1)",
        remark: summary.problem == nil ? summary.visible.count.withThousandsMarks : "–")
    }
      + groups.enumerated().map { place, group in
        LinkView(
          title: group.title, address: "#tables-\(place + 1)", remark: group.entries.count.withThousandsMarks)
      }
  }

  private static func count(_ summaries: [DatabaseSummary], _ groups: [Group]) -> HTML {
    let databases = summaries.count { $0.problem == nil }
    let unreadable = summaries.count - databases
    let tables = summaries.reduce(0) { $0 + $1.visible.count }
    let mounted = groups.reduce(0) { $0 + $1.entries.count }
    return HTML { html in
      if databases > 0 {
        html.markup("<b>")
        html.text(databases.withThousandsMarks)
        html.markup("</b> open, ")
        html.text(tables.counted("table or view", "tables and views"))
        if unreadable + mounted > 0 { html.text(", ") }
      }
      if unreadable > 0 {
        html.text(unreadable.counted("unreadable database", "unreadable databases"))
        if mounted > 0 { html.text(", ") }
      }
      if mounted > 0 { html.text(mounted.counted("table in code", "tables in code")) }
    }
  }

  /// The tables whose titles hold some words.
  private static func filtered(_ groups: [Group], by words: String) -> [Group] {
    groups.map { group in
      (group.title, group.entries.filter { $0.controller.title.lowercased().contains(words.lowercased()) })
    }.filter { !$0.entries.isEmpty }
  }

  /// Tables by the names that their paths begin with.
  private func groups(of entries: [SiteMap.ControllerEntry]) -> [Group] {
    var groups: [Group] = []
    for entry in entries {
      let title = entry.segments.count > 1 ? SiteMap.title(entry.segments.dropLast().joined(separator: "/")) : "Tables"
      if let known = groups.firstIndex(where: { $0.title == title }) {
        groups[known].entries.append(entry)
      } else {
        groups.append((title, [entry]))
      }
    }
    return groups
  }

  private func mount(_ group: Group, id: String, isTitled: Bool) -> HomeListView.Mount {
    HomeListView.Mount(
      mountID: id, mountTitle: group.title, isTitled: isTitled,
      mounted: group.entries.map {
        LinkView(title: $0.controller.title, address: $0.address, remark: $0.controller.summary)
      })
  }
}
