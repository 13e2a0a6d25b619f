public import RecordViewModels
package import TableModel
import TableRendering

/// A database at a path of its own.
struct DatabaseMount: Sendable {
  let database: any TableDatabase
  let path: String
  let setup: DatabaseSetup
}

extension Site {
  /// Serves the tables of a database of any kind.
  /// - Parameters:
  ///   - path: where, such as `/shop`: one name.
  ///   - setUp: adds cells, handlers and columns to its tables.
  package mutating func mount(
    _ database: any TableDatabase, at path: String, _ setUp: (inout DatabaseSetup) -> Void = { _ in }
  ) {
    var setup = DatabaseSetup()
    setUp(&setup)
    mounts.append(DatabaseMount(database: database, path: path, setup: setup))
  }
}

extension SiteMap {
  /// Compares what Swift adds to tables with their schemas.
  /// - Throws: `SiteError.missingTable`, `RecordMismatch`, and what else is wrong first; `TableError` if a database can't be read.
  package func checkSetups() async throws {
    for entry in databases {
      for name in entry.setup.names {
        guard let table = try await entry.database.table(named: name) else {
          throw SiteError.missingTable(name, database: entry.name)
        }
        try entry.setup[name]?.check(try await table.schema())
      }
    }
  }
}

extension SiteMap.DatabaseEntry {
  /// A table with what Swift adds to it; `nil` if there is none.
  package func table(named name: String) async throws -> (any RecordTable)? {
    guard let table = try await database.table(named: name) else { return nil }
    guard let code = setup[name]?.code, !code.isEmpty else { return table }
    return CodedTable(table, code, path: address(ofTable: name))
  }
}
