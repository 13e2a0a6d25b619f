import SitePages
import SiteTables
import TableModel
import TableRendering

/// Looks for words in every table of some databases: those with an index first, each under a time limit of its own.
struct SiteSearch: Sendable {
  let context: SiteContext
  let tables: MountedTables
  let words: String
  /// How long one table may take, in seconds.
  let tableLimit: Double
  /// When no further table is begun.
  let deadline: ContinuousClock.Instant

  /// Rows of one table that are shown.
  private static let rowLimit = 3
  /// Tables of one database that are searched at once.
  private static let lanes = 2
  /// How much of a text is looked through for the words, in bytes.
  private static let textBytes = 65_536

  /// A database whose tables can't be searched, and why.
  struct Unreadable: Sendable {
    let entry: SiteMap.DatabaseEntry
    let problem: String
  }

  /// What became of a database: what was found in its tables, or why they can't be searched.
  private enum Outcome: Sendable {
    case found([SearchedTable])
    case unreadable(Unreadable)
  }

  /// Searches all tables that people see. A database that can't be read keeps nobody from the others.
  func search(
    _ entries: [SiteMap.DatabaseEntry]
  ) async throws -> (found: [SearchedTable], unreadable: [Unreadable]) {
    let outcomes = try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
      var outcomes = [Outcome?](repeating: nil, count: entries.count)
      for place in entries.indices { group.addTask { (place, try await outcome(of: entries[place])) } }
      for try await (place, outcome) in group { outcomes[place] = outcome }
      return outcomes
    }
    var found: [SearchedTable] = [], unreadable: [Unreadable] = []
    for outcome in outcomes {
      switch outcome {
      case .found(let tables): found += tables
      case .unreadable(let database): unreadable.append(database)
      case nil: break
      }
    }
    return (found, unreadable)
  }

  private func outcome(of entry: SiteMap.DatabaseEntry) async throws -> Outcome {
    do {
      return .found(try await search(entry))
    } catch let error as CancellationError {
      throw error
    } catch {
      return .unreadable(Unreadable(entry: entry, problem: entry.sentence(about: error)))
    }
  }

  /// Searches all tables of one database that people see.
  func search(_ entry: SiteMap.DatabaseEntry) async throws -> [SearchedTable] {
    let tables = Self.order(try await entry.tables())
    // A source in code may look for no words.
    if entry.controller != nil, let name = tables.first?.name,
      try await entry.database.table(named: name)?.schema().isSearchable != true
    {
      return []
    }
    return try await search(entry, tables)
  }

  /// Searches some tables of one database.
  func search(_ entry: SiteMap.DatabaseEntry, _ summaries: [TableSummary]) async throws -> [SearchedTable] {
    await withTaskGroup(of: (Int, SearchedTable).self) { group in
      var found = [SearchedTable?](repeating: nil, count: summaries.count)
      var next = 0
      func begin() {
        guard next < summaries.count else { return }
        let place = next
        next += 1
        group.addTask { (place, await search(summaries[place], entry)) }
      }
      for _ in 0..<Self.lanes { begin() }
      for await (place, table) in group {
        found[place] = table
        begin()
      }
      return found.compactMap(\.self)
    }
  }

  /// Tables with an index first, views last.
  private static func order(_ tables: [TableSummary]) -> [TableSummary] {
    let visible = tables.filter { !$0.isHidden }
    func rank(_ table: TableSummary) -> Int { table.searchIndex != nil ? 0 : table.isView ? 2 : 1 }
    return (0...2).flatMap { wanted in visible.filter { rank($0) == wanted } }
  }

  private func search(_ summary: TableSummary, _ entry: SiteMap.DatabaseEntry) async -> SearchedTable {
    func table(_ outcome: SearchedTable.Outcome) -> SearchedTable {
      SearchedTable(
        entry: entry, name: summary.name, isIndexed: summary.searchIndex != nil, outcome: outcome)
    }
    guard ContinuousClock.now < deadline else { return table(.unfinished) }
    do {
      let mounted = try await tables.table(summary.name, in: entry)
      return table(try await rows(of: mounted))
    } catch TableError.timeLimitReached, TableError.busy {
      return table(.unfinished)
    } catch {
      return table(.unreadable)
    }
  }

  private func rows(of mounted: MountedTable) async throws -> SearchedTable.Outcome {
    let search = TextSearch(words)
    var query = TableQuery(pageSize: Self.rowLimit, count: .none, values: .excerpt(textBytes: Self.textBytes))
    query.selection.searches = [search]
    let page = try await mounted.table.page(query, within: tableLimit)
    guard case .grid(let schema) = page.style else { return .unreadable }
    let presentation = mounted.presentation(for: schema, context)
    let columns = RecordColumns(presentation.schema)
    guard let marks = SearchHighlighter([search], schema: presentation.schema, textBytes: Self.textBytes) else {
      return .unreadable
    }
    let records = page.sections.flatMap { ($0 as? RecordSection).map { Array(Records(page: $0.page)) } ?? [] }
    let contexts = await RowNames(presentation.schema, in: mounted.entry).contexts(of: records)
    let rows = zip(records, contexts).map { MatchedRow($0, columns, presentation, marks, context: $1) }
    return .found(rows, hasMore: page.next != nil)
  }
}
