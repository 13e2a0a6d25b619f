internal import CPostgreSQL

/// What a new connection leads to.
struct ConnectedServer {
  /// Whether the server follows another one, and takes no changes.
  let isStandby: Bool
  /// Whether there is a pooler between, such as PgBouncer, which may give each transaction another connection to a server, and this one to others
  /// meanwhile. It has to call itself something else than the server calls that connection.
  let isShared: Bool
  /// The timeline of one that takes changes; `nil` also where it wasn't asked for.
  let timeline: Timeline?

  /// Asks it. Blocks its thread.
  /// - Parameter isOneOfSeveral: whether another one may have taken over from it.
  /// - Throws: `PostgreSQLFailure` where it doesn't answer.
  init(_ handle: OpaquePointer, isOneOfSeveral: Bool = false) throws(PostgreSQLFailure) {
    let result = PQexec(handle, "SELECT pg_catalog.pg_backend_pid(), pg_catalog.pg_is_in_recovery()")
    defer { PQclear(result) }
    guard PQntuples(result) == 1, let number = PQgetvalue(result, 0, 0), let recovers = PQgetvalue(result, 0, 1) else {
      throw PostgreSQLFailure(result)
    }
    isShared = Int32(String(cString: number)) != PQbackendPID(handle)
    isStandby = String(cString: recovers) == "t"
    timeline = isOneOfSeveral && !isStandby ? Timeline(handle) : nil
  }
}
