import RichTextRendering
package import SiteConfiguration
package import SiteTables
import TableArguments
package import TableModel
package import TableRendering

/// What is known of one database at one moment: what its own page and the home page show, as HTML and as JSON.
package struct DatabaseSummary: Sendable {
  package let entry: SiteMap.DatabaseEntry
  package let kind: String
  package let tables: [TableSummary]
  /// Those that lists show.
  package private(set) var visible: [TableSummary]
  /// `true` if rows were still to come when the tables were looked at; nothing otherwise, as listings have it.
  package let isLoading: Bool?
  /// Why its tables can't be read at the moment, a sentence; `nil` if they can.
  package private(set) var problem: String?

  package init(_ entry: SiteMap.DatabaseEntry) async throws {
    let isLoading = Self.isLoading(entry)
    let tables = try await entry.tables()
    // Behind the tables, for which the file was looked at: its size is that of the same state.
    self.init(entry, isLoading, tables, kind: try await entry.database.kind())
  }

  private init(_ entry: SiteMap.DatabaseEntry, _ isLoading: Bool?, _ tables: [TableSummary], kind: String) {
    self.entry = entry
    self.isLoading = isLoading
    self.tables = tables
    self.kind = kind
    visible = tables.contains(where: \.isHidden) ? tables.filter { !$0.isHidden } : tables
  }

  /// What is known at once; `nil` where that takes a wait.
  private static func known(of entry: SiteMap.DatabaseEntry) throws -> DatabaseSummary? {
    let isLoading = isLoading(entry)
    return try entry.knownTables().map { DatabaseSummary(entry, isLoading, $0.tables, kind: $0.kind) }
  }

  private static func isLoading(_ entry: SiteMap.DatabaseEntry) -> Bool? {
    entry.database.completeness(of: nil) == .loading ? true : nil
  }

  /// What is known of a database that can't be read.
  private init(_ entry: SiteMap.DatabaseEntry, problem: String) async {
    self.entry = entry
    self.problem = problem
    isLoading = nil
    kind = (try? await entry.database.kind()) ?? ""
    tables = []
    visible = []
  }

  /// What is known of each database. One that is missing, damaged or locked keeps nobody from the others, which don't wait for it either.
  /// - Throws: `CancellationError`.
  package static func all(_ entries: [SiteMap.DatabaseEntry]) async throws -> [DatabaseSummary] {
    // Most is known already, and begins no tasks.
    var found = entries.map { try? known(of: $0) }
    var missing = found.indices.filter { found[$0] == nil }[...]
    if missing.isEmpty { return found.compactMap(\.self) }
    try await withThrowingTaskGroup(of: (Int, DatabaseSummary).self) { group in
      func begin() {
        guard let place = missing.popFirst() else { return }
        group.addImmediateTask { (place, try await summary(of: entries[place])) }
      }
      for _ in 0..<atOnce { begin() }
      for try await (place, summary) in group {
        found[place] = summary
        begin()
      }
    }
    return found.compactMap(\.self)
  }

  /// Databases that are looked at together.
  private static let atOnce = 8

  private static func summary(of entry: SiteMap.DatabaseEntry) async throws -> DatabaseSummary {
    do { return try await DatabaseSummary(entry) } catch let error as CancellationError { throw error } catch {
      return await DatabaseSummary(entry, problem: entry.sentence(about: error))
    }
  }

  /// The statements of the site's owner that have a path: a table of the same name, whatever its case, stands before one.
  package var queries: [StoredQuery] {
    guard !entry.notes.queries.isEmpty, entry.ownersStatements != nil else { return [] }
    let taken = Set(tables.map { $0.name.lowercased() })
    return entry.notes.queries.filter { !taken.contains($0.name.lowercased()) }
  }
  package var hidden: [TableSummary] { tables.filter(\.isHidden) }

  /// The same with the tables alone whose names hold some words; all where there are none.
  package func filtered(by words: String) -> DatabaseSummary {
    guard !words.isEmpty else { return self }
    var filtered = self
    let wanted = words.lowercased()
    filtered.visible = visible.filter {
      $0.name.lowercased().contains(wanted) || entry.title(ofTable: $0.name).lowercased().contains(wanted)
    }
    return filtered
  }

  /// - Parameters:
  ///   - id: the id of the heading above the table.
  ///   - limit: how many tables to name; a link leads to the others.
  ///   - words: what names have to hold, in the address of the others.
  package func view(id: String, limit: Int, words: String = "", _ context: SiteContext) -> DatabaseTablesView {
    let shown = visible.prefix(limit)
    let rest = visible.count - shown.count
    return view(
      shown, id: id,
      more: rest == 0
        ? nil
        : LinkView(
          title: rest.counted("more table or view", "more tables and views"),
          address: words.isEmpty ? entry.address : entry.address.with([("_name", words)])), context)
  }

  /// Whether a list of its tables shows the same as of another.
  func isDrawn(as other: DatabaseSummary) -> Bool {
    entry === other.entry && kind == other.kind && problem == other.problem && tables == other.tables
  }

  /// What its own page lists.
  /// - Parameter saved: links to the statements that visitors have saved.
  package func list(_ shown: TablesShown, saved: [LinkView], _ context: SiteContext) throws -> HTML {
    let nib = try context.nibs.databaseList.nib()
    guard shown.words.isEmpty else { return nib.html(view(shown, saved, context)) }
    let key = DrawnTables.Key(page: .database(address: entry.address), start: shown.tables.startIndex)
    return context.drawnTables.list(key, of: [self], saved) { nib.html(view(shown, saved, context)) }
  }

  private func view(_ shown: TablesShown, _ saved: [LinkView], _ context: SiteContext) -> DatabaseListView {
    DatabaseListView(
      assets: context.assets.view, storedQueries: queriesView(saved: saved),
      nameFilter: visible.count <= TablesShown.filterLimit
        ? nil : .init(action: entry.address, text: shown.words, isUnmatched: shown.count == 0),
      tableUnions: unions(context), hasTables: shown.count > 0, isEmpty: visible.isEmpty,
      listed: view(shown, id: "tables", context), hidden: hiddenView)
  }

  /// Those of one page of it.
  private func view(_ shown: TablesShown, id: String, _ context: SiteContext) -> DatabaseTablesView {
    let places = "\((shown.tables.startIndex + 1).withThousandsMarks)–\(shown.tables.endIndex.withThousandsMarks)"
    let range = shown.tables.isEmpty ? "none" : places
    return view(
      shown.tables, id: id,
      range: shown.count > shown.tables.count ? "\(range) of \(shown.count.withThousandsMarks)" : nil,
      earlier: shown.previous.map { LinkView(title: "Previous tables", address: entry.address + $0) },
      more: shown.next.map { LinkView(title: "More tables", address: entry.address + $0) }, context)
  }

  private func view(
    _ shown: ArraySlice<TableSummary>, id: String, range: String? = nil, earlier: LinkView? = nil, more: LinkView?,
    _ context: SiteContext
  ) -> DatabaseTablesView {
    DatabaseTablesView(
      database: entry.heading, databaseSummary: entry.notes.description?.line, databaseID: id,
      databaseAddress: entry.address, kind: kind, problem: problem,
      tableRows: HTML { html in
        for table in shown { context.nibs.databaseTable.write(view(table, context), into: &html) }
      },
      range: range, earlier: earlier, more: more)
  }

  private func view(_ table: TableSummary, _ context: SiteContext) -> DatabaseTablesView.Table {
    DatabaseTablesView.Table(
      table: entry.title(ofTable: table.name), tableAddress: entry.address(ofTable: table.name),
      isView: table.isView, description: columns(of: table, context),
      lateCount: LateCountView(
        table.count, of: table.name, at: entry.countAddress(ofTable: table.name), isLate: true,
        counted: entry.address(ofTable: table.name) + "?_count=exact"),
      columnCount: table.columns.count.withThousandsMarks,
      byteCount: table.byteCount.map(ByteCountText.words) ?? "—")
  }

  /// The names of the columns, those of the key marked, and the tables that they refer to.
  private func columns(of table: TableSummary, _ context: SiteContext) -> HTML {
    let said = entry.notes.table(named: table.name)?.description ?? table.comment.map { RichText($0) }
    if let said { return HTML { $0.text(said.line) } }
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

  /// The statements of the site's owner and those that visitors have saved; nothing where there are none.
  private func queriesView(saved: [LinkView]) -> DatabaseListView.Queries? {
    let links =
      queries.map {
        LinkView(title: $0.heading, address: entry.address(ofTable: $0.name), remark: $0.description?.line)
      } + saved
    return links.isEmpty ? nil : .init(queries: links)
  }

  /// Tables of one shape that can be seen as one; nothing where there are none.
  private func unions(_ context: SiteContext) -> DatabaseListView.Unions? {
    guard entry.database.hasUnions else { return nil }
    let named = entry.notes.tables.map(\.name).filter { $0.contains("*") }
    let found = context.drawnTables.unions(of: visible, in: entry.address)
    guard !named.isEmpty || !found.all.isEmpty else { return nil }
    let links = found.links(in: entry)
    return DatabaseListView.Unions(
      named.filter { name in !found.all.contains { $0.name == name } }.map {
        LinkView(title: entry.title(ofTable: $0), address: entry.address(ofTable: $0))
      } + links)
  }

  /// The tables that lists leave out; nothing where there are none.
  private var hiddenView: DatabaseListView.Hidden? {
    guard !hidden.isEmpty else { return nil }
    return DatabaseListView.Hidden(
      hiddenText: hidden.count.counted("hidden table", "hidden tables"),
      hiddenTables: hidden.map {
        LinkView(title: entry.title(ofTable: $0.name), address: entry.address(ofTable: $0.name))
      })
  }

  /// What the database holds, in words: `11 tables, 2 views`.
  package var counts: HTML {
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
  /// Why the database can't be read, for people.
  package func sentence(about error: any Error) -> String {
    guard let error = error as? TableError else { return "The database “\(heading)” can't be read." }
    let text = HTTPProblem(error as any Error).messages.joined(separator: " ")
    return text.hasSuffix(".") ? text : text + "."
  }
}
