import SitePages
import SiteTables
import TableArguments
import TableRendering

/// The page of a search of many tables.
struct SearchPage {
  let context: SiteContext
  /// The database that is searched; `nil` for all.
  let entry: SiteMap.DatabaseEntry?
  let arguments: SearchArguments
  let request: PageRequest

  private var path: String { entry?.searchAddress ?? context.map.searchAddress }

  /// The address of the same search in a format.
  func address(_ suffix: String = "", table: String? = nil) -> String {
    var query = QueryText()
    if !arguments.words.isEmpty { query.append("q", arguments.words) }
    if let table = table ?? arguments.table { query.append("_table", table) }
    return query.behind(path + suffix)
  }

  func answer(_ found: [SearchedTable], _ unreadable: [SiteSearch.Unreadable]) throws -> PageAnswer {
    let place = entry?.heading ?? context.title
    let frame = PageLayout(
      title: arguments.words.isEmpty ? "Search · \(place)" : "\(arguments.words) · Search · \(place)",
      crumbs: (entry.map { [.init(title: $0.heading, address: $0.address)] } ?? []) + [.init(title: "Search")],
      alternate: address(".json"), returnTo: address(), preferences: request.preferences, flash: request.flash,
      visitor: request.visitor, database: entry, hasLateParts: true)
    // A table that was searched alone is shown whatever came of it: another page is waiting for it.
    let isAlone = arguments.table != nil
    let shown = found.filter { table in
      if case .found(let rows, _) = table.outcome { return isAlone || !rows.isEmpty }
      return true
    }
    let view = SearchView(
      frame: frame.view(context, pageStyle: context.assets.searchStyle, isLive: !arguments.words.isEmpty),
      searchAll: SearchAllView(context, entry, words: arguments.words), summary: summary(found),
      results: shown.filter { !$0.rows.isEmpty || isAlone }.map(section),
      unfinished: shown.filter { $0.rows.isEmpty && !isAlone }.map(section) + unreadable.map(section),
      timing: PassingText("\(found.count.counted("table", "tables")) searched in \(request.timing)"))
    var answer = try context.page(context.nibs.search, view, headers: PageHeaders.html(alternate: address(".json")))
    answer.hasLateParts = view.unfinished.contains { $0.late != nil }
    return answer
  }

  private func summary(_ found: [SearchedTable]) -> String {
    let place = entry.map { "all tables of \($0.heading)" } ?? "all tables of all databases"
    if arguments.words.isEmpty { return "Search in \(place)." }
    if let table = arguments.table {
      let entry = entry ?? context.map.columnTable(searchName: table)
      return "“\(arguments.words)” in \(entry?.title(ofTable: table) ?? table)"
    }
    let matching = found.count { !$0.rows.isEmpty }
    let waiting = found.count { if case .unfinished = $0.outcome { true } else { false } }
    let rest = waiting > 0 ? "; \(waiting.counted("table takes", "tables take")) longer" : ""
    if matching == 0 { return "“\(arguments.words)” not found in \(place)" + rest }
    return "“\(arguments.words)” is in \(matching.counted("table", "tables")) of \(found.count.withThousandsMarks)"
      + rest
  }

  private func section(_ table: SearchedTable) -> SearchSectionView {
    var view = SearchSectionView(
      sectionID: DOMID.section(indexTitle: table.address), table: table.title,
      database: entry == nil && !table.entry.name.isEmpty ? table.entry.heading : nil,
      rowsAddress: table.rowsAddress(arguments.words))
    switch table.outcome {
    case .found(let rows, let hasMore):
      view.rows = rows.map(row)
      view.hasRows = !rows.isEmpty
      view.isEmpty = rows.isEmpty
      if hasMore { view.more = "More in \(table.title)" }
      if !table.isIndexed, !rows.isEmpty { view.remark = "without an index" }
    case .unfinished where arguments.table == nil: view.late = address(of: table)
    case .unfinished:
      view.failure = "The search timed out."
      view.retry = view.rowsAddress
    case .unreadable: view.failure = "Table unavailable."
    }
    return view
  }

  /// A database instead of its tables.
  private func section(_ unreadable: SiteSearch.Unreadable) -> SearchSectionView {
    SearchSectionView(
      sectionID: DOMID.section(indexTitle: unreadable.entry.address), table: unreadable.entry.heading,
      rowsAddress: unreadable.entry.address, failure: unreadable.problem)
  }

  /// The search of one table, which takes longer than the page.
  private func address(of table: SearchedTable) -> String {
    var query = QueryText()
    query.append("q", arguments.words)
    query.append("_table", table.entry.controller?.searchName ?? table.name)
    let path = table.entry.controller == nil ? table.entry.searchAddress : context.map.searchAddress
    return path + "?" + query.text
  }

  private func title(of row: MatchedRow) -> HTML {
    guard let title = row.title?.html else { return "<span class=\"null\">null</span>" }
    guard let context = row.context else { return title }
    return HTML { html in
      html.html(title)
      html.markup(" <span class=\"muted\">· <bdi>")
      html.text(context)
      html.markup("</bdi></span>")
    }
  }

  private func row(_ row: MatchedRow) -> SearchSectionView.Row {
    SearchSectionView.Row(
      rowAddress: row.address, rowTitle: title(of: row),
      fields: row.fields.filter { !$0.isTitle }.map { .init(column: $0.heading, match: $0.text.html) })
  }
}
