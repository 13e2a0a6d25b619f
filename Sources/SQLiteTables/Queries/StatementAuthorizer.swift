internal import CSQLite

/// Lets statements of visitors read tables, and nothing else: asked by SQLite for each thing that a statement would do, when it is
/// prepared (https://sqlite.org/c3ref/set_authorizer.html). What isn't named here is refused.
enum StatementAuthorizer {
  static func install(on connection: OpaquePointer) {
    sqlite3_set_authorizer(
      connection,
      { _, action, first, second, _, _ in
        // Texts of SQLite's own, good during the call.
        let first = first.map { String(cString: $0).lowercased() }
        let second = second.map { String(cString: $0).lowercased() }
        return StatementAuthorizer.allows(action, first, second) ? SQLITE_OK : SQLITE_DENY
      }, nil)
  }

  private static func allows(_ action: Int32, _ first: String?, _ second: String?) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: true
    case SQLITE_READ: !privateTables.contains(first ?? "")
    // A page that visitors' conditions narrow reads within one; as a visitor's own statement it answers no rows, and is refused for that.
    case SQLITE_TRANSACTION: true
    case SQLITE_FUNCTION: !refusedFunctions.contains(second ?? "")
    case SQLITE_PRAGMA:
      describing.contains(first ?? "") || (second == nil && telling.contains(first ?? ""))
    // Asked for when a table-valued function declares its columns; an update of this table itself isn't read-only, and so
    // refused before it is run, and by the connection.
    case SQLITE_UPDATE: first == "sqlite_master" || first == "sqlite_schema"
    default: false
    }
  }

  /// They tell of others: of the statements that run on the same connection, and where on the machine the files are that tables were loaded
  /// from.
  static let privateTables: Set<String> = ["sqlite_stmt", "_tablepages_files", "_tablepages_tables"]

  /// They load code, hand out pointers, or go through a whole index at once.
  private static let refusedFunctions: Set<String> = ["load_extension", "fts3_tokenizer", "rtreecheck", "optimize"]

  /// They describe what is named behind them.
  private static let describing: Set<String> = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list",
    "function_list", "collation_list", "module_list", "pragma_list", "compile_options",
  ]

  /// They tell a number; with a value behind them they would set it.
  private static let telling: Set<String> = [
    "user_version", "schema_version", "application_id", "page_count", "page_size", "freelist_count", "encoding",
    "data_version",
  ]
}
