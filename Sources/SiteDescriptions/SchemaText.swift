package import SitePages
package import SiteTables
import TableModel

/// The statements that made the tables of a database, with their indexes and triggers, as far as somebody may read those: for people, never to be
/// run from here.
package struct SchemaText: Sendable {
  package let entry: SiteMap.DatabaseEntry
  /// The one table that it is about, as the database spells it; `nil` for all.
  package let table: String?
  /// What made each table and view that has such a statement; of a whole database also its indexes and triggers.
  package let statements: [String]

  package var text: String { statements.joined(separator: ";\n") }

  /// Tables, then views. Of hidden tables those alone that somebody has made: an index has tables of its own, which come with it.
  package init(of entry: SiteMap.DatabaseEntry) async throws {
    let summary = try await DatabaseSummary(entry)
    let visible = summary.visible.filter { !$0.isView } + summary.visible.filter(\.isView)
    var statements: [String] = []
    for table in visible {
      statements += try await Self.statements(table.name, entry)
    }
    for table in summary.hidden {
      let made = try await Self.statements(table.name, entry)
      if made.first?.lowercased().hasPrefix("create virtual") == true { statements += made }
    }
    self.entry = entry
    self.table = nil
    self.statements = statements
  }

  /// The statement that made one table or view.
  package init(of mounted: MountedTable) async throws {
    entry = mounted.entry
    table = try await mounted.table.schema().table
    statements = try await mounted.table.description(of: TableQuery(pageSize: 1)).definition.map { [$0] } ?? []
  }

  private static func statements(_ name: String, _ entry: SiteMap.DatabaseEntry) async throws -> [String] {
    // A view of a table that is gone has no columns, and keeps nobody from the others.
    do {
      let found = try await entry.database.table(named: name)?.description(of: TableQuery(pageSize: 1))
      guard let found, let definition = found.definition else { return [] }
      return [definition] + found.additions
    } catch let error as TableError {
      if case .unavailable = error { throw error }
      return []
    }
  }
}
