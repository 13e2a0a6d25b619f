/// What makes a server tell of commits to tables, and finds out for which it does.
///
/// A statement-level trigger on each table says its number when rows have changed, and an event trigger says that some definition has. They fire
/// whoever changes something (`ENABLE ALWAYS`), and the server tells of it once the transaction is committed.
enum WatchStatements {
  /// The schema that all of it is in.
  static let schema = "tablepages"
  /// What is listened to.
  static let channel = "tablepages"
  static let trigger = "tablepages_changes", eventTrigger = "tablepages_definitions"

  /// Makes what tables share. An empty text stands for a definition; those of temporary tables are nobody else's.
  static let foundation = """
    CREATE SCHEMA IF NOT EXISTS \(schema);
    COMMENT ON SCHEMA \(schema) IS 'Tells TablePages of changes; made by "tablepages postgres watch", removed by "unwatch"';
    CREATE OR REPLACE FUNCTION \(schema).tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_catalog.pg_notify('\(channel)', CAST(TG_RELID AS text));
      RETURN NULL;
    END $$;
    CREATE OR REPLACE FUNCTION \(schema).tell_definition() RETURNS event_trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_catalog.pg_event_trigger_ddl_commands())
        OR EXISTS (SELECT 1 FROM pg_catalog.pg_event_trigger_ddl_commands() WHERE schema_name IS DISTINCT FROM 'pg_temp')
      THEN
        PERFORM pg_catalog.pg_notify('\(channel)', '');
      END IF;
    END $$;
    DROP EVENT TRIGGER IF EXISTS \(eventTrigger);
    CREATE EVENT TRIGGER \(eventTrigger) ON ddl_command_end EXECUTE FUNCTION \(schema).tell_definition();
    ALTER EVENT TRIGGER \(eventTrigger) ENABLE ALWAYS
    """

  /// Removes what tables share.
  static let removal = """
    DROP EVENT TRIGGER IF EXISTS \(eventTrigger); DROP FUNCTION IF EXISTS \(schema).tell_definition();
    DROP FUNCTION IF EXISTS \(schema).tell_change(); DROP SCHEMA IF EXISTS \(schema)
    """

  /// Watches a table.
  /// - Parameter table: its name as it stands in a statement.
  static func addition(_ table: String) -> String {
    """
    DROP TRIGGER IF EXISTS \(trigger) ON \(table);
    CREATE TRIGGER \(trigger) AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON \(table) FOR EACH STATEMENT
      EXECUTE FUNCTION \(schema).tell_change();
    ALTER TABLE \(table) ENABLE ALWAYS TRIGGER \(trigger)
    """
  }

  /// Watches a table no more.
  static func removal(of table: String) -> String { "DROP TRIGGER IF EXISTS \(trigger) ON \(table)" }

  /// The tables that have the trigger, by number.
  static let watched = """
    SELECT t.tgrelid FROM pg_catalog.pg_trigger AS t JOIN pg_catalog.pg_proc AS p ON p.oid = t.tgfoid
      JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace
    WHERE n.nspname = '\(schema)' AND p.proname = 'tell_change' AND t.tgname = '\(trigger)'
    """

  /// Whether a statement that changes rows of a table `c` (of `pg_class`) fires the trigger of no other table or of none: one for a table
  /// that it inherits from, or for its partitions, or what a subscription brings.
  static let isAlone = """
    c.relkind = 'r' AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits AS i WHERE c.oid IN (i.inhrelid, i.inhparent))
      AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_subscription_rel AS s WHERE s.srrelid = c.oid)
    """

  /// For each relation of which all that it reads is told: its number, and that of a table that it reads. A materialized view changes by
  /// a command that tells like a definition.
  static let told = """
    WITH RECURSIVE \(UnsteadyRelations.reached), watched(oid) AS (\(watched) AND t.tgenabled = 'A'),
    silent(oid) AS (SELECT c.oid FROM pg_catalog.pg_class AS c WHERE c.relkind NOT IN ('v', 'm')
      AND (c.oid NOT IN (SELECT oid FROM watched) OR NOT (\(isAlone))))
    SELECT CAST(r.relation AS bigint), CAST(r.part AS bigint) FROM reached AS r
    WHERE EXISTS (SELECT 1 FROM watched)
      AND EXISTS (SELECT 1 FROM pg_catalog.pg_event_trigger WHERE evtname = '\(eventTrigger)' AND evtenabled = 'A')
      AND NOT EXISTS (SELECT 1 FROM reached AS o JOIN silent AS s ON s.oid = o.part WHERE o.relation = r.relation)
    """
}
