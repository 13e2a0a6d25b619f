import BoundedWork
internal import CSQLite
internal import SQLTables
internal import TableModel

/// Functions of SQLite that a visitor's statement could be held up in, in a form that ends.
///
/// A call is one opcode, within which nothing stops a statement. What takes time in proportion to the length of its values ends soon enough;
/// these take the product of two lengths, or go as deep as a path is long. They answer what SQLite's own answer, or refuse.
struct GuardedFunctions {
  let engine = FunctionEngine()
  /// Steps of work that a call may take: about a second.
  static let costLimit = 1 << 30
  /// Whether this SQLite was built so that patterns fit no blobs.
  static let patternsOmitBlobs = sqlite3_compileoption_used("LIKE_DOESNT_MATCH_BLOBS") != 0

  /// Puts the functions in place of SQLite's own.
  static func install(on connection: SQLiteConnection) {
    let functions = GuardedFunctions()
    var all: [(name: String, valueCount: Int32, body: (FunctionCall) -> Void)] = [
      ("like", 2, functions.like), ("like", 3, functions.like), ("glob", 2, functions.glob),
      ("instr", 2, functions.instr), ("replace", 3, functions.replace),
    ]
    for name in ["trim", "ltrim", "rtrim"] + since(3_041_000, ["unhex"]) {
      all.append((name, 2, { functions.trim(name, $0) }))
    }
    for name in ["json_patch"] + since(3_045_000, ["jsonb_patch"]) {
      all.append((name, 2, { functions.patch(name, $0) }))
    }
    for name in ["json_set", "json_insert"] + since(3_045_000, ["jsonb_set", "jsonb_insert"]) {
      all.append((name, -1, { functions.change(name, $0) }))
    }
    for (name, count, body) in all { GuardedFunction(connection.budget, body).register(name, count, on: connection) }
  }

  private static func since(_ version: Int32, _ names: [String]) -> [String] {
    sqlite3_libversion_number() >= version ? names : []
  }
}

/// A function of a connection, and the budget of its statements.
///
/// Pointers: SQLite retains the object and releases it with the function. Values are SQLite's, good during the call; texts of them are good
/// until they are converted, which nobody does behind reading them.
private final class GuardedFunction {
  private let budget: WorkBudget
  private let body: (FunctionCall) -> Void

  init(_ budget: WorkBudget, _ body: @escaping (FunctionCall) -> Void) {
    self.budget = budget
    self.body = body
  }

  func register(_ name: String, _ valueCount: Int32, on connection: SQLiteConnection) {
    // Both flags of subtypes, by which JSON is known as JSON: the second has a name since 3.45 only.
    let traits = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS | SQLITE_SUBTYPE | 0x100_0000
    // Released by SQLite also where the function can't be made.
    sqlite3_create_function_v2(
      connection.handle, name, valueCount, traits, Unmanaged.passRetained(self).toOpaque(),
      { context, count, values in
        guard let context, let owner = sqlite3_user_data(context) else { return }
        let values = UnsafeBufferPointer(start: values, count: Int(count))
        Unmanaged<GuardedFunction>.fromOpaque(owner).takeUnretainedValue().answer(
          FunctionCall(context: context, values: values))
      }, nil, nil,
      { owner in if let owner { Unmanaged<GuardedFunction>.fromOpaque(owner).release() } })
  }

  /// Answers a call unless the time is up: a statement that calls many functions doesn't go on behind its limit.
  private func answer(_ call: FunctionCall) {
    guard !budget.isOver, budget.isCancelled?() != true else { return call.interrupt() }
    body(call)
  }
}

/// One call of a function.
struct FunctionCall {
  let context: OpaquePointer
  let values: UnsafeBufferPointer<OpaquePointer?>

  func isNull(_ index: Int) -> Bool { sqlite3_value_type(values[index]) == SQLITE_NULL }
  func isBlob(_ index: Int) -> Bool { sqlite3_value_type(values[index]) == SQLITE_BLOB }
  /// Whether some value is null.
  var hasNull: Bool { values.indices.contains(where: isNull) }
  /// Bytes that a value may have.
  var valueBytes: Int { Int(sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1)) }

  /// The value as text, ended by a zero; `nil` for null, and where memory is short.
  func text(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let start = sqlite3_value_text(values[index]) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(values[index])))
  }

  /// The bytes of a blob.
  func blob(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_value_blob(values[index])?.assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(values[index])))
  }

  func interrupt() { sqlite3_result_error_code(context, SQLITE_INTERRUPT) }
  func refuse(_ message: String) { sqlite3_result_error(context, message, -1) }
  func answer(_ number: Int) { sqlite3_result_int64(context, Int64(number)) }
}
