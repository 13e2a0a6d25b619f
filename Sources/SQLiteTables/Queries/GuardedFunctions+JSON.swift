internal import CSQLite

extension GuardedFunctions {
  /// Bytes of a path: SQLite makes what it names step by step, each within the one before.
  private static let pathByteLimit = 1_000

  /// `json_patch(json, patch)`: each member of one object is looked for among those of the other.
  func patch(_ name: String, _ call: FunctionCall) {
    let lengths = (0..<2).map { Int(sqlite3_value_bytes(call.values[$0])) }
    // It looks at members, which have some bytes each.
    guard lengths[0] * lengths[1] / 64 <= Self.costLimit else {
      return call.refuse("the JSON values are too long to merge")
    }
    engine.answer(call, calling: name)
  }

  /// `json_set(json, path, value, …)` and its like.
  func change(_ name: String, _ call: FunctionCall) {
    for index in stride(from: 1, to: call.values.count, by: 2)
    where sqlite3_value_bytes(call.values[index]) > Self.pathByteLimit {
      return call.refuse("a JSON path is longer than \(Self.pathByteLimit) bytes")
    }
    engine.answer(call, calling: name)
  }
}

/// A connection without tables that calls SQLite's own functions for those that stand in their place elsewhere.
///
/// Pointers: the connection is open from the first call to `deinit`, its statements as long; both are used by the thread that has the
/// connection whose function is called.
final class FunctionEngine {
  private var connection: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]
  /// What marks a text as JSON (https://sqlite.org/json1.html#interface_overview).
  private static let subtypeOfJSON: UInt32 = 74

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  /// Answers a call by SQLite's own function.
  func answer(_ call: FunctionCall, calling name: String) {
    // Known as JSON here if it was there.
    let arguments = call.values.map { sqlite3_value_subtype($0) == Self.subtypeOfJSON ? "json(?)" : "?" }
    guard let statement = statement("SELECT \(name)(\(arguments.joined(separator: ", ")))") else {
      return call.refuse(connection.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory")
    }
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(clamping: call.valueBytes))
    for (index, value) in call.values.enumerated() { sqlite3_bind_value(statement, Int32(index + 1), value) }
    switch sqlite3_step(statement) {
    case SQLITE_ROW:
      sqlite3_result_value(call.context, sqlite3_column_value(statement, 0))
      if name.hasPrefix("json_") { sqlite3_result_subtype(call.context, Self.subtypeOfJSON) }
    case SQLITE_TOOBIG: sqlite3_result_error_toobig(call.context)
    default: call.refuse(String(cString: sqlite3_errmsg(connection)))
    }
  }

  private func statement(_ sql: String) -> OpaquePointer? {
    if let known = statements[sql] { return known }
    if connection == nil, sqlite3_open_v2(":memory:", &connection, SQLITE_OPEN_READWRITE, nil) != SQLITE_OK {
      return nil
    }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else { return nil }
    // Functions that take any number of values could make as many statements.
    if statements.count >= 64 {
      for old in statements.values { sqlite3_finalize(old) }
      statements.removeAll()
    }
    statements[sql] = statement
    return statement
  }
}
