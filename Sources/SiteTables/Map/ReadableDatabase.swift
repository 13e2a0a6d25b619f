package import SiteConfiguration
import Synchronization
package import TableModel

/// The part of a database that somebody may read. It runs no statements: those could name any table.
///
/// Opened when something of it is asked for, and again as long as that can't be: what else somebody may read doesn't hang on it.
package final class ReadableDatabase: TableDatabase {
  private let whole: any RestrictableDatabase
  private let isReadable: TableRestriction
  private let part = Mutex<(any TableDatabase)?>(nil)

  /// - Returns: `nil` if the database can't be shown in part.
  package init?(_ entry: SiteMap.DatabaseEntry, _ roles: [Grants]) {
    guard let whole = entry.database as? any RestrictableDatabase else { return nil }
    self.whole = whole
    let name = entry.name
    isReadable = { table, isHidden in
      roles.contains { role in
        // What a search index keeps of a table's texts is no way around a rule for the table.
        role[name, table] != nil && (!isHidden || role.names(name, table))
      }
    }
  }

  /// - Throws: `TableError.unavailable` if it can't be read.
  private func opened() throws -> any TableDatabase {
    try part.withLock { part in
      if let part { return part }
      let made = try whole.restricted(to: isReadable)
      part = made
      return made
    }
  }

  private var known: (any TableDatabase)? { part.withLock(\.self) }

  package var name: String { whole.name }
  package var currentVersion: DataVersion? { known?.currentVersion }
  package var versionSource: VersionSource { known?.versionSource ?? .immediate { nil } }
  package var listVersionSource: VersionSource { known?.listVersionSource ?? .immediate { nil } }
  package var hasUnions: Bool { whole.hasUnions }
  package var auditTable: String? { known?.auditTable }
  package var engine: DatabaseEngine? { whole.engine }
  package func kind() async throws -> String { try await opened().kind() }
  package func tables() async throws -> [TableSummary] { try await opened().tables() }
  package func knownTables() throws -> (tables: [TableSummary], kind: String)? { try opened().knownTables() }
  package func table(named name: String) async throws -> (any RecordTable)? { try await opened().table(named: name) }

  /// What is said of the whole may be of any table.
  package func notices(about table: String?) -> [TableNotice] { table == nil ? [] : known?.notices(about: table) ?? [] }
  /// That some rows are still to come says nothing of what they are.
  package func completeness(of table: String?) -> TableCompleteness { whole.completeness(of: table) }
}
