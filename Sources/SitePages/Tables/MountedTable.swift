import SiteConfiguration
package import SiteTables
internal import Synchronization
import TableEditing
package import TableModel
import TableRendering

/// A table of a database at its path, with everything about its pages that doesn't change from one to the next.
package final class MountedTable: Sendable {
  package let entry: SiteMap.DatabaseEntry
  package let table: any RecordTable
  private let current = Mutex<TablePresentation?>(nil)

  package init(_ table: any RecordTable, in entry: SiteMap.DatabaseEntry) {
    self.table = table
    self.entry = entry
  }

  /// How pages of the schema are drawn that was found last; `nil` before the first.
  package var presentation: TablePresentation? { current.withLock(\.self) }

  /// How pages of this schema are drawn. Another schema, after the database has changed its own, starts anew.
  package func presentation(for schema: RecordSchema, _ context: SiteContext) -> TablePresentation {
    current.withLock { current in
      if let known = current, known.source === schema { return known }
      let made = TablePresentation(schema, in: entry, context)
      current = made
      return made
    }
  }

  /// The row of a key, under the schema of a presentation. Columns are positions: a row of another schema has other values in them, or none.
  /// - Throws: `TableError.notFound` if there is no such row, `busy` if the schema has changed since.
  package func record(_ key: RowKey, as presentation: TablePresentation) async throws -> RecordDetail {
    let detail = try await table.record(key)
    try presentation.check(detail.record)
    return detail
  }

  /// The rows of keys that there are, in this order.
  package func records(_ keys: [RowKey], as presentation: TablePresentation) async throws -> [Record] {
    let found = try await table.records(keys, as: presentation.source)
    return keys.compactMap { found[$0] }
  }
}

/// The tables that have been asked for, by database and by the name that the path used.
package final class MountedTables: Sendable {
  private struct Key: Hashable {
    var database: String
    var table: String
  }

  private let mounted = Mutex<[Key: MountedTable]>([:])
  /// Names of one table differ by case at most, but that is many; what is dropped is found again.
  private let limit = 4_096

  package init() {}

  /// - Throws: `HTTPProblem` 404 with the nearest names if the database has no such table.
  package func table(_ name: String, in entry: SiteMap.DatabaseEntry) async throws -> MountedTable {
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
  package func forget(_ name: String, in entry: SiteMap.DatabaseEntry) {
    mounted.withLock { $0[Key(database: entry.name, table: name)] = nil }
  }

  package static func notFound(_ name: String, in entry: SiteMap.DatabaseEntry) async -> HTTPProblem {
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
