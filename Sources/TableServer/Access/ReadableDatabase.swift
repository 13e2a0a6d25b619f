import TableModel

/// The part of a database that somebody may read. It runs no statements: those could name any table.
struct ReadableDatabase: TableDatabase {
  private let database: any TableDatabase

  /// - Returns: `nil` if the database can't be shown in part.
  /// - Throws: `TableError.unavailable` if it can't be read.
  init?(_ entry: SiteMap.DatabaseEntry, _ roles: [Grants]) throws {
    guard let whole = entry.database as? any RestrictableDatabase else { return nil }
    let name = entry.name
    database = try whole.restricted { table, isHidden in
      roles.contains { role in
        // What a search index keeps of a table's texts is no way around a rule for the table.
        role[name, table] != nil && (!isHidden || role.names(name, table))
      }
    }
  }

  var name: String { database.name }
  var currentVersion: DataVersion? { database.currentVersion }
  var engine: DatabaseEngine? { database.engine }
  func kind() async throws -> String { try await database.kind() }
  func tables() async throws -> [TableSummary] { try await database.tables() }
  func table(named name: String) async throws -> (any RecordTable)? { try await database.table(named: name) }

  /// What is said of the whole may be of any table.
  func notices(about table: String?) -> [TableNotice] { table == nil ? [] : database.notices(about: table) }
  /// That some rows are still to come says nothing of what they are.
  func completeness(of table: String?) -> TableCompleteness { database.completeness(of: table) }
}
