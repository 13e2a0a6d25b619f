internal import SQLTables

/// How far a server is in the log of all changes: one that follows another has whatever was changed up to there
/// (https://www.postgresql.org/docs/15/wal-internals.html).
struct LogPosition: Comparable, Sendable {
  let number: UInt64

  /// Before everything.
  static let start = LogPosition(number: 0)
  /// Behind everything: where nobody knows how far a change was.
  static let unknown = LogPosition(number: .max)

  static func < (one: LogPosition, other: LogPosition) -> Bool { one.number < other.number }

  /// Asks how far a server is that follows another one, or how far others can follow this one: nobody gets what it hasn't flushed yet, and what reads
  /// leave in the log may stay so for half a minute while nothing is committed. The second value tells servers apart that don't come from the same
  /// one; none where the role may not know it. The third one tells those apart that did, and took changes of their own since.
  static let question = PostgreSQLRequest(
    """
    SELECT CAST((CASE WHEN pg_catalog.pg_is_in_recovery() THEN pg_catalog.pg_last_wal_replay_lsn()
        ELSE pg_catalog.pg_current_wal_flush_lsn() END) - '0/0' AS bigint),
      (SELECT CAST(system_identifier AS text) FROM pg_catalog.pg_control_system()), \(Timeline.digits)
    """, recurs: true)

  /// Asks what a server has replayed where it follows another one, else what it has written so far, flushed or not.
  static let questionAlone = PostgreSQLRequest(
    """
    SELECT CAST((CASE WHEN pg_catalog.pg_is_in_recovery() THEN pg_catalog.pg_last_wal_replay_lsn()
      ELSE pg_catalog.pg_current_wal_insert_lsn() END) - '0/0' AS bigint)
    """, recurs: true)

  /// What a server has answered; `nil` where it didn't tell.
  init?(_ rows: PostgreSQLRows?) {
    guard let rows, rows.count == 1, !rows.isNull(0, 0) else { return nil }
    number = UInt64(clamping: rows.integer(0, 0))
  }

  init(number: UInt64) { self.number = number }
}

extension PostgreSQLConnection {
  /// Whether its server has everything up to a position. It is asked as long as that isn't known: it never goes back while the connection lasts.
  func hasReached(_ position: LogPosition, nanoseconds: UInt64) async throws -> Bool {
    if reached >= position { return true }
    // Behind a pooler each transaction may be another server's.
    guard !isShared, position < .unknown else { return false }
    if let told = LogPosition(try await answers(to: [LogPosition.questionAlone], nanoseconds: nanoseconds).first) {
      reached = told
    }
    return reached >= position
  }
}
