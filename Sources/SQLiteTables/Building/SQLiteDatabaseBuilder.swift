import FoundationEssentials
import GRDB
public import TableModel

/// Makes a new SQLite database file: for samples, tests and benchmarks.
public struct SQLiteDatabaseBuilder {
  private let database: Database

  /// Creates the file at `path` and fills it in one transaction, without waiting for the disk.
  /// - Throws: `TableError.unavailable` if there is anything at the path already, or at that of its journal, which is left as it is; else SQLite's
  ///   own errors, and the file is then not to be used.
  public static func create(atPath path: String, _ fill: (SQLiteDatabaseBuilder) throws -> Void) throws {
    guard OwnDatabaseFile(path: path).standing == .absent else {
      throw TableError.unavailable("there is a file already")
    }
    try NewFile.make(path)
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY") }
    _ = SQLiteMemory.configured
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.inTransaction {
      try fill(SQLiteDatabaseBuilder(database: $0))
      return .commit
    }
    try queue.close()
  }

  /// Runs one or more statements that bind no values.
  public func execute(_ statements: String) throws {
    try database.execute(sql: statements)
  }

  /// Adds rows to a table, each with a value for every column.
  public func insert(_ rows: some Sequence<[RecordValue]>, into table: String) throws {
    var insertion: (statement: Statement, width: Int)?
    for row in rows {
      if insertion?.width != row.count {
        let places = Array(repeating: "?", count: row.count).joined(separator: ", ")
        let sql = "INSERT INTO \(table.quotedDatabaseIdentifier) VALUES (\(places))"
        insertion = (try database.makeStatement(sql: sql), row.count)
      }
      try insertion?.statement.execute(arguments: StatementArguments(row.map(\.databaseValue)))
    }
  }
}

extension RecordValue {
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .blob(let bytes): Data(bytes).databaseValue
    }
  }
}
