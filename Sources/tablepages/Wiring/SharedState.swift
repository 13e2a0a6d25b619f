import PostgreSQLTables
import Secrets
import TableModel

/// What the servers of a site share, in a table of one of the site's databases.
struct SharedState: SharedStore {
  private let table: PostgreSQLState

  /// Makes the table, unless it is there.
  /// - Throws: `CommandFailure` if that can't be done, or the database can't be reached.
  static func open(_ address: String) async throws -> SharedState {
    do {
      let table = try PostgreSQLState(address)
      try await table.prepare()
      return SharedState(table: table)
    } catch TableError.unavailable(let message), TableError.busy(let message) {
      throw CommandFailure("--shared-state: the table tablepages_state.entries can't be made or read: \(message)")
    }
  }

  func keep(_ text: String, as name: String, seconds: Int) async throws {
    try await table.keep(text, as: name, seconds: seconds)
  }

  func text(_ name: String) async throws -> String? { try await table.text(name) }
  func forget(_ name: String) async throws { try await table.forget(name) }
  func names(from prefix: String) async throws -> [String] { try await table.names(from: prefix) }
}
