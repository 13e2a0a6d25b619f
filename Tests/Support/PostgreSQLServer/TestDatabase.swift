/// A database of a test's own on the server that all tests share.
public final class TestDatabase {
  /// Where it is, for whoever serves it.
  public let address: String
  /// What it is called.
  public let name: String
  private let session: Session

  /// A database in which these statements were run.
  public init(_ sql: String = "", on server: PostgreSQLServer? = nil) throws {
    let server = try server ?? .shared
    name = try server.makeDatabase()
    address = server.address(of: name)
    session = try Session(address)
    try session.execute(sql)
  }

  /// Runs statements, as another program would.
  public func execute(_ sql: String) throws { try session.execute(sql) }

  /// The rows of a query.
  public func rows(_ sql: String) throws -> [[String?]] { try session.rows(sql) }

  /// The rows of a query with `$1`, `$2`, … for values.
  public func rows(_ sql: String, _ values: [String?]) throws -> [[String?]] { try session.rows(sql, values) }

  /// The server's version, as in `150018`.
  public var version: Int { get throws { Int(try session.rows("SHOW server_version_num")[0][0] ?? "") ?? 0 } }

  /// How far the log of the server reaches, all of it sent to those that follow it: while nothing is committed, its end may else stay unsent for
  /// half a minute.
  public func logEnd() throws -> String {
    try session.execute("SET synchronous_commit = local; SELECT pg_logical_emit_message(true, 'tests', '')")
    try session.execute("RESET synchronous_commit")
    return try session.rows("SELECT pg_current_wal_flush_lsn()")[0][0] ?? ""
  }

  /// Another connection, which isn't closed before it is let go.
  public func connect() throws -> Session { try Session(address) }
}
