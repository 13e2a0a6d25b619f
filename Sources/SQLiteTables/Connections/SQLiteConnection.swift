import BoundedWork
internal import CSQLite
internal import SQLTables
internal import TableModel

/// A connection without mutexes, which only reads unless it is the writer's, and the statements prepared on it.
///
/// Unchecked: the pool gives a connection to one synchronous stretch of code at a time, which hands it out to nobody; the handle is valid
/// until `deinit`, which finalises the statements first. A statement that someone still holds keeps SQLite's side of it alive.
final class SQLiteConnection: InterruptibleWork, @unchecked Sendable {
  let handle: OpaquePointer
  let budget = WorkBudget()
  /// What the connection itself takes of SQLite's memory.
  private let memory: Int
  /// Sees what a connection that writes changes; `nil` for one that reads, and where SQLite doesn't tell.
  let rowWatch: RowWatch?
  /// Whether the connection is used by a thread that serves others: it must not wait then.
  private(set) var isInline = true
  /// The label of the file before the current stretch of work began: what is read has it if it still stands within the transaction.
  var startLabel: DataVersion?
  /// The label that was last found to stand within a transaction, and SQLite's own number of the data that were read there.
  private(set) var confirmed: (label: DataVersion, data: UInt32)?
  /// The transaction that is open between stretches of work.
  private(set) var kept = KeptTransaction()
  /// Where it says that it holds its file in a state; `nil` while it doesn't.
  private var held: HeldLabel?
  private var cache: DatabaseCache
  /// Whether statements of visitors run on it.
  var isForVisitors = false
  /// Whether names between double quotes that are no columns are texts.
  private var takesQuotedTexts = false
  private var statements: [ObjectIdentifier: (text: StatementText, statement: SQLiteStatement)] = [:]
  /// Those whose texts are made anew each time.
  private var recurring: [String: SQLiteStatement] = [:]
  private static let statementLimit = 96

  private static let beginning = StatementText("BEGIN")
  private static let end = StatementText("COMMIT")
  private static let schemaVersion = StatementText("PRAGMA main.schema_version")
  private static let dataVersion = StatementText("PRAGMA main.data_version")

  /// What a connection is for.
  enum Access { case reading, writing }

  /// - Parameter busyMilliseconds: how long to wait for a writer that locks the file.
  init(
    _ location: FileLocation, pageCacheKibibytes: Int, sharedCache: DatabaseCacheBudget = .shared,
    busyMilliseconds: Int, access: Access = .reading
  ) throws(SQLiteFailure) {
    _ = SQLiteMemory.configured
    let isReading = access == .reading
    let flags =
      (isReading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) | SQLITE_OPEN_NOMUTEX
      | SQLITE_OPEN_EXRESCODE | (location.isImmutable ? SQLITE_OPEN_URI : 0)
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(location.address, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw SQLiteFailure(code: code, message: "")
    }
    handle = opened
    cache = DatabaseCache(own: pageCacheKibibytes, budget: sharedCache)
    memory =
      SQLiteMemory.bytesOfConnection + (pageCacheKibibytes << 10) + (isReading ? 0 : SQLiteMemory.bytesOfSavepoints)
    SQLiteMemory.allow(more: memory)
    rowWatch = access == .writing ? RowWatch(handle) : nil
    csqlite_distrust(handle)
    if !isReading { csqlite_run_triggers(handle) }
    sqlite3_busy_timeout(handle, Int32(busyMilliseconds))
    for pragma in [
      "foreign_keys=\(isReading ? 0 : 1)", "query_only=\(isReading ? 1 : 0)", "cell_size_check=1", "mmap_size=0",
      "cache_size=-\(pageCacheKibibytes)",
    ] {
      sqlite3_exec(handle, "PRAGMA " + pragma, nil, nil, nil)
    }
    NumberCollation.install(on: handle)
    budget.install(on: handle)
    // A file is opened when it is first read: what is no database, or damaged at its beginning, is found here.
    _ = try SQLiteStatement(handle, sql: "SELECT 1 FROM sqlite_schema LIMIT 1").step()
  }

  deinit {
    held?.letGo()
    SQLiteMemory.allow(more: -memory)
    statements.removeAll()
    recurring.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Prepares for a stretch of work.
  func start(isInline: Bool, nanoseconds: UInt64, busyMilliseconds: Int) {
    self.isInline = isInline
    budget.isCancelled = nil
    kept.start(at: budget.start(nanoseconds: nanoseconds))
    sqlite3_busy_timeout(handle, isInline ? 0 : Int32(busyMilliseconds))
  }

  /// Whether it keeps more of its file than a connection has for itself.
  var hasGrown: Bool { cache.hasGrown }

  /// Is told when a stretch of work is over, by who will come with more.
  func growCache() { cache.grow(of: handle) }

  /// Keeps no more of the file than a connection has for itself.
  func shrinkCache() { cache.shrink(of: handle) }

  /// Allowed from any thread as long as the connection is open (https://sqlite.org/c3ref/interrupt.html), which it is while it is watched.
  /// Some opcodes look for this that don't look at the time.
  func interrupt() { sqlite3_interrupt(handle) }

  /// Prepares a statement of our own.
  ///
  /// Views and triggers of old databases have texts between double quotes. Where one stands in the way, names that are no columns are texts on
  /// this connection from then on: our own statements name the columns of a schema that was read in the same transaction. For a statement of
  /// a visitor that holds until the next: what SQLite takes for a text elsewhere is one here.
  func prepared(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
    beginStatement()
    do {
      return try SQLiteStatement(handle, sql: sql)
    } catch {
      guard takesQuotedTexts(after: error) else { throw error }
      return try SQLiteStatement(handle, sql: sql)
    }
  }

  /// Is told before a visitor's statement is prepared by other means than `prepared`.
  func beginStatement() {
    if isForVisitors, takesQuotedTexts { takeQuotedTexts(false) }
  }

  /// Whether a statement that failed is to be prepared again, since names between double quotes are texts from now on.
  func takesQuotedTexts(after failure: SQLiteFailure) -> Bool {
    guard failure.missingColumn != nil, !takesQuotedTexts else { return false }
    takeQuotedTexts(true)
    return true
  }

  private func takeQuotedTexts(_ takes: Bool) {
    takesQuotedTexts = takes
    csqlite_take_quoted_texts(handle, takes ? 1 : 0)
  }

  /// The prepared statement of a text, reset and ready for values.
  func statement(_ text: StatementText) throws(SQLiteFailure) -> SQLiteStatement {
    if let known = statements[ObjectIdentifier(text)] { return known.statement }
    let prepared = try prepared(text.sql)
    if statements.count >= Self.statementLimit { statements.removeAll() }
    // Kept together with its text: as long as the entry stands, no other text can have that identity.
    statements[ObjectIdentifier(text)] = (text, prepared)
    return prepared
  }

  /// The prepared statement of a text that is made anew each time and often the same. Whoever has used it resets it. No `PRAGMA`: some of
  /// these do what they do while they are prepared.
  func statement(recurring sql: String) throws(SQLiteFailure) -> SQLiteStatement {
    if let known = recurring[sql] { return known }
    let prepared = try prepared(sql)
    if recurring.count >= Self.statementLimit { recurring.removeAll() }
    recurring[sql] = prepared
    return prepared
  }

  /// The statement of a text if it has been prepared before.
  func preparedStatement(_ text: StatementText) -> SQLiteStatement? { statements[ObjectIdentifier(text)]?.statement }

  /// Reads within one transaction: every statement of `body` sees the same state.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    if !kept.isOpen { try begin() }
    do {
      let result = try body()
      if !kept.isOpen { try run(Self.end) }
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Begins a transaction.
  ///
  /// SQLite may look at the time when the transaction has begun, and answer that it was interrupted: nothing is left open then.
  func begin() throws(SQLiteFailure) {
    do {
      try run(Self.beginning)
    } catch {
      rollBack()
      throw error
    }
  }

  /// Ends a transaction if there is one.
  func rollBack() {
    letGo()
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }

  /// Takes the label that was just read, and goes on in the transaction that was kept, or begins one that is, where that may be.
  func start(at label: DataVersion?, of file: OpenFile) {
    startLabel = label
    guard let label, file.keepsTransactions(kept, at: label, after: confirmed?.label) else { return endKept() }
    if kept.isOpen, kept.isOver || confirmed?.label != label { endKept() }
    // What can't begin now is begun, or fails, where it is used.
    if !kept.isOpen, (try? begin()) != nil { kept.open() }
  }

  /// The label of the file before something is read that has it if it still stands afterwards. What was begun before it could be older.
  func freshLabel(of file: OpenFile) -> DataVersion? {
    endKept()
    return file.label()
  }

  /// Ends the transaction that was kept, if there is one.
  func endKept() {
    guard kept.isOpen else { return }
    letGo()
    do { try run(Self.end) } catch { rollBack() }
  }

  private func letGo() {
    kept.isOpen = false
    held?.letGo()
    held = nil
  }

  /// The number that SQLite raises whenever the schema changes. Begins the transaction's reading.
  func schemaVersion() throws(SQLiteFailure) -> Int { try number(Self.schemaVersion) }

  /// The label of what is read, asked for once a transaction has begun to read; `nil` if it isn't known.
  ///
  /// SQLite looks at the file's counters whenever a transaction begins, and numbers the data that it finds
  /// (https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html, `SQLITE_FCNTL_DATA_VERSION`). Where it finds what it found when the same label was
  /// confirmed on this connection, nothing is read again.
  func label(of file: OpenFile) -> DataVersion? {
    guard let label = confirmedLabel(of: file) else { return nil }
    if kept.isOpen, held == nil, !label.hasLog {
      held = file.held
      file.held.hold(label)
    }
    return label
  }

  private func confirmedLabel(of file: OpenFile) -> DataVersion? {
    guard let startLabel else { return nil }
    var data: UInt32 = 0
    let isNumbered = sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &data) == SQLITE_OK
    if isNumbered, let confirmed, confirmed.data == data, confirmed.label == startLabel { return startLabel }
    guard file.confirms(startLabel) else { return nil }
    if isNumbered { confirmed = (startLabel, data) }
    return startLabel
  }

  /// A number that stays the same as long as no other connection has committed anything (https://sqlite.org/pragma.html#pragma_data_version).
  func dataVersion() throws(SQLiteFailure) -> Int { try number(Self.dataVersion) }

  private func number(_ text: StatementText) throws(SQLiteFailure) -> Int {
    let statement = try statement(text)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// Steps through the rows of a statement that is asked seldom.
  func rows(_ sql: String, _ values: [SQLValue] = [], row: (SQLiteStatement) throws -> Void) throws {
    let statement = try prepared(sql)
    for value in values { statement.bind(value) }
    while try statement.step() { try row(statement) }
  }

  /// Runs a statement that has neither values nor rows.
  func run(_ text: StatementText) throws(SQLiteFailure) {
    let statement = try statement(text)
    defer { statement.reset() }
    _ = try statement.step()
  }
}
