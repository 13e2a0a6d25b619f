import SiteConfiguration
internal import Synchronization
import TableEditing
import TableModel
import TableRendering
internal import TextCoding

/// A table of a database at its path, with everything about its pages that doesn't change from one to the next.
final class MountedTable: Sendable {
  let entry: SiteMap.DatabaseEntry
  let table: any RecordTable
  private let current = Mutex<TablePresentation?>(nil)

  init(_ table: any RecordTable, in entry: SiteMap.DatabaseEntry) {
    self.table = table
    self.entry = entry
  }

  /// How pages of the schema are drawn that was found last; `nil` before the first.
  var presentation: TablePresentation? { current.withLock(\.self) }

  /// How pages of this schema are drawn. Another schema, after the database has changed its own, starts anew.
  func presentation(for schema: RecordSchema, _ context: SiteContext) -> TablePresentation {
    current.withLock { current in
      if let known = current, known.source === schema { return known }
      let made = TablePresentation(schema, in: entry, context)
      current = made
      return made
    }
  }

  /// The row of a key, under the schema of a presentation. Columns are positions: a row of another schema has other values in them, or none.
  /// - Throws: `TableError.notFound` if there is no such row, `busy` if the schema has changed since.
  func record(_ key: RowKey, as presentation: TablePresentation) async throws -> RecordDetail {
    let detail = try await table.record(key)
    try presentation.check(detail.record)
    return detail
  }

  /// The rows of keys that there are, in this order.
  func records(_ keys: [RowKey], as presentation: TablePresentation) async throws -> [Record] {
    let found = try await table.records(keys, as: presentation.source)
    return keys.compactMap { found[$0] }
  }

  /// Cells made and handed out, with the present schema.
  var counts: [ReuseCount] { current.withLock(\.self)?.counts ?? [] }
}

/// The tables that have been asked for, by database and by the name that the path used.
final class MountedTables: Sendable {
  private struct Key: Hashable {
    var database: String
    var table: String
  }

  private let mounted = Mutex<[Key: MountedTable]>([:])
  /// Names of one table differ by case at most, but that is many; what is dropped is found again.
  private let limit = 4_096

  /// - Throws: `HTTPProblem` 404 with the nearest names if the database has no such table.
  func table(_ name: String, in entry: SiteMap.DatabaseEntry) async throws -> MountedTable {
    let key = Key(database: entry.name, table: name), isKept = entry.controller?.isMade != true
    if isKept, let known = mounted.withLock({ $0[key] }) { return known }
    guard let table = try await entry.table(named: name) else { throw await Self.notFound(name, in: entry) }
    let made = MountedTable(table, in: entry)
    guard isKept else { return made }
    return mounted.withLock { mounted in
      if let known = mounted[key] { return known }
      if mounted.count >= limit { mounted.removeAll() }
      mounted[key] = made
      return made
    }
  }

  /// Takes out a table that turned out to be gone.
  func forget(_ name: String, in entry: SiteMap.DatabaseEntry) {
    mounted.withLock { $0[Key(database: entry.name, table: name)] = nil }
  }

  /// Cells made and handed out, by the tables that are mounted.
  var counts: [ReuseCount] { mounted.withLock { Array($0.values) }.flatMap(\.counts) }

  static func notFound(_ name: String, in entry: SiteMap.DatabaseEntry) async -> HTTPProblem {
    // Only to help: if the names can't be read either, there are none to offer.
    let tables = (try? await entry.tables())?.filter { !$0.isHidden } ?? []
    let near = NameSuggestions.of(name, among: tables.map(\.name)).compactMap { near in tables.first { $0.name == near }
    }
    let queries = NameSuggestions.of(name, among: entry.notes.queries.map(\.name)).map {
      HTTPProblem.Link(title: $0, address: entry.address(ofTable: $0), remark: "query")
    }
    return HTTPProblem(
      status: 404, messages: ["Table not found"], heading: "\(entry.name) has no table “\(name)”",
      suggestions: queries
        + near.map { table in
          HTTPProblem.Link(
            title: table.name, address: entry.address(ofTable: table.name),
            remark: CountText.short(table.count).map { $0 + " rows" })
        },
      crumbs: entry.crumbs,
      recoveryLink: HTTPProblem.Link(title: "All tables of \(entry.heading)", address: entry.address))
  }
}

extension SiteMap.DatabaseEntry {
  /// The path of one of its tables.
  func address(ofTable name: String) -> String { controller?.address ?? address + "/" + TildeEncoding.encode(name) }

  /// What pages call one of its tables.
  func title(ofTable name: String) -> String {
    notes.table(named: name)?.title ?? controller?.controller.title ?? name
  }

  /// Its tables and views; those that the site's owner hides are hidden too.
  func tables() async throws -> [TableSummary] {
    var tables = try await database.tables()
    for name in setup.names {
      guard let index = tables.firstIndex(where: { Grants.folded($0.name) == Grants.folded(name) }) else { continue }
      tables[index].computedColumns = setup[name]?.code.columns.map(\.column.name) ?? []
      tables[index].columns += tables[index].computedColumns
    }
    guard notes.tables.contains(where: \.isHidden) else { return tables }
    for index in tables.indices where notes.table(named: tables[index].name)?.isHidden == true {
      tables[index].isHidden = true
    }
    return tables
  }
}
