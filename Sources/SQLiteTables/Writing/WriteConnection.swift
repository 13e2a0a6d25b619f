import BoundedWork
internal import CSQLite
internal import Glibc
internal import SQLTables
internal import Synchronization
internal import TableModel

/// The connection that changes rows, used by the writing thread alone, and opened when it is first needed.
///
/// What makes a commit last. *In WAL mode* `synchronous=FULL` waits until the log is on the disk at each commit: neither `kill -9`, which
/// leaves what was written to the operating system, nor a power cut, which leaves what it has written to the disk, loses any of it, and
/// whoever opens the file next finds the log and takes it over (https://sqlite.org/wal.html). *With a rollback journal* a
/// commit is the removal of the journal, which is on the disk only when its folder is: that takes `synchronous=EXTRA`
/// (https://sqlite.org/pragma.html#pragma_synchronous). Both presume a disk that does not lie about what it has stored.
final class WriteConnection: Sendable {
  let options: SQLiteDatabase.Options
  private let current = Mutex<SQLiteConnection?>(nil)
  /// Which file the connection is to, and whether it has a write-ahead log.
  private let opened = Mutex<(identity: FileIdentity?, isLogged: Bool)>((nil, false))
  /// The tables of the schema that was seen last.
  private let tables = Mutex<StoredTables?>(nil)

  static let beginning = StatementText("BEGIN IMMEDIATE")
  static let end = StatementText("COMMIT")
  private static let callBeginning = StatementText("SAVEPOINT call")
  private static let callEnd = StatementText("RELEASE call")

  init(_ options: SQLiteDatabase.Options) { self.options = options }

  /// What became of each call of a group, once all that could be done is committed.
  /// - Throws: what keeps the group as a whole from being written; nothing of it was then.
  func write(_ calls: [WriteQueue<SQLiteTable>.Call]) throws -> [Result<RecordChangeResult, any Error>] {
    guard let database = calls.first?.table.database else { return [] }
    // Rows are written under one schema: the queue asks again, for each call alone.
    if calls.count > 1, calls.contains(where: \.isAlone) { throw SchemaChanged() }
    let file = try database.currentFile().file
    do {
      let connection = try connection(to: file)
      defer { current.withLock { $0 = connection } }
      connection.start(
        isInline: false, nanoseconds: nanoseconds, busyMilliseconds: options.writeBusyMilliseconds)
      if let change = calls.first?.schemaChange {
        try self.change(change, by: calls[0].author.name, file, connection)
        return [.success(RecordChangeResult(outcomes: [], inverse: nil))]
      }
      if let call = calls.first, case .statement(let statement, let count) = call.work {
        count(try change(by: statement, author: call.author.name, file, connection))
        return [.success(RecordChangeResult(outcomes: [], inverse: nil))]
      }
      for _ in 0..<8 {
        do {
          return try transaction(calls, file, connection)
        } catch is SchemaChanged {
          for call in calls { call.table.database.openFile.table(named: call.table.name).forget() }
        }
      }
      throw TableError.busy("The schema of the database keeps changing; try again in a moment.")
    } catch let failure as SQLiteFailure {
      // What was opened read-only stays so, though the file may have become writable since.
      if failure.spoilsConnection || failure.isReadOnly { current.withLock { $0 = nil } }
      if failure.primaryCode == SQLITE_FULL {
        // Each alone, so that the one that gets no number doesn't keep the others.
        guard calls.count == 1, let table = calls.first?.table.name else { throw failure }
        if try isOutOfNumbers(table, file) { throw Self.outOfNumbers(table) }
      }
      throw failure.writingError(in: database.name, timeLimit: options.writeTimeLimitSeconds)
    }
  }

  /// Changes the tables of the file.
  private func change(
    _ change: SchemaChange, by author: String, _ file: OpenFile, _ connection: SQLiteConnection
  ) throws {
    let writer = SchemaWriter(connection: connection)
    do {
      try connection.run(Self.beginning)
      let before = try options.keepsAudit ? writer.definition(of: change.table) : nil
      try writer.apply(change)
      if options.keepsAudit { try writer.audit(change, before: before, by: author) }
      // Stored, it must not be said to be interrupted.
      connection.budget.start(until: .max)
      try connection.run(Self.end)
      // What pages were made of may be of columns that are others now.
      file.history?.forget()
    } catch {
      connection.rollBack()
      throw error
    }
  }

  private var nanoseconds: UInt64 { UInt64(max(options.writeTimeLimitSeconds, 0) * 1e9) }

  private func transaction(
    _ calls: [WriteQueue<SQLiteTable>.Call], _ file: OpenFile, _ connection: SQLiteConnection
  ) throws -> [Result<RecordChangeResult, any Error>] {
    // Whoever may read a part of the database knows that part alone: each call has its own view of the file.
    let definitions = calls.map { call in
      Result {
        let isSeen = call.table.database === calls.first?.table.database
        return try call.table.knownDefinition(
          isSeen ? file : try call.table.database.currentFile().file, connection)
      }
    }
    do {
      try connection.run(Self.beginning)
      let version = try connection.schemaVersion()
      let start = try moment(file, connection)
      _ = connection.rowWatch?.takeTables()
      let results = try zip(calls, definitions).map { call, definition -> Result<RecordChangeResult, any Error> in
        switch definition {
        case .failure(let failure as SQLiteFailure): throw failure
        case .failure(let error): return .failure(error)
        case .success(let definition):
          guard definition.schemaVersion == version else { throw SchemaChanged() }
          return try apply(call, definition, connection)
        }
      }
      let changes = zip(calls, results).contains { call, result in
        if case .success = result { !call.isTrial } else { false }
      }
      if changes {
        // Stored, it must not be said to be interrupted.
        connection.budget.start(until: .max)
        try connection.run(Self.end)
        note(since: start, file, connection)
      } else {
        connection.rollBack()
      }
      return results
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// The label of a file, and the number of what others have committed to it: read in this order, so that the label is of a state before which
  /// others had committed no more than that.
  func moment(_ file: OpenFile, _ connection: SQLiteConnection) throws -> (label: DataVersion?, others: Int) {
    (file.label(), try connection.dataVersion())
  }

  /// Notes which tables a commit has changed, if nobody else can have changed anything since its transaction began.
  ///
  /// Only with a write-ahead log, whose index holds commits alone: what stands in the file itself while somebody writes there may be taken back.
  func note(since start: (label: DataVersion?, others: Int), _ file: OpenFile, _ connection: SQLiteConnection) {
    guard opened.withLock(\.isLogged), let tables = connection.rowWatch?.takeTables(), let before = start.label,
      // The rows are stored whatever becomes of this.
      let end = try? moment(file, connection), let after = end.label, end.others == start.others
    else { return file.history?.forget() ?? () }
    file.history?.add(tables, from: before, to: after)
  }

  /// One call between savepoints.
  /// - Throws: only what has undone the whole transaction, or leaves its state unknown.
  private func apply(
    _ call: WriteQueue<SQLiteTable>.Call, _ definition: TableDefinition, _ connection: SQLiteConnection
  ) throws -> Result<RecordChangeResult, any Error> {
    connection.budget.start(nanoseconds: nanoseconds)
    try connection.run(Self.callBeginning)
    do {
      let tables = try storedTables(connection)
      let audit =
        options.keepsAudit && !call.isTrial
        ? CallAudit(connection, tables, by: call.author.name, rowLimit: options.auditRowLimit) : nil
      let run = ChangeTransaction(
        definition: definition, connection: connection, tables: tables,
        limits: .init(
          undo: UndoLimit(rows: options.undoRowLimit, bytes: options.undoByteLimit), rowBytes: options.rowByteLimit,
          callBytes: options.writeByteLimit), audit: audit,
        author: call.author)
      let result: RecordChangeResult
      switch call.work {
      case .trial(let changes):
        let (problems, result) = try run.attempt(changes)
        try connection.execute("ROLLBACK TO call")
        try connection.run(Self.callEnd)
        return problems.isEmpty
          ? .success(result.known(to: call.author)) : .failure(RecordChangeError.invalid(problems))
      case .changes(let changes): result = try run.apply(changes)
      case .inverse(let inverse): result = try run.revert(inverse)
      case .schema, .statement: throw SchemaChanged()
      }
      try connection.run(Self.callEnd)
      return .success(result.known(to: call.author))
    } catch {
      // Some failures, and `RAISE(ROLLBACK)` in a trigger, end the transaction, and with it what the others of the group had written.
      guard sqlite3_get_autocommit(connection.handle) == 0 else { throw error }
      // Nothing of the group can be written then.
      if let failure = error as? SQLiteFailure, failure.isReadOnly { throw error }
      try connection.execute("ROLLBACK TO call")
      try connection.run(Self.callEnd)
      let failure = error as? SQLiteFailure
      let table = call.table.name
      if failure?.primaryCode == SQLITE_FULL, try isOutOfNumbers(table, call.table.database.openFile, connection) {
        return .failure(Self.outOfNumbers(table))
      }
      return .failure(
        failure?.writingError(in: call.table.database.name, timeLimit: options.writeTimeLimitSeconds) ?? error)
    }
  }

  /// Whether it was not the disk that is full but the numbers of a table's rows, which SQLite says in the same words
  /// (https://sqlite.org/autoinc.html): the transaction is over, so that it can only be told by the room that there is.
  private func isOutOfNumbers(
    _ table: String, _ file: OpenFile, _ connection: SQLiteConnection? = nil
  ) throws -> Bool {
    var room = statvfs()
    guard let connection = connection ?? current.withLock({ $0 }), statvfs(file.location.path, &room) == 0,
      UInt64(room.f_bavail) &* UInt64(room.f_frsize) > Self.fullDiskBytes
    else { return false }
    var isNumbered = false
    try connection.rows(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE AND sql LIKE '%AUTOINCREMENT%'",
      [.text(Array(table.utf8))]
    ) { _ in isNumbered = true }
    return isNumbered
  }

  private static func outOfNumbers(_ table: String) -> RecordChangeError {
    .refused("“\(table)” numbers its rows itself (AUTOINCREMENT), and there is no larger number for another.")
  }

  /// Where less than this is free, a full disk is what it seems.
  private static let fullDiskBytes: UInt64 = 64 << 20

  /// The tables of the schema that stands within the current transaction.
  func storedTables(_ connection: SQLiteConnection) throws -> StoredTables {
    let version = try connection.schemaVersion()
    if let known = tables.withLock({ $0 }), known.schemaVersion == version { return known }
    let found = try StoredTables(connection)
    tables.withLock { $0 = found }
    return found
  }

  // MARK: The end

  /// Brings what the write-ahead log holds into the file, so that a copy of the file alone has every row, and lets go of the connection. What
  /// another program reads of the log at this moment keeps its place there.
  /// - Returns: whether all of it is in the file.
  func finish(_ file: OpenFile) throws -> Bool {
    let isOpen = current.withLock { $0 != nil }
    var log = stat()
    guard isOpen || stat(file.location.path + "-wal", &log) == 0 && log.st_size > 0 else { return true }
    let connection = try connection(to: file)
    connection.start(isInline: false, nanoseconds: nanoseconds, busyMilliseconds: 1_000)
    var isWhole = true
    // The first column says whether a reader was in the way (https://sqlite.org/pragma.html#pragma_wal_checkpoint).
    try connection.rows("PRAGMA main.wal_checkpoint(TRUNCATE)") { isWhole = $0.integer(0) == 0 }
    return isWhole
  }

  // MARK: Opening

  /// The connection to the file that the path leads to now.
  private func connection(to file: OpenFile) throws -> SQLiteConnection {
    let known = current.withLock { current in
      defer { current = nil }
      return current
    }
    if let known, let identity = opened.withLock(\.identity), identity == file.watch?.identity { return known }
    let made = try SQLiteConnection(
      file.location, pageCacheKibibytes: options.pageCacheKibibytes, busyMilliseconds: options.writeBusyMilliseconds,
      access: .writing)
    made.start(isInline: false, nanoseconds: nanoseconds, busyMilliseconds: options.writeBusyMilliseconds)
    let mode = try journalMode(made)
    try made.execute("PRAGMA synchronous = \(mode == "wal" ? "FULL" : "EXTRA")")
    if options.keepsAudit { try AuditTable(connection: made).create() }
    file.watchIndex()
    tables.withLock { $0 = nil }
    opened.withLock { $0 = (file.watch?.identity, mode == "wal") }
    return made
  }

  /// How the file keeps its journal, in WAL mode from now on if that is wanted and possible.
  private func journalMode(_ connection: SQLiteConnection) throws -> String {
    var mode = ""
    try connection.rows("PRAGMA main.journal_mode") { mode = $0.text(0) ?? "" }
    guard options.usesWriteAheadLog, mode != "wal" else { return mode }
    do {
      try connection.rows("PRAGMA main.journal_mode = WAL") { mode = $0.text(0) ?? "" }
    } catch let failure as SQLiteFailure where !failure.spoilsConnection {
      // Somebody reads at this very moment, or the file system has no shared memory: the journal stays as it is.
    }
    return mode
  }
}

extension SQLiteConnection {
  /// Runs one statement that is asked seldom to its end.
  func execute(_ sql: String) throws(SQLiteFailure) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw SQLiteFailure(handle) }
  }

  /// What comes of a piece of work within the current transaction, of which nothing stays.
  func trying<Result>(_ work: () throws -> Result) throws -> Result {
    try execute("SAVEPOINT trial")
    // Where the work ended the whole transaction, nothing is left to be undone.
    defer { sqlite3_exec(handle, "ROLLBACK TO trial; RELEASE trial", nil, nil, nil) }
    return try work()
  }
}
