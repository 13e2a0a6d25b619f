/// How many rows of tables were inserted, updated and deleted on a connection, as the server counts them itself: with those that references and
/// triggers change (https://www.postgresql.org/docs/15/monitoring-stats.html#MONITORING-STATS-VIEWS).
struct TouchedRows {
  /// How many rows of one table.
  struct Counts: Hashable {
    var inserted = 0, updated = 0, deleted = 0
  }

  /// A table, by its number and by the name that it has if nobody may read it.
  struct Table: Hashable {
    let number: Int
    let name: String
  }

  let counts: [Table: Counts]

  /// Of transactions before too, as long as the connection hasn't reported them: what counts is the difference. Rows of partitions are those of
  /// the table that they are a part of; temporary tables are nobody's affair.
  static let request = PostgreSQLRequest(
    """
    SELECT CAST(r.oid AS bigint), r.relnamespace::regnamespace::text || '.' || r.relname, CAST(sum(t.inserted) AS bigint),
      CAST(sum(t.updated) AS bigint), CAST(sum(t.deleted) AS bigint)
    FROM (SELECT c.oid, pg_stat_get_xact_tuples_inserted(c.oid) AS inserted, pg_stat_get_xact_tuples_updated(c.oid) AS updated,
        pg_stat_get_xact_tuples_deleted(c.oid) AS deleted
      FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', '\(AuditTable.schema)')) AS t
    JOIN pg_catalog.pg_class AS r ON r.oid = COALESCE(pg_partition_root(t.oid), t.oid)
    WHERE t.inserted + t.updated + t.deleted > 0 GROUP BY r.oid, r.relnamespace, r.relname
    """, recurs: true)

  init(_ rows: PostgreSQLRows) {
    counts = Dictionary(
      (0..<rows.count).map { row in
        (
          Table(number: rows.integer(row, 0), name: rows.text(row, 1) ?? ""),
          Counts(inserted: rows.integer(row, 2), updated: rows.integer(row, 3), deleted: rows.integer(row, 4))
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// What was touched since.
  func since(_ start: TouchedRows) -> [(table: Table, counts: Counts)] {
    counts.map { table, counts in
      let before = start.counts[table] ?? Counts()
      return (
        table,
        Counts(
          inserted: counts.inserted - before.inserted, updated: counts.updated - before.updated,
          deleted: counts.deleted - before.deleted)
      )
    }
  }
}
