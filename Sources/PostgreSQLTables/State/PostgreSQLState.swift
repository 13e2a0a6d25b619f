internal import SQLTables
package import TableModel

/// A small table of texts, in a schema of its own, that the servers of a site share.
package final class PostgreSQLState: Sendable {
  private let pool: ConnectionPool
  private let name: String
  private static let timeLimit = 2.0
  /// The number of the lock under which the table is made, by chance: several servers start at once.
  private static let lockNumber = 5_813_220_614

  /// The table in the database at an address. Nothing is connected yet.
  /// - Throws: `TableError.unavailable` for an address that can't be read.
  package init(_ address: String) throws(TableError) {
    do {
      let address = try ServerAddress(address)
      name = address.databaseName
      pool = ConnectionPool(address, to: .primary, limit: 2, queueLimit: 256, timeLimit: Self.timeLimit)
    } catch {
      throw .unavailable("Not a PostgreSQL address; write postgresql://user@host:port/database")
    }
  }

  /// Makes the schema and the table, unless they are there.
  package func prepare() async throws {
    let known = PostgreSQLRequest("SELECT to_regclass('tablepages_state.entries')::text")
    if try await answers([known]).first?.text(0, 0) != nil { return }
    try await change([
      PostgreSQLRequest("SELECT pg_advisory_xact_lock(\(Self.lockNumber))"),
      PostgreSQLRequest("CREATE SCHEMA IF NOT EXISTS tablepages_state"),
      PostgreSQLRequest(
        "CREATE TABLE IF NOT EXISTS tablepages_state.entries (name text PRIMARY KEY, value text NOT NULL, expires timestamptz NOT NULL)"
      ),
      PostgreSQLRequest(
        "COMMENT ON SCHEMA tablepages_state IS 'What the servers of a site share: ended sessions, and changes that can be undone'"
      ),
    ])
  }

  /// Keeps a text under a name, instead of what is there; what nobody needs any more goes.
  package func keep(_ text: String, as name: String, seconds: Int) async throws {
    try await change([
      PostgreSQLRequest("DELETE FROM tablepages_state.entries WHERE expires < now()"),
      PostgreSQLRequest(
        """
        INSERT INTO tablepages_state.entries VALUES (?, ?, now() + ?::int * interval '1 second')
        ON CONFLICT (name) DO UPDATE SET value = excluded.value, expires = excluded.expires
        """, [SQLValue(name), SQLValue(text), .integer(Int64(seconds))]),
    ])
  }

  /// The text under a name; `nil` if there is none, or its time is over.
  package func text(_ name: String) async throws -> String? {
    let rows = try await answers([
      PostgreSQLRequest(
        "SELECT value FROM tablepages_state.entries WHERE name = ? AND expires > now()", [SQLValue(name)])
    ]).first
    return rows.flatMap { $0.count > 0 ? $0.text(0, 0) : nil }
  }

  /// Forgets a name.
  package func forget(_ name: String) async throws {
    try await change([PostgreSQLRequest("DELETE FROM tablepages_state.entries WHERE name = ?", [SQLValue(name)])])
  }

  /// The names that begin so.
  package func names(from prefix: String) async throws -> [String] {
    let rows = try await answers([
      PostgreSQLRequest(
        "SELECT name FROM tablepages_state.entries WHERE starts_with(name, ?) AND expires > now()", [SQLValue(prefix)])
    ]).first
    return rows.map { rows in (0..<rows.count).compactMap { rows.text($0, 0) } } ?? []
  }

  private func change(_ requests: [PostgreSQLRequest]) async throws {
    try await telling { try await pool.change(requests, seconds: Self.timeLimit) }
  }

  private func answers(_ requests: [PostgreSQLRequest]) async throws -> [PostgreSQLRows] {
    try await telling {
      try await pool.withConnection { try await $0.answers(to: requests, nanoseconds: UInt64(Self.timeLimit * 1e9)) }
    }
  }

  private func telling<Result>(_ work: () async throws -> Result) async throws -> Result {
    do { return try await work() } catch let failure as PostgreSQLFailure {
      throw failure.tableError(in: name, timeLimit: Self.timeLimit)
    }
  }
}
