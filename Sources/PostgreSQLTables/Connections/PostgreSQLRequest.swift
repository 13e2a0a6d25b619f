internal import SQLTables

/// A statement with its values, to be sent to a server.
struct PostgreSQLRequest: Sendable {
  /// The statement with its parameters as `$1`, `$2`, ….
  let sql: String
  let values: [SQLValue]
  /// Whether it is asked for again and again, so that it is worth preparing once for a connection.
  let recurs: Bool
  /// Rows behind so many bytes are not read any more: what is stored may be larger than the memory here. `nil` where rows are short.
  var byteLimit: Int?
  /// Whether it isn't run: what columns it would answer is what is asked for.
  private(set) var isDescription = false

  /// Whether it begins a transaction of several round trips, or of this one.
  private(set) var beginsTransaction = false

  /// - Parameter text: the statement with its parameters as `?`.
  init(_ text: String, _ values: [SQLValue] = [], recurs: Bool = false) {
    sql = text.contains("?") ? PostgreSQLDialect.numbered(text) : text
    self.values = values
    self.recurs = recurs
  }

  /// - Parameter sql: the statement with its parameters as `$1`, `$2`, ….
  init(sql: String, values: [SQLValue], recurs: Bool = false) {
    (self.sql, self.values, self.recurs) = (sql, values, recurs)
  }

  /// Asks for the columns of what a statement would answer.
  static func description(of sql: String) -> PostgreSQLRequest {
    var request = PostgreSQLRequest(sql: sql, values: [])
    request.isDescription = true
    return request
  }

  /// Begins a transaction that changes something. Whoever sends it ends it.
  static let beginningOfChanges: PostgreSQLRequest = {
    var request = PostgreSQLRequest("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
    request.beginsTransaction = true
    return request
  }()

  /// Ends statements behind it, in the same round trip, that take longer.
  static func timeLimit(milliseconds: Int) -> PostgreSQLRequest {
    PostgreSQLRequest(
      "SELECT set_config('statement_timeout', ?, true)", [SQLValue(String(max(milliseconds, 1)))], recurs: true)
  }
}
