internal import CSQLite
internal import SQLTables
internal import TableModel

/// Runs one statement of the site's owner that changes rows, within the current transaction.
struct StatementChanger {
  private let connection: SQLiteConnection
  private let reader: StatementReader

  init(connection: SQLiteConnection, statement: QueryStatement) {
    self.connection = connection
    reader = StatementReader(
      connection: connection, statement: statement, memory: PageMemory(budget: nil, byteLimit: 0))
  }

  /// The names of its parameters.
  func parameters() throws -> [String] {
    connection.beginStatement()
    return reader.distinct(try prepared().names)
  }

  /// - Returns: how many rows it has changed itself.
  func run() throws -> Int {
    connection.beginStatement()
    let (statement, names) = try prepared()
    reader.bind(names, to: statement)
    do {
      // What it returns of its rows is nobody's.
      while try statement.step() {}
    } catch {
      if [SQLITE_AUTH, SQLITE_READONLY].contains(error.primaryCode) { throw error }
      throw reader.error(error, offset: nil, parameters: reader.distinct(names)) ?? error
    }
    return Int(sqlite3_changes64(connection.handle))
  }

  private func prepared() throws -> (statement: SQLiteStatement, names: [String]) {
    let (text, statement) = try reader.soleStatement()
    guard sqlite3_stmt_readonly(statement.handle) == 0, Self.changesRows(text) else {
      throw StatementError("Only INSERT, REPLACE, UPDATE and DELETE statements change rows")
    }
    return (statement, try reader.parameterNames(statement))
  }

  /// Whether a statement begins as those that change rows do, and no others (https://sqlite.org/lang.html).
  private static func changesRows(_ text: String) -> Bool {
    let word = text[begin(of: text)...].prefix { $0.isASCII && $0.isLetter }
    return ["insert", "replace", "update", "delete", "with"].contains(word.lowercased())
  }

  /// Behind blanks and comments (https://sqlite.org/lang_comment.html).
  private static func begin(of text: String) -> String.Index {
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if rest.hasPrefix("--") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.hasPrefix("*/") { rest.removeFirst() }
        rest = rest.dropFirst(2)
      } else {
        break
      }
    }
    return rest.startIndex
  }
}
