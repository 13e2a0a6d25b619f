internal import SQLTables
internal import TableModel

/// What statements of visitors may not name: what looks beyond the tables, changes something, or waits.
///
/// They are run by the same role as pages, which may be one that may do anything; that they only read is seen to by the transaction. What is left is
/// what functions do beside reading. A function that is declared to do nothing else (`IMMUTABLE`, or `STABLE` and PostgreSQL's own) can be used.
struct StatementGuard {
  let statement: VisitorStatement

  /// Functions that answer something else each time, and do nothing.
  private static let harmless: Set<String> = [
    "random", "clock_timestamp", "timeofday", "gen_random_uuid", "pg_typeof", "pg_size_pretty", "pg_column_size",
    "random_normal", "array_sample", "array_shuffle", "uuidv4", "uuidv7",
  ]
  /// Stable ones that tell of settings and connections, run statements of their own, or take a transaction's number.
  private static let refused: Set<String> = [
    "current_setting", "inet_server_addr", "inet_server_port", "inet_client_addr", "inet_client_port", "txid_current",
    "table_to_xml", "table_to_xmlschema", "table_to_xml_and_xmlschema", "schema_to_xml", "schema_to_xmlschema",
    "schema_to_xml_and_xmlschema", "database_to_xml", "database_to_xmlschema", "database_to_xml_and_xmlschema",
  ]

  /// - Throws: `StatementError` for names that are refused whatever the server knows of them.
  func checkNames() throws(StatementError) {
    for word in statement.words where !Self.harmless.contains(word.text) {
      // The catalog, with what other sessions do, and the functions that read files and end sessions; what servers of a site share.
      guard !word.text.hasPrefix("pg_"), word.text != "tablepages_state",
        !(word.isCalled && Self.refused.contains(word.text))
      else {
        throw refusal(word.text)
      }
    }
  }

  /// Asks which of the functions in the statement do more than read.
  var request: PostgreSQLRequest {
    let called = Set(statement.words.filter(\.isCalled).map(\.text)).subtracting(Self.harmless).sorted()
    return PostgreSQLRequest(
      """
      SELECT p.proname FROM pg_catalog.pg_proc AS p JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace
      WHERE p.proname IN (SELECT jsonb_array_elements_text(CAST(? AS jsonb))) AND (p.provolatile = 'v' OR p.provolatile = 's'
        AND (n.nspname <> 'pg_catalog' OR EXISTS (SELECT 1 FROM pg_catalog.pg_depend AS d
          WHERE d.classid = CAST('pg_catalog.pg_proc' AS regclass) AND d.objid = p.oid AND d.deptype = 'e'))) LIMIT 1
      """, [.text(Array(JSONText(array: called.map { .text(Array($0.utf8)) }).bytes))], recurs: true)
  }

  /// - Throws: `StatementError` for a function that the server named in answer to `request`.
  func check(_ rows: PostgreSQLRows) throws(StatementError) {
    if rows.count > 0, let name = rows.text(0, 0) { throw refusal(name) }
  }

  private func refusal(_ name: String) -> StatementError {
    StatementError("“\(name)” can't be used in queries here", parameters: statement.parameters)
  }
}
