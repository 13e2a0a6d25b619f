/// Asks a server for the state of its data: equal texts mean that whatever is visible is the same.
///
/// *A snapshot is the set of the transactions that have ended* (https://www.postgresql.org/docs/15/functions-info.html#FUNCTIONS-PG-SNAPSHOT):
/// all below `xmax` but those in the list. Whatever writes has a number, so that no commit leaves the text as it was, and since what has ended
/// stays so, no text comes back. It costs no trigger and no right.
///
/// *A standby* lists no transactions in progress: its text says all only where there are none below `xmax`, that is where `xmin` equals it. While
/// there are, the state isn't told.
///
/// *Numbers are each server's own.* When it was started, and whether it is a standby, tell servers apart, and a server from what it was before it
/// was started again or promoted.
///
/// *After a crash* a server that wasn't started again may give numbers anew that commits had which it lost. Recovery ends with a
/// checkpoint, so that a connection that sees the same checkpoint twice sees the same life of the server. Settings that are read again begin
/// another life too, since functions depend on them. Pages needn't ask for that: see `VersionBook`.
enum VersionStatement {
  private static let snapshot = """
    CASE WHEN NOT pg_catalog.pg_is_in_recovery() OR pg_catalog.txid_snapshot_xmin(s) = pg_catalog.txid_snapshot_xmax(s)
      THEN pg_catalog.concat_ws(' ', s, pg_catalog.pg_is_in_recovery(), pg_catalog.pg_postmaster_start_time()) END
    """

  /// The state of the data in which the statements are read that are sent together with it.
  static let state = PostgreSQLRequest("SELECT \(snapshot) FROM pg_catalog.txid_current_snapshot() AS s", recurs: true)

  /// The same, and the life of the server.
  static let stateAndLife = stateAndLife(of: "")

  /// The same where tables are watched: what doesn't tell of itself begins another life, namely the event trigger that tells of definitions,
  /// and what the role is a member of.
  static let stateAndWatchedLife = stateAndLife(
    of: """
      , (SELECT pg_catalog.concat(e.xmin, e.evtenabled) FROM pg_catalog.pg_event_trigger AS e WHERE e.evtname = '\(WatchStatements.eventTrigger)'),
      (SELECT string_agg(CAST(m.xmin AS text), ',' ORDER BY m.roleid, m.member) FROM pg_catalog.pg_auth_members AS m),
      (SELECT CAST(r AS text) FROM pg_catalog.pg_roles AS r WHERE r.rolname = current_user)
      """)

  private static func stateAndLife(of others: String) -> PostgreSQLRequest {
    PostgreSQLRequest(
      """
      SELECT \(snapshot), pg_catalog.concat_ws(' ', c.checkpoint_lsn, pg_catalog.pg_postmaster_start_time(),
        pg_catalog.pg_is_in_recovery(), pg_catalog.pg_conf_load_time()\(others))
      FROM pg_catalog.txid_current_snapshot() AS s, pg_catalog.pg_control_checkpoint() AS c
      """, recurs: true)
  }

  /// Whether a server can be asked, and means by it what PostgreSQL means: an expression. Others that speak its protocol keep rows elsewhere than
  /// under these numbers, on other machines (Citus, Greenplum) or in a storage that servers share (Aurora).
  static let isSupported = """
    version() LIKE 'PostgreSQL %' AND version() !~* 'greenplum|redshift' AND current_setting('server_version') ~ '^[0-9.]+( |$)'
      AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_extension WHERE extname = 'citus')
      AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_proc WHERE proname = 'aurora_version')
      AND to_regprocedure('pg_catalog.txid_current_snapshot()') IS NOT NULL
      AND COALESCE(has_function_privilege(to_regprocedure('pg_catalog.pg_control_checkpoint()'), 'EXECUTE'), false)
    """
}
