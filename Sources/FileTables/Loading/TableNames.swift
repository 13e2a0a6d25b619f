internal import SQLTables
internal import SQLiteTables

/// Which tables hold what of which files, kept in the database itself, so that a cache knows what it has.
final class TableNames {
  private var unique = UniqueNames()
  /// Names by the path of the file and what the file calls the table; "" for the file itself.
  private var names: [String: [String: String]] = [:]
  private var problemTables: [String: String] = [:]
  private static let stagingPrefix = "_tablepages_new_"

  /// Makes the table that remembers, and takes up what it says. Tables that nothing is remembered of are dropped, and what is remembered of others than
  /// these files, or of tables that aren't there, is forgotten.
  init(_ files: [TableFile], in writer: SQLiteBulkWriter) throws {
    try writer.begin()
    defer { writer.rollBack() }
    try writer.execute("CREATE TABLE IF NOT EXISTS main._tablepages_tables (path TEXT, key TEXT, name TEXT)")
    let tables = Set(try writer.rows("SELECT name FROM main.sqlite_schema WHERE type = 'table'").compactMap { $0[0] })
    let paths = Set(files.map(\.path))
    let rows = try writer.rows(
      "SELECT path, key, name FROM main._tablepages_tables UNION ALL SELECT path, NULL, NULL FROM main._tablepages_files"
    )
    let gone = Set(
      rows.filter { !paths.contains($0[0] ?? "") || $0[2].map(tables.contains) == false }.map { $0[0] ?? "" })
    for path in gone {
      for table in ["files", "tables"] {
        _ = try writer.rows("DELETE FROM main._tablepages_\(table) WHERE path = ?", [path])
      }
    }
    var known: Set<String> = ["_tablepages_files", "_tablepages_tables"]
    for row in rows {
      guard let path = row[0], let key = row[1], let name = row[2], !gone.contains(path) else { continue }
      known.insert(unique.add(name))
      if key == Self.problemKey { problemTables[path] = name } else { names[path, default: [:]][key] = name }
    }
    for name in tables.subtracting(known) { try writer.execute("DROP TABLE main.\(SQLIdentifier(name))") }
    try writer.commit()
    // Files have their own names before the tables within files have theirs.
    for file in files where names[file.path]?[""] == nil { reserved[file.path] = unique.add(Self.allowed(file.name)) }
  }

  private var reserved: [String: String] = [:]
  /// No key of a file is this one: it would be longer.
  private static let problemKey = "\u{0}problems"

  /// SQLite keeps names with this beginning for itself.
  private static func allowed(_ name: String) -> String {
    ["sqlite_", "_tablepages_"].contains { name.lowercased().hasPrefix($0) } ? "table_" + name : name
  }

  /// The tables that hold a file; none before it is loaded.
  func tables(of file: TableFile) -> [String] { names[file.path].map { Array($0.values) } ?? [] }

  /// The table that a file is expected to be, before what it holds is known.
  func expectedTable(of file: TableFile) -> String { names[file.path]?[""] ?? reserved[file.path] ?? file.name }

  /// The table of what a file calls by a name; made up when first asked for.
  func name(of key: String?, in file: TableFile) -> String {
    if let known = names[file.path]?[key ?? ""] { return known }
    let made: String
    if key == nil, let own = reserved.removeValue(forKey: file.path) {
      made = own
    } else {
      // An array by the name of its file has no other table to be told from.
      if let key, key == file.name, let own = reserved.removeValue(forKey: file.path) { unique.remove(own) }
      made = unique.add(Self.allowed(key ?? file.name))
    }
    names[file.path, default: [:]][key ?? ""] = made
    return made
  }

  /// The table of the lines of a file that are not as expected. It exists only where there are such lines.
  func problemTable(of file: TableFile) -> String {
    if let known = problemTables[file.path] { return known }
    let made = unique.add(Self.allowed(file.name) + "_problems")
    problemTables[file.path] = made
    return made
  }

  /// What a table is called while another has its name.
  func staged(_ name: String) -> String { Self.stagingPrefix + name }

  /// Drops what was left of loading.
  func dropStaged(in writer: SQLiteBulkWriter) throws {
    for row in try writer.rows(
      "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name LIKE '\\_tablepages\\_new\\_%' ESCAPE '\\'")
    {
      if let name = row.first ?? nil { try writer.execute("DROP TABLE main.\(SQLIdentifier(name))") }
    }
  }

  /// Drops the tables of a file that could not be loaded to its end: a part of its rows would look like all of them.
  func dropTables(of file: TableFile, in writer: SQLiteBulkWriter) throws {
    for name in tables(of: file) + [problemTable(of: file)] {
      try writer.execute("DROP TABLE IF EXISTS main.\(SQLIdentifier(name))")
    }
  }

  /// Puts the new tables of a file in the place of its old ones, within the open transaction.
  func replace(_ file: TableFile, by tables: [LoadingTable], in writer: SQLiteBulkWriter) throws {
    let problems = problemTable(of: file)
    try dropTables(of: file, in: writer)
    for table in tables {
      try writer.execute(
        "ALTER TABLE main.\(SQLIdentifier(table.currentName)) RENAME TO \(SQLIdentifier(table.finalName))")
    }
    let hasProblems = try !writer.rows(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ?", [staged(problems)]
    ).isEmpty
    if hasProblems {
      try writer.execute("ALTER TABLE main.\(SQLIdentifier(staged(problems))) RENAME TO \(SQLIdentifier(problems))")
    }
  }

  /// Remembers which tables hold a file, within the open transaction.
  func record(_ file: TableFile, problemCount: Int, in writer: SQLiteBulkWriter) throws {
    _ = try writer.rows("DELETE FROM main._tablepages_tables WHERE path = ?", [file.path])
    for (key, name) in names[file.path] ?? [:] {
      _ = try writer.rows("INSERT INTO main._tablepages_tables VALUES (?, ?, ?)", [file.path, key, name])
    }
    if problemCount > 0 {
      _ = try writer.rows(
        "INSERT INTO main._tablepages_tables VALUES (?, ?, ?)", [file.path, Self.problemKey, problemTable(of: file)])
    }
  }
}
