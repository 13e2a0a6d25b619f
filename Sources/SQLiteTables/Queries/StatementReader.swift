internal import CSQLite
internal import SQLTables
internal import TableModel
internal import TextCoding

/// Prepares and runs one statement of a visitor.
struct StatementReader {
  let connection: SQLiteConnection
  let statement: QueryStatement
  /// What the result's memory is taken from, and how much of it a result may take: it ends early where it would be larger.
  let memory: PageMemory
  /// Rows that are looked at to tell how a column is best shown.
  private static let sampleSize = 100

  func result() throws -> StatementResult {
    connection.beginStatement()
    let (text, prepared) = try soleStatement()
    guard sqlite3_stmt_readonly(prepared.handle) != 0, sqlite3_column_count(prepared.handle) > 0 else {
      throw StatementError(Self.readOnlyMessage)
    }
    let names = try parameterNames(prepared)
    do {
      let statement = try wrapped(text, prepared)
      bind(names, to: statement)
      let (page, isTruncated) = try rows(of: statement)
      return StatementResult(page, parameters: distinct(names), isTruncated: isTruncated)
    } catch let failure as SQLiteFailure {
      throw error(failure, offset: nil, parameters: distinct(names)) ?? failure
    }
  }

  // MARK: Preparing

  /// The one statement of the text, without what ends it.
  func soleStatement() throws -> (text: String, prepared: SQLiteStatement) {
    try CommonTables.check(statement.text)
    let bytes = Array(statement.text.utf8)
    let first = try prepare(bytes[...], from: 0)
    guard let prepared = first.statement else { throw StatementError("Enter a query, such as: select 1") }
    let rest: (statement: SQLiteStatement?, end: Int)
    do {
      rest = try prepare(bytes[first.end...], from: first.end)
    } catch is StatementError {
      throw StatementError("Only one statement is allowed", offset: first.end)
    }
    guard rest.statement == nil else {
      throw StatementError("Only one statement is allowed", offset: first.end)
    }
    var text = bytes[..<first.end]
    while let last = text.last, last <= 0x20 || last == UInt8(ascii: ";") { text.removeLast() }
    return (String(decoding: text, as: UTF8.self), prepared)
  }

  private static let readOnlyMessage = "Only SELECT statements are allowed"

  /// The first statement of a text, `nil` if it holds only blanks and comments, and where it ends.
  private func prepare(_ bytes: ArraySlice<UInt8>, from start: Int) throws -> (statement: SQLiteStatement?, end: Int) {
    guard !bytes.contains(0) else { throw StatementError("A statement can't contain a null character") }
    var handle: OpaquePointer?
    var consumed = 0
    // The pointer to the end of what was read points into the same bytes.
    let code = bytes.withUnsafeBytes { bytes -> Int32 in
      guard let address = bytes.baseAddress else { return SQLITE_OK }
      let text = address.assumingMemoryBound(to: CChar.self)
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(connection.handle, text, Int32(clamping: bytes.count), 0, &handle, &tail)
      if let tail { consumed = tail - text }
      return code
    }
    guard code == SQLITE_OK else {
      let failure = SQLiteFailure(connection.handle)
      if connection.takesQuotedTexts(after: failure) { return try prepare(bytes, from: start) }
      let offset = sqlite3_error_offset(connection.handle)
      throw error(failure, offset: offset >= 0 ? start + Int(offset) : nil, parameters: []) ?? failure
    }
    return (handle.map { SQLiteStatement(adopting: $0, of: connection.handle) }, start + consumed)
  }

  /// The statement to run: as it stands, sorted, or explained.
  private func wrapped(_ text: String, _ prepared: SQLiteStatement) throws -> SQLiteStatement {
    if statement.isExplained, sqlite3_stmt_isexplain(prepared.handle) == 0 {
      return try SQLiteStatement(connection.handle, sql: "EXPLAIN QUERY PLAN " + text)
    }
    guard let name = statement.sortColumn else { return prepared }
    let wanted = SQLiteDialect.folded(name)
    guard let column = columnNames(of: prepared).firstIndex(where: { SQLiteDialect.folded($0) == wanted }) else {
      throw StatementError("The result has no column “\(name)” to sort by")
    }
    do {
      // By its place, which no name can get into. The end of a line also ends a comment that the statement ends with.
      let order = "\(column + 1)\(statement.isDescending ? " DESC" : "")"
      return try SQLiteStatement(connection.handle, sql: "SELECT * FROM (\n\(text)\n) ORDER BY \(order)")
    } catch {
      throw StatementError("The result of this statement can't be sorted")
    }
  }

  func error(_ failure: SQLiteFailure, offset: Int?, parameters: [String]) -> StatementError? {
    switch failure.primaryCode {
    case SQLITE_AUTH, SQLITE_READONLY: StatementError(Self.readOnlyMessage, parameters: parameters)
    case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_RANGE:
      StatementError(failure.message, offset: offset, parameters: parameters)
    // Memory is also short where a statement takes more steps than one may have.
    case SQLITE_NOMEM:
      StatementError(
        "The statement or its values need more memory than is available", parameters: parameters)
    case SQLITE_TOOBIG:
      StatementError("The statement or one of its values is too large", parameters: parameters)
    default: nil
    }
  }

  // MARK: Parameters

  /// The name of each parameter, by its number; a name that stands twice has one number (https://sqlite.org/lang_expr.html#varparam).
  func parameterNames(_ prepared: SQLiteStatement) throws -> [String] {
    try (0..<sqlite3_bind_parameter_count(prepared.handle)).map { index in
      // SQLite's own text, which lives as long as the statement: copied at once.
      guard let name = sqlite3_bind_parameter_name(prepared.handle, index + 1), name.pointee != CChar(UInt8(ascii: "?"))
      else { throw StatementError("Parameters must be named, such as :name") }
      return String(String(cString: name).dropFirst())
    }
  }

  func distinct(_ names: [String]) -> [String] {
    var seen = Set<String>()
    return names.filter { seen.insert($0).inserted }
  }

  func bind(_ names: [String], to prepared: SQLiteStatement) {
    for name in names { prepared.bind(.text(Array((statement.parameters[name] ?? "").utf8))) }
  }

  // MARK: Rows

  private func rows(of prepared: SQLiteStatement) throws -> (page: RecordPage, isTruncated: Bool) {
    let width = Int(sqlite3_column_count(prepared.handle))
    var guesses = (0..<width).map {
      ColumnTypeInference(
        name: prepared.name(ofColumn: $0) ?? "", declaredType: prepared.declaredType(ofColumn: $0) ?? "")
    }
    var builder = RecordPageBuilder(
      fieldCount: width, rows: min(statement.rowLimit, 1_000), byteCapacity: 8 * 1_024, limit: memory.byteLimit,
      budget: memory.budget)
    var textBytes = Int.max
    if case .excerpt(let limit) = statement.values { textBytes = max(limit, 4) }
    let appending = RowAppending(
      width: Int32(width), textBytes: textBytes, blobLengths: [], blobStarts: nil, byteLimit: memory.byteLimit)
    var count = 0, isTruncated = false
    var skipped = 0
    while try prepared.step() {
      guard skipped >= statement.rowOffset else {
        skipped += 1
        continue
      }
      guard count < statement.rowLimit, try appending.fill(prepared, into: &builder) else {
        isTruncated = true
        break
      }
      if count < Self.sampleSize {
        for column in guesses.indices { prepared.sample(column, for: &guesses[column]) }
      }
      count += 1
    }
    guard count > 0 || !isTruncated || statement.rowLimit == 0 else {
      throw StatementError(
        "A row of the result is larger than \(memory.byteLimit.megabytes): select fewer columns, or shorten values, such as substr(column, 1, 1000)"
      )
    }
    return (builder.finish(schema(of: prepared, guesses)), isTruncated)
  }

  private func schema(of prepared: SQLiteStatement, _ guesses: [ColumnTypeInference]) -> RecordSchema {
    let columns = columnNames(of: prepared).enumerated().map { column, name in
      let declaredType = prepared.declaredType(ofColumn: column) ?? ""
      var described = RecordSchema.Column(name, declaredType: declaredType)
      guesses[column].meaning(isIdentifier: false).describe(&described)
      described.spelling = NumberSpelling(declaredType: declaredType)
      return described
    }
    return RecordSchema(table: "", isView: true, columns: columns, keyFields: [])
  }

  /// The names of the result's columns; of those that share a name the later ones get a number.
  private func columnNames(of prepared: SQLiteStatement) -> [String] {
    var taken = Set<String>()
    return (0..<Int(sqlite3_column_count(prepared.handle))).map { column in
      let name = prepared.name(ofColumn: column) ?? "column \(column + 1)"
      var unique = name
      var number = 2
      while !taken.insert(SQLiteDialect.folded(unique)).inserted {
        unique = "\(name)_\(number)"
        number += 1
      }
      return unique
    }
  }
}

extension SQLiteStatement {
  // SQLite's own texts, which live until the statement is prepared anew: copied at once.

  fileprivate func name(ofColumn column: Int) -> String? {
    sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) }
  }

  /// The type that the table declares which the column is taken from; `nil` for what is worked out.
  fileprivate func declaredType(ofColumn column: Int) -> String? {
    sqlite3_column_decltype(handle, Int32(column)).map { String(cString: $0) }
  }
}
