public import TableModel

/// The tables of a SQLite file, read-only.
public final class SQLiteDatabase: TableDatabase {
  public let name: String

  init(name: String) { self.name = name }

  /// Opens a file. What is in it is found when it is first asked for.
  /// - Throws: `TableError.unavailable` with one sentence for people if the file can't be read as a database.
  public static func open(path: String, options: Options = Options()) throws -> SQLiteDatabase {
    SQLiteDatabase(name: options.name ?? path)
  }

  public func kind() async throws -> String { "SQLite" }
  public func tables() async throws -> [TableSummary] { [] }
  public func table(named name: String) async throws -> (any RecordTable)? { nil }
  public var currentVersion: DataVersion? { nil }
}
