/// Asks for the relations whose rows can be others though nothing was committed, or of which that isn't known: pages of them aren't kept.
enum UnsteadyRelations {
  /// Functions that are `STABLE` for the settings that they depend on, which are the same for all connections here (`SessionSettings.textForms`), and
  /// change with the server's configuration alone.
  private static let steadyFunctions = [
    "array_to_json", "array_to_string", "concat", "concat_ws", "date", "date_part", "date_trunc", "extract", "format",
    "json_agg", "json_build_array", "json_build_object", "json_object_agg", "jsonb_agg", "jsonb_build_array",
    "jsonb_build_object", "jsonb_object_agg", "row_to_json", "time", "timestamp", "timestamptz",
    "timestamptz_mi_interval",
    "timestamptz_pl_interval", "timezone", "to_char", "to_json", "to_jsonb",
  ]

  private static let isSteady = """
    (CASE WHEN p.oid < 16384 THEN p.provolatile = 'i' OR p.provolatile = 's' AND p.proname IN ('\(steadyFunctions.joined(separator: "', '"))')
      ELSE p.provolatile = 'i' AND p.prokind = 'f' END)
    """

  /// Types of dates and times by their fixed numbers: a text that becomes one may be “today”.
  private static let times = "1082|1083|1114|1184|1266"

  /// What relations read: `rule` has the rules of views as texts, and `reached` each relation with itself and whatever it reads, however far.
  ///
  /// A view's rule says what it reads and by which functions, in a form that names each by its number
  /// (https://www.postgresql.org/docs/15/catalog-pg-rewrite.html); the dependencies (`pg_depend`) leave out what is the server's own. What a
  /// relation reads is followed down to tables, partitions among them.
  static let reached = """
    rule(relation, text) AS (SELECT w.ev_class, CAST(w.ev_action AS text) FROM pg_catalog.pg_rewrite AS w
      JOIN pg_catalog.pg_class AS v ON v.oid = w.ev_class WHERE v.relkind = 'v' AND v.oid >= 16384),
    part(relation, part) AS (
      SELECT relation, CAST(m[1] AS oid) FROM rule, regexp_matches(text, ':relid ([1-9][0-9]*)', 'g') AS m
      UNION SELECT inhparent, inhrelid FROM pg_catalog.pg_inherits),
    reached(relation, part) AS (SELECT oid, oid FROM pg_catalog.pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND oid >= 16384
      UNION SELECT r.relation, p.part FROM reached AS r JOIN part AS p ON p.relation = r.part)
    """

  /// The numbers of the relations. Unsteady are foreign tables, sequences, tables that keep rows in another
  /// way than the server's own, or show some of them only (row-level security); the server's own tables and views; and views with values of the
  /// clock, the session or chance.
  static let statement = """
    WITH RECURSIVE \(reached),
    called(relation, function) AS (
      SELECT relation, CAST(m[1] AS oid) FROM rule, regexp_matches(text, ':(?:funcid|aggfnoid|winfnoid) ([0-9]+)', 'g') AS m
      UNION SELECT relation, o.oprcode FROM rule, regexp_matches(text, ':opno ([0-9]+)', 'g') AS m
        JOIN pg_catalog.pg_operator AS o ON o.oid = CAST(m[1] AS oid)),
    unsteady(part) AS (
      SELECT c.oid FROM pg_catalog.pg_class AS c LEFT JOIN pg_catalog.pg_am AS a ON a.oid = c.relam
        WHERE c.oid < 16384 OR c.relkind NOT IN ('r', 'p', 'v', 'm') OR c.relrowsecurity
          OR c.relkind IN ('r', 'm') AND a.amname <> 'heap'
      UNION SELECT relation FROM rule WHERE text ~ '[{](SQLVALUEFUNCTION|NEXTVALUEEXPR|ROWCOMPARE|TABLESAMPLE)'
        OR text LIKE '%{COERCEVIAIO %' AND text ~ ':resulttype (\(times)) '
      UNION SELECT c.relation FROM called AS c LEFT JOIN pg_catalog.pg_proc AS p ON p.oid = c.function
        WHERE \(isSteady) IS NOT TRUE)
    SELECT DISTINCT CAST(r.relation AS bigint) FROM reached AS r JOIN unsteady AS u ON u.part = r.part
    """
}
