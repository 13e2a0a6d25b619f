internal import CPostgreSQL

/// Which of the servers that come from the same one has taken over from which: each that is promoted begins a timeline of its own
/// (https://www.postgresql.org/docs/15/continuous-archiving.html#BACKUP-TIMELINES).
struct Timeline: Equatable, Sendable {
  /// What all servers have in common that come from the same one, and no others.
  let origin: String
  let number: UInt32

  /// The number of a server's timeline, in hexadecimal digits; null where it follows another one. It goes before the names of the files of its log.
  static let digits = """
    CASE WHEN NOT pg_catalog.pg_is_in_recovery()
      THEN pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_flush_lsn()), 8) END
    """

  init(origin: String, number: UInt32) { (self.origin, self.number) = (origin, number) }

  /// Asks a server that takes changes; `nil` where it doesn't tell, as where the role may not know it. Blocks its thread.
  init?(_ handle: OpaquePointer) {
    let result = PQexec(
      handle, "SELECT system_identifier, \(Self.digits) FROM pg_catalog.pg_control_system()")
    defer { PQclear(result) }
    guard PQntuples(result) == 1, let origin = PQgetvalue(result, 0, 0), let digits = PQgetvalue(result, 0, 1),
      let number = UInt32(String(cString: digits), radix: 16)
    else { return nil }
    self.init(origin: String(cString: origin), number: number)
  }

  /// Whether another server has taken over from the one that is on this one.
  func isOlder(than other: Timeline) -> Bool { origin == other.origin && number < other.number }
}
