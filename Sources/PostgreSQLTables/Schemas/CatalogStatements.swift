/// What is asked of the server's own catalog (https://www.postgresql.org/docs/15/catalogs.html). Whatever the server's user may not read is not
/// there, nor is what is kept for the servers of a site and for copies that go on.
enum CatalogStatements {
  /// The relations that are tables to people: tables, partitioned ones, views, materialized views and foreign tables.
  private static let visible = """
    visible AS (SELECT c.*, n.nspname FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'tablepages_state', 'tablepages_copy')
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

  /// The triggers of PostgreSQL's own that fill a column with the words of others, and its name and theirs
  /// (https://www.postgresql.org/docs/15/textsearch-features.html#TEXTSEARCH-UPDATE-TRIGGERS).
  private static let filled = """
    pg_catalog.pg_trigger AS t JOIN pg_catalog.pg_proc AS p ON p.oid = t.tgfoid AND p.proname = 'tsvector_update_trigger'
    """
  private static let arguments = "(string_to_array(encode(t.tgargs, 'escape'), '\\000'))"

  /// Relation, number, name, type as it is declared, whether nulls are refused, default, whether it is computed, by its expression or by such a
  /// trigger before each change, whether the server numbers its rows, description; the type behind domains: name, category, kind, whether it can
  /// be put in order, modifier; whether the server alone numbers its rows.
  ///
  /// Since PostgreSQL 18 nulls may be refused in new rows alone: columns that have them already are `NOT VALID`.
  static let columns = """
    WITH RECURSIVE \(visible), base(oid, type) AS (SELECT t.oid, t.oid FROM pg_catalog.pg_type AS t WHERE t.typtype <> 'd'
      UNION ALL SELECT d.oid, b.type FROM pg_catalog.pg_type AS d JOIN base AS b ON b.oid = d.typbasetype WHERE d.typtype = 'd'),
    ordered AS (SELECT o.opcintype AS type FROM pg_catalog.pg_opclass AS o JOIN pg_catalog.pg_am AS m ON m.oid = o.opcmethod
      WHERE m.amname = 'btree' AND o.opcdefault)
    SELECT CAST(c.oid AS bigint), CAST(a.attnum AS integer), a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
      a.attnotnull AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_constraint AS n
        WHERE n.conrelid = c.oid AND n.contype = 'n' AND n.conkey[1] = a.attnum AND NOT n.convalidated),
      pg_catalog.pg_get_expr(d.adbin, d.adrelid),
      a.attgenerated <> '' OR EXISTS (SELECT 1 FROM \(filled) WHERE t.tgrelid = c.oid AND t.tgtype & 23 = 23 AND t.tgenabled <> 'D'
        AND t.tgattr = '' AND t.tgqual IS NULL AND \(arguments)[1] = a.attname),
      a.attidentity <> '' OR pg_catalog.pg_get_serial_sequence(
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
  /// when those are deleted and changed. A reference by periods, which PostgreSQL 18 has, leads to rows whose periods are others.
  static let constraints = """
    WITH \(visible) SELECT CAST(k.conrelid AS bigint), CAST(k.contype AS text), array_to_string(k.conkey, ' '), CAST(k.confrelid AS bigint),
      array_to_string(k.confkey, ' '), CAST(k.confdeltype AS text), CAST(k.confupdtype AS text)
    FROM pg_catalog.pg_constraint AS k JOIN visible AS c ON c.oid = k.conrelid
    WHERE k.contype = 'p' OR (k.contype = 'f' AND k.conparentid = 0 AND to_jsonb(k) ->> 'conperiod' IS DISTINCT FROM 'true') ORDER BY k.conrelid, k.conname
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

  /// Relation, index, whether it is one of words and not one of trigrams, the column that it has, or 0 for an expression, that expression, the
  /// configuration that makes words of texts, as a literal, the columns whose texts it has.
  ///
  /// The words of a column are computed by its expression, or by a trigger of PostgreSQL's own, or nobody knows how.
  static let searchIndexes = """
    WITH \(visible), found AS (SELECT c.oid, i.indexrelid, x.relname, o.opcintype = CAST('tsvector' AS regtype) AS words,
        CAST(i.indkey[k.n] AS integer) AS number, CASE i.indkey[k.n] WHEN 0 THEN pg_catalog.pg_get_indexdef(i.indexrelid, k.n + 1, true) END AS made
      FROM visible AS c JOIN pg_catalog.pg_index AS i ON i.indrelid = c.oid JOIN pg_catalog.pg_class AS x ON x.oid = i.indexrelid
        JOIN pg_catalog.pg_am AS m ON m.oid = x.relam CROSS JOIN LATERAL generate_series(0, i.indnkeyatts - 1) AS k(n)
        JOIN pg_catalog.pg_opclass AS o ON o.oid = i.indclass[k.n]
      WHERE i.indisvalid AND i.indpred IS NULL AND m.amname IN ('gin', 'gist') AND (m.amname = 'gin' OR k.n = 0)
        AND (i.indkey[k.n] <> 0 OR i.indnatts = 1)
        AND (o.opcintype = CAST('tsvector' AS regtype) OR o.opcname IN ('gin_trgm_ops', 'gist_trgm_ops'))),
    filled AS (SELECT t.tgrelid, \(arguments) AS arguments FROM \(filled))
    SELECT CAST(f.oid AS bigint), f.relname, f.words, f.number, f.made,
      quote_literal(COALESCE(substring(COALESCE(f.made, pg_catalog.pg_get_expr(d.adbin, d.adrelid))
        FROM 'to_tsvector\\(''([^''\\\\]+)''::regconfig'), t.arguments[2])),
      (SELECT string_agg(CAST(n AS text), ' ' ORDER BY n) FROM (SELECT DISTINCT p.refobjsubid AS n FROM pg_catalog.pg_depend AS p
        WHERE p.refclassid = CAST('pg_catalog.pg_class' AS regclass) AND p.refobjid = f.oid AND p.refobjsubid NOT IN (0, f.number)
          AND (f.number = 0 AND p.classid = CAST('pg_catalog.pg_class' AS regclass) AND p.objid = f.indexrelid
            OR p.classid = CAST('pg_catalog.pg_class' AS regclass) AND p.objid = f.oid AND p.objsubid = f.number AND f.number > 0
            OR p.classid = CAST('pg_catalog.pg_attrdef' AS regclass) AND p.objid = d.oid)
        UNION SELECT b.attnum FROM pg_catalog.pg_attribute AS b WHERE b.attrelid = f.oid AND b.attname = ANY (t.arguments[3:])) AS s)
    FROM found AS f LEFT JOIN pg_catalog.pg_attribute AS a ON a.attrelid = f.oid AND a.attnum = f.number AND f.number > 0
      LEFT JOIN pg_catalog.pg_attrdef AS d ON d.adrelid = f.oid AND d.adnum = f.number AND a.attgenerated <> ''
      LEFT JOIN filled AS t ON t.tgrelid = f.oid AND t.arguments[1] = a.attname
    ORDER BY 1, 2, 4, 6
    """
}
