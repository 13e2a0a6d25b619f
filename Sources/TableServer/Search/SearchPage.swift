import TableModel
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
    return path + suffix + (query.text.isEmpty ? "" : "?" + query.text)
  }

  func text(_ found: [SearchedTable], _ unreadable: [SiteSearch.Unreadable]) -> String {
    let place = entry?.heading ?? context.title
    let frame = PageFrame(
      title: arguments.words.isEmpty ? "Search · \(place)" : "\(arguments.words) · Search · \(place)",
      crumbs: (entry.map { [.init(title: $0.heading, address: $0.address)] } ?? []) + [.init(title: "Search")],
      alternate: address(".json"), returnTo: address(), preferences: request.preferences, flash: request.flash,
      visitor: request.visitor,
      hasLateParts: true)
    var values = frame.values(context)
    values["pageStyle"] = .text(context.assets.searchStyle)
    values["searchAll"] = SearchForm(entry: entry, words: arguments.words).value(context)
    values["summary"] = .text(summary(found))
    // A table that was searched alone is shown whatever came of it: another page is waiting for it.
    let isAlone = arguments.table != nil
    let shown = found.filter { table in
      if case .found(let rows, _) = table.outcome { return isAlone || !rows.isEmpty }
      return true
    }
    values["results"] = .list(shown.filter { !$0.rows.isEmpty || isAlone }.map(section))
    values["unfinished"] = .list(
      shown.filter { $0.rows.isEmpty && !isAlone }.map(section) + unreadable.map(section))
    values["timing"] = .text(
      "\(found.count.counted("table", "tables")) searched in \(request.timing)")
    return context.nibs.search.string(.object(values))
  }

  private func summary(_ found: [SearchedTable]) -> String {
    let place = entry.map { "all tables of \($0.heading)" } ?? "all tables of all databases"
    if arguments.words.isEmpty { return "Looks for words in \(place)." }
    if let table = arguments.table { return "“\(arguments.words)” in \(entry?.title(ofTable: table) ?? table)" }
    let matching = found.count { !$0.rows.isEmpty }
    let waiting = found.count { if case .unfinished = $0.outcome { true } else { false } }
    let rest = waiting > 0 ? "; \(waiting.counted("table takes", "tables take")) longer" : ""
    if matching == 0 { return "“\(arguments.words)” was not found in \(place)" + rest }
    return "“\(arguments.words)” is in \(matching.counted("table", "tables")) of \(found.count.withThousandsMarks)"
      + rest
  }

  private func section(_ table: SearchedTable) -> NibValue {
    var values: [String: NibValue] = [
      "sectionID": .text(DOMID.section(indexTitle: table.address)), "table": .text(table.title),
      "rowsAddress": .text(table.rowsAddress(arguments.words)),
      "database": entry == nil ? .text(table.entry.heading) : .null,
    ]
    switch table.outcome {
    case .found(let rows, let hasMore):
      values["rows"] = .list(rows.map(row))
      values["hasRows"] = .boolean(!rows.isEmpty)
      values["isEmpty"] = .boolean(rows.isEmpty)
      if hasMore { values["more"] = .text("More in \(table.title)") }
      if !table.isIndexed, !rows.isEmpty { values["remark"] = "without an index" }
    case .unfinished where arguments.table == nil:
      values["late"] = .text(address(of: table))
    case .unfinished:
      values["failure"] = "The search took too long."
      values["retry"] = .text(table.rowsAddress(arguments.words))
    case .unreadable: values["failure"] = "This table can't be read."
    }
    return .object(values)
  }

  /// A database instead of its tables.
  private func section(_ unreadable: SiteSearch.Unreadable) -> NibValue {
    .object([
      "sectionID": .text(DOMID.section(indexTitle: unreadable.entry.address)), "table": .text(unreadable.entry.heading),
      "rowsAddress": .text(unreadable.entry.address), "failure": .text(unreadable.problem),
    ])
  }

  /// The search of one table, which takes longer than the page.
  private func address(of table: SearchedTable) -> String {
    var query = QueryText()
    query.append("q", arguments.words)
    query.append("_table", table.name)
    return table.entry.searchAddress + "?" + query.text
  }

  private func row(_ row: MatchedRow) -> NibValue {
    .object([
      "rowAddress": NibValue(row.address), "rowTitle": .html(row.title?.html ?? "<span class=\"null\">null</span>"),
      "fields": .list(
        row.fields.filter { !$0.isTitle }.map { .object(["column": .text($0.heading), "match": .html($0.text.html)]) }),
    ])
  }
}

/// The field for words that are looked for in many tables.
struct SearchForm {
  /// The database that is searched; `nil` for all.
  let entry: SiteMap.DatabaseEntry?
  var words = ""

  /// The values of `search-all.html`.
  func value(_ context: SiteContext) -> NibValue {
    .object([
      "searchAction": .text(entry?.searchAddress ?? context.map.searchAddress), "searchText": .text(words),
      "searchLabel": .text(entry.map { "Search all tables of \($0.heading)" } ?? "Search all tables"),
    ])
  }
}
