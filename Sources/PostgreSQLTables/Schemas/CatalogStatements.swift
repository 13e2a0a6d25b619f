/// What is asked of the server's own catalog (https://www.postgresql.org/docs/15/catalogs.html). Whatever the server's user may not read is not
/// there.
enum CatalogStatements {
  /// The relations that are tables to people: tables, partitioned ones, views, materialized views and foreign tables.
  private static let visible = """
    visible AS (SELECT c.*, n.nspname FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
        AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT'))
    """

  /// Number, schema, name, kind, whether people should see it, whether its schema is the first of the search path, its estimated rows, whether
  /// values may be stored apart from their rows, its bytes, its description, whether rows of it may be changed.
  static let relations = """
    WITH \(visible) SELECT CAST(c.oid AS bigint), c.nspname, c.relname, CAST(c.relkind AS text),
      c.relispartition OR EXISTS (SELECT 1 FROM pg_catalog.pg_depend AS d
        WHERE d.classid = CAST('pg_catalog.pg_class' AS regclass) AND d.objid = c.oid AND d.deptype = 'e'),
      c.nspname = COALESCE(current_schema(), 'public'), CAST(c.reltuples AS bigint),
      c.relkind <> 'r' OR COALESCE(pg_catalog.pg_relation_size(NULLIF(c.reltoastrelid, 0)) > 0, false),
      CASE WHEN c.relkind IN ('r', 'm') THEN pg_catalog.pg_total_relation_size(c.oid) END,
      pg_catalog.obj_description(c.oid, 'pg_class'),
      c.relkind IN ('r', 'p') AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE')
    FROM visible AS c ORDER BY 6 DESC, 2, 3
    """

  /// Relation, number, name, type as it is declared, whether nulls are refused, default, whether it is computed, whether the server numbers its
  /// rows, description; the type behind domains: name, category, kind, whether it can be put in order, modifier; whether the server alone
  /// numbers its rows.
  static let columns = """
    WITH RECURSIVE \(visible), base(oid, type) AS (SELECT t.oid, t.oid FROM pg_catalog.pg_type AS t WHERE t.typtype <> 'd'
      UNION ALL SELECT d.oid, b.type FROM pg_catalog.pg_type AS d JOIN base AS b ON b.oid = d.typbasetype WHERE d.typtype = 'd'),
    ordered AS (SELECT o.opcintype AS type FROM pg_catalog.pg_opclass AS o JOIN pg_catalog.pg_am AS m ON m.oid = o.opcmethod
      WHERE m.amname = 'btree' AND o.opcdefault)
    SELECT CAST(c.oid AS bigint), CAST(a.attnum AS integer), a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
      pg_catalog.pg_get_expr(d.adbin, d.adrelid), a.attgenerated <> '', a.attidentity <> '' OR pg_catalog.pg_get_serial_sequence(
        pg_catalog.format('%I.%I', c.nspname, c.relname), a.attname) IS NOT NULL,
      pg_catalog.col_description(c.oid, a.attnum), t.typname, CAST(t.typcategory AS text), CAST(t.typtype AS text),
      t.typcategory = 'S' OR t.typtype IN ('e', 'r', 'm') OR t.typname = 'cidr' OR t.oid IN (SELECT type FROM ordered), a.atttypmod,
      a.attidentity = 'a'
    FROM visible AS c JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid
      JOIN base AS b ON b.oid = a.atttypid JOIN pg_catalog.pg_type AS t ON t.oid = b.type
      LEFT JOIN pg_catalog.pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE a.attnum > 0 AND NOT a.attisdropped AND has_column_privilege(c.oid, a.attnum, 'SELECT') ORDER BY 1, 2
    """

  /// Relation, kind (`p` a primary key, `f` a foreign one), its columns, the relation and the columns referred to, what becomes of its rows
  /// when those are deleted and changed.
  static let constraints = """
    WITH \(visible) SELECT CAST(k.conrelid AS bigint), CAST(k.contype AS text), array_to_string(k.conkey, ' '), CAST(k.confrelid AS bigint),
      array_to_string(k.confkey, ' '), CAST(k.confdeltype AS text), CAST(k.confupdtype AS text)
    FROM pg_catalog.pg_constraint AS k JOIN visible AS c ON c.oid = k.conrelid
    WHERE k.contype = 'p' OR (k.contype = 'f' AND k.conparentid = 0) ORDER BY k.conrelid, k.conname
    """

  /// Relation, name, whether it lets no two rows be equal, its columns, how many of them are its key, whether it has conditions, its expressions,
  /// its method, whether its first column compares in the index as it does in the table.
  static let indexes = """
    WITH \(visible) SELECT CAST(i.indrelid AS bigint), x.relname, i.indisunique AND i.indimmediate, CAST(i.indkey AS text),
      CAST(i.indnkeyatts AS integer), i.indpred IS NOT NULL, pg_catalog.pg_get_expr(i.indexprs, i.indrelid), m.amname,
      i.indcollation[0] = COALESCE((SELECT a.attcollation FROM pg_catalog.pg_attribute AS a
        WHERE a.attrelid = c.oid AND a.attnum = i.indkey[0]), 0)
    FROM pg_catalog.pg_index AS i JOIN visible AS c ON c.oid = i.indrelid JOIN pg_catalog.pg_class AS x ON x.oid = i.indexrelid
      JOIN pg_catalog.pg_am AS m ON m.oid = x.relam WHERE i.indisvalid ORDER BY 1, 2
    """
}
