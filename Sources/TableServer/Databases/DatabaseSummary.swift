import TableModel
import TableRendering

/// What is known of one database at one moment: what its own page and the home page show, as HTML and as JSON.
struct DatabaseSummary: Sendable {
  let entry: SiteMap.DatabaseEntry
  let kind: String
  let tables: [TableSummary]
  let version: DataVersion?
  /// `true` if rows were still to come when the tables were looked at; nothing otherwise, as listings have it.
  let isLoading: Bool?

  init(_ entry: SiteMap.DatabaseEntry) async throws {
    self.entry = entry
    isLoading = entry.database.completeness(of: nil) == .loading ? true : nil
    version = entry.database.currentVersion
    kind = try await entry.database.kind()
    tables = try await entry.tables()
  }

  var visible: [TableSummary] { tables.filter { !$0.isHidden } }
  /// The statements of the site's owner that have a path: a table of the same name, whatever its case, stands before one.
  var queries: [StoredQuery] {
    guard !entry.notes.queries.isEmpty, entry.database is any StatementDatabase else { return [] }
    let taken = Set(tables.map { $0.name.lowercased() })
    return entry.notes.queries.filter { !taken.contains($0.name.lowercased()) }
  }
  var hidden: [TableSummary] { tables.filter(\.isHidden) }

  /// The values of `database-tables.html`.
  /// - Parameters:
  ///   - id: the id of the heading above the table.
  ///   - limit: how many tables to name; a link leads to the others.
  func values(id: String, limit: Int = .max, _ context: SiteContext) -> [String: NibValue] {
    let shown = visible.prefix(limit)
    let rest = visible.count - shown.count
    return [
      "database": .text(entry.heading), "databaseSummary": NibValue(entry.notes.description?.line),
      "databaseID": .text(id),
      "databaseAddress": .text(entry.address),
      "kind": .text(kind),
      "tables": .list(shown.map { value($0, context) }),
      "more": rest == 0
        ? .null
        : .object([
          "moreText": .text(rest.counted("more table or view", "more tables and views")),
          "moreAddress": .text(entry.address),
        ]),
    ]
  }

  private func value(_ table: TableSummary, _ context: SiteContext) -> NibValue {
    .object([
      "table": .text(entry.title(ofTable: table.name)), "tableAddress": .text(entry.address(ofTable: table.name)),
      "isView": .boolean(table.isView),
      "description": .html(columns(of: table, context)),
      "lateCount": LateCount(entry: entry, table: table.name, count: table.count).value(isLate: true),
      "columnCount": .text(table.columns.count.withThousandsMarks),
      "byteCount": .text(table.byteCount.map(ByteCountText.words) ?? "—"),
    ])
  }

  /// The names of the columns, those of the key marked, and the tables that they refer to.
  private func columns(of table: TableSummary, _ context: SiteContext) -> HTML {
    if let said = entry.notes.table(named: table.name)?.description { return HTML { $0.text(said.line) } }
    return HTML { html in
      for (place, column) in table.columns.enumerated() {
        if place > 0 { html.markup(", ") }
        html.text(column)
        guard table.primaryKeys.contains(column) else { continue }
        html.html(context.keyMark)
      }
      var referenced: [String] = []
      for key in table.foreignKeys where !referenced.contains(key.referencedTable) {
        referenced.append(key.referencedTable)
      }
      guard !referenced.isEmpty else { return }
      html.markup(" <small>refers to ")
      html.text(referenced.joined(separator: ", "))
      html.markup("</small>")
    }
  }

  /// The values of `database-queries.html`; nothing where there are none.
  var queryValues: NibValue {
    guard !queries.isEmpty else { return .null }
    return .object([
      "queries": .list(
        queries.map {
          .object([
            "query": .text($0.heading), "queryPath": .text(entry.address(ofTable: $0.name)),
            "queryRemark": .text($0.description?.line ?? ""),
          ])
        })
    ])
  }

  /// What the database holds, in words: `11 tables, 2 views`.
  var counts: HTML {
    let views = visible.count { $0.isView }
    return HTML { html in
      html.markup("<b>")
      html.text((visible.count - views).withThousandsMarks)
      html.markup("</b> ")
      html.text(visible.count - views == 1 ? "table" : "tables")
      if views > 0 { html.text(", " + views.counted("view", "views")) }
    }
  }
}

extension SiteMap.DatabaseEntry {
  /// What pages call the database.
  var heading: String { notes.title ?? name }
}
