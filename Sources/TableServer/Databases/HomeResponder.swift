internal import MicroHTTP
import RichTextRendering
import TableModel
import TableRendering

/// Answers the first page of a site, and the pages of folders of tables built in code.
struct HomeResponder: Sendable {
  let context: SiteContext
  /// Tables of one database that the first page names; the database's own page has them all.
  private static let tablesShown = 24

  func answer(_ request: PageRequest) async throws -> PageAnswer {
    let summaries = try await DatabaseSummary.all(context.map.databases)
    return switch request.format {
    case .html: PageAnswer(html(summaries, groups: groups(of: context.map.controllers), request))
    default: PageAnswer(try Response(encoding: SiteListing(summaries, context.map.controllers)))
    }
  }

  /// The tables whose paths begin with these names.
  func folder(_ names: [String], _ request: PageRequest) throws -> PageAnswer {
    let entries = context.map.controllers.filter { $0.segments.starts(with: names) }
    guard request.format == .html else { return PageAnswer(try Response(encoding: SiteListing([], entries))) }
    let title = Self.title(names.joined(separator: "/"))
    return PageAnswer(html([], groups: [(title, entries)], request, heading: title))
  }

  private func html(
    _ summaries: [DatabaseSummary], groups: [(title: String, entries: [SiteMap.ControllerEntry])],
    _ request: PageRequest,
    heading: String? = nil
  ) -> Response {
    let frame = PageFrame(
      title: "\(heading ?? "Databases") · \(context.title)", crumbs: heading.map { [PageFrame.Crumb(title: $0)] } ?? [],
      alternate: heading == nil ? context.map.home + ".json" : nil, returnTo: context.map.home,
      preferences: request.preferences, flash: request.flash, visitor: request.visitor, hasLateParts: !summaries.isEmpty
    )
    var values = frame.values(context)
    if !summaries.isEmpty {
      values["pageStyle"] = .text(context.assets.searchStyle)
      values["searchAll"] = SearchForm(entry: nil).value(context)
    }
    let tableCount = summaries.reduce(0) { $0 + $1.visible.count }
    let mountedCount = groups.reduce(0) { $0 + $1.entries.count }
    values["heading"] = .text(heading ?? (summaries.isEmpty ? "Tables" : "Databases"))
    if heading == nil, let description = context.file.description {
      values["richText"] = .html(description.html)
      values["notesStyle"] = .text(context.assets.notesStyle)
    }
    if heading == nil, let problem = context.fileStatus.problem,
      context.access.allows(.administer, request.visitor, "", nil)
    {
      values["summary"] = .text("The site file has changed and can't be used; what it said before holds on. \(problem)")
    }
    values["count"] = .html(
      Self.count(
        databases: summaries.count { $0.problem == nil }, unreadable: summaries.count { $0.problem != nil },
        tables: tableCount, mounted: mountedCount))
    values["databases"] = .list(
      summaries.enumerated().map {
        .object($0.element.values(id: "database-\($0.offset + 1)", limit: Self.tablesShown, context))
      })
    values["mounts"] = .list(
      groups.enumerated().map {
        mount($0.element, id: "tables-\($0.offset + 1)", isTitled: $0.element.title != heading)
      })
    values["hasJumps"] = .boolean(summaries.count + groups.count > 1)
    values["jumps"] = .list(
      summaries.enumerated().map {
        jump(
          $0.element.entry.heading, "database-\($0.offset + 1)",
          $0.element.problem == nil ? $0.element.visible.count.withThousandsMarks : "–")
      }
        + groups.enumerated().map {
          jump($0.element.title, "tables-\($0.offset + 1)", $0.element.entries.count.withThousandsMarks)
        })
    values["hasNothing"] = .boolean(summaries.isEmpty && groups.isEmpty)
    values["version"] = .text("TablePages \(TablePagesVersion.text)")
    values["timing"] = .text("Listed in \(request.timing)")
    return Response(html: context.nibs.home.string(.object(values)), headers: PageHeaders.html())
  }

  private static func count(databases: Int, unreadable: Int, tables: Int, mounted: Int) -> HTML {
    HTML { html in
      if databases > 0 {
        html.markup("<b>")
        html.text(databases.withThousandsMarks)
        html.markup("</b> open, ")
        html.text(tables.counted("table or view", "tables and views"))
        if unreadable + mounted > 0 { html.text(", ") }
      }
      if unreadable > 0 {
        html.text(unreadable.counted("database can't be read", "databases can't be read"))
        if mounted > 0 { html.text(", ") }
      }
      if mounted > 0 { html.text(mounted.counted("table built in code", "tables built in code")) }
    }
  }

  /// Tables by the names that their paths begin with.
  private func groups(of entries: [SiteMap.ControllerEntry]) -> [(title: String, entries: [SiteMap.ControllerEntry])] {
    var groups: [(title: String, entries: [SiteMap.ControllerEntry])] = []
    for entry in entries {
      let title = entry.segments.count > 1 ? Self.title(entry.segments.dropLast().joined(separator: "/")) : "Tables"
      if let known = groups.firstIndex(where: { $0.title == title }) {
        groups[known].entries.append(entry)
      } else {
        groups.append((title, [entry]))
      }
    }
    return groups
  }

  /// `examples` → `Examples`.
  static func title(_ path: String) -> String { path.prefix(1).uppercased() + path.dropFirst() }

  private func mount(_ group: (title: String, entries: [SiteMap.ControllerEntry]), id: String, isTitled: Bool)
    -> NibValue
  {
    .object([
      "mountID": .text(id), "mountTitle": .text(group.title), "isTitled": .boolean(isTitled),
      "mounted": .list(
        group.entries.map {
          .object([
            "mountedTitle": .text($0.controller.title), "mountedAddress": .text($0.address),
            "mountedSummary": .text($0.controller.summary ?? ""),
          ])
        }),
    ])
  }

  private func jump(_ title: String, _ id: String, _ count: String) -> NibValue {
    .object(["jump": .text(title), "jumpAddress": .text("#" + id), "jumpCount": .text(count)])
  }
}
