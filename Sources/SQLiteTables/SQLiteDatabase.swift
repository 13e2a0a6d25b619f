import BoundedWork
internal import Glibc
internal import SQLTables
internal import Synchronization
public import TableModel

/// The tables of a SQLite file, which are only read unless the options allow more.
///
/// Pages are read on the thread that asks for as long as the budget lasts, and start again on a database thread otherwise.
public final class SQLiteDatabase: TableDatabase {
  /// What the database is called in paths.
  public let name: String
  let options: Options
  let location: FileLocation
  private let threads: WorkThreads
  /// For facets, counts and searches of many tables, which read many rows: pages never wait for them.
  private let facetThreads: WorkThreads
  /// How many facets may wait: each takes seconds on a large table, and a visitor has less patience than that.
  private static let facetQueueLimit = 16
  /// How many jobs of each kind may take long while others go on beside them.
  private static let asideLimit = 4
  /// How many counts may be under way: they take turns.
  private static let countQueueLimit = 64
  /// For pages whose rows are searched for.
  private let searchThreads: WorkThreads
  /// For counts that nobody's page waits for.
  private let countThreads: WorkThreads
  /// For statements that visitors wrote.
  let statementThreads: WorkThreads
  /// Where whole tables are read.
  let exports: ExportThreads
  private let writeConnection: WriteConnection
  /// Where rows are changed; `nil` if they can't be.
  let writeQueue: WriteQueue<SQLiteTable>?
  private let file: Mutex<OpenFile>
  /// The database that this one is a part of.
  private let whole: SQLiteDatabase?

  init(name: String, location: FileLocation, file: OpenFile, options: Options, partOf whole: SQLiteDatabase? = nil) {
    self.whole = whole
    self.name = name
    self.location = location
    self.options = options
    self.file = Mutex(file)
    let (count, queue) = (options.threads, options.queueLimit)
    threads = WorkThreads(threads: count, queueLimit: queue, asideLimit: Self.asideLimit)
    facetThreads = WorkThreads(
      threads: count, queueLimit: Self.facetQueueLimit, niceness: 10, turns: .shared, asideLimit: Self.asideLimit)
    searchThreads = WorkThreads(
      threads: count, queueLimit: queue, niceness: 10, turns: .shared, asideLimit: Self.asideLimit)
    countThreads = WorkThreads(
      threads: 1, queueLimit: Self.countQueueLimit, niceness: 15, turns: .shared, asideLimit: Self.asideLimit)
    statementThreads = WorkThreads(
      threads: count, queueLimit: queue, niceness: 10, turns: .shared, asideLimit: Self.asideLimit)
    exports = ExportThreads(limit: options.exportLimit)
    let writeConnection = whole?.writeConnection ?? WriteConnection(options)
    self.writeConnection = writeConnection
    // There is one writer, whoever reads.
    writeQueue =
      whole?.writeQueue
      ?? (file.history == nil
        ? nil
        : WriteQueue(name: name, limit: options.writeQueueLimit, write: writeConnection.write))
  }

  deinit {
    threads.stop()
    facetThreads.stop()
    searchThreads.stop()
    countThreads.stop()
    statementThreads.stop()
    if whole == nil { writeQueue?.stop() }
  }

  /// The state of the file as it is now; see `FileWatch` for why it can be trusted.
  package var currentVersion: DataVersion? { file.withLock { $0 }.label() }

  /// The same as every database says: here the closure holds this alone, which takes no allocation.
  package var versionSource: VersionSource { .immediate { [self] in currentVersion } }

  /// What whoever opened the file has to say.
  package func notices(about table: String?) -> [TableNotice] { options.notices(table) }

  /// What whoever fills the file says of it.
  package func completeness(of table: String?) -> TableCompleteness { options.completeness(table) }

  /// Brings the write-ahead log of a file that is written to into the file itself, so that a copy of it has every row.
  package func finish() async -> String? {
    guard whole == nil, let writeQueue else { return nil }
    let outcome = Mutex<Result<Bool, any Error>>(.success(true))
    let isRun = await writeQueue.afterwards { [writeConnection, openFile] in
      let result = Result { try writeConnection.finish(openFile) }
      outcome.withLock { $0 = result }
    }
    switch outcome.withLock(\.self) {
    case .success(true) where isRun: return nil
    case .success(true): return "The -wal file of “\(name)” isn't emptied: its writes take too long; copy both"
    case .success(false): return "Another program reads “\(name)”: some rows are in its -wal file still; copy both"
    case .failure(let failure as SQLiteFailure):
      return "The -wal file of “\(name)” can't be emptied (\(failure.message)); copy both"
    case .failure: return "The -wal file of “\(name)” can't be emptied; copy both"
    }
  }

  /// The table or view of this name, without regard to the case of ASCII letters.
  /// - Throws: `TableError.unavailable` if the schema can't be read.
  package func table(named name: String) async throws -> (any RecordTable)? {
    if let catalog = file.withLock({ $0 }).unchangedCatalog {
      return catalog.entryOrUnion(named: name).map { SQLiteTable(database: self, name: $0.name) }
    }
    return try await answer { file, connection in
      try file.currentCatalog(on: connection).entryOrUnion(named: name).map {
        SQLiteTable(database: self, name: $0.name)
      }
    }
  }

  /// The file as it was last opened.
  var openFile: OpenFile { file.withLock { $0 } }

  /// Runs `work` on this thread under the small budget, and once more on a database thread if that was too short or a writer was in the way.
  /// - Parameter state: the file as it was found for this request; looked for if there is none.
  func answer<Result: Sendable>(
    in state: (file: OpenFile, label: DataVersion?)? = nil,
    _ work: @escaping @Sendable (OpenFile, SQLiteConnection) throws -> Result
  ) async throws -> Result {
    let (file, label) = try state ?? currentFile()
    do {
      let budget = UInt64(options.inlineBudgetMilliseconds * 1_000_000)
      return try file.pool.withInlineConnection(to: file, at: label, nanoseconds: budget, work)
    } catch let failure as SQLiteFailure where failure.isInterrupt || failure.isBusy {
      return try await answerOnThread(file, work)
    } catch let failure as SQLiteFailure {
      throw tableError(failure)
    }
  }

  /// The same for rows that a selection means. Rows that are searched for are found on threads for that: no budget stops a comparison with
  /// a pattern. A selection with conditions that a visitor wrote is answered as visitors' statements are: on their threads, on a connection
  /// that refuses whatever doesn't read, and with their limits.
  func answer<Result: Sendable>(
    about selection: RowSelection, _ work: @escaping @Sendable (OpenFile, SQLiteConnection) throws -> Result
  ) async throws -> Result {
    guard selection.hasLongSteps else { return try await answer(work) }
    let file = try currentFile().file
    return try await result(on: selection.expressions.isEmpty ? searchThreads : statementThreads) { [self] job in
      try onThisThread(job, file, about: selection) { try work(file, $0) }
    }
  }

  /// Runs `work` on a thread for what pages never wait for, for so many seconds.
  func aside<Result: Sendable>(
    seconds: Double, _ work: @escaping @Sendable (OpenFile, SQLiteConnection) throws -> Result
  ) async throws -> Result {
    let file = try currentFile().file
    return try await result(on: facetThreads) { [self] job in
      try onThisThread(job, file, nanoseconds: UInt64(max(seconds, 0) * 1e9)) { try work(file, $0) }
    }
  }

  /// Runs `work` on a thread for facets.
  func onFacetThread<Result: Sendable>(
    _ file: OpenFile, about selection: RowSelection,
    _ work: @escaping @Sendable (SQLiteConnection) throws -> Result
  ) async throws -> Result {
    try await result(on: facetThreads) { [self] job in
      try onThisThread(job, file, about: selection, nanoseconds: facetNanoseconds, work)
    }
  }

  /// How long the exact counts of a facet may take.
  var facetNanoseconds: UInt64 { UInt64(max(options.facetTimeLimitSeconds, 0) * 1e9) }

  private func result<Result: Sendable>(
    on threads: WorkThreads, seconds: Double? = nil, _ work: @escaping @Sendable (WorkJob) throws -> Result
  ) async throws -> Result {
    try await threads.run(
      timeLimit: seconds ?? options.timeLimitSeconds,
      busy: "The database “\(name)” has too many requests; try again in a moment.", work)
  }

  /// Runs `work` on a database thread at once: for what is known to take longer.
  /// - Parameters:
  ///   - file: the file as it was found for this request; looked for if there is none.
  ///   - seconds: what it may take; as much as any other work unless it is said.
  func answerOnThread<Result: Sendable>(
    _ file: OpenFile? = nil, seconds: Double? = nil,
    _ work: @escaping @Sendable (OpenFile, SQLiteConnection) throws -> Result
  ) async throws -> Result {
    let (file, seconds) = (try file ?? currentFile().file, seconds ?? options.timeLimitSeconds)
    return try await result(on: threads, seconds: seconds) { [self] job in
      try onThisThread(job, file, nanoseconds: UInt64(max(seconds, 0) * 1e9)) { try work(file, $0) }
    }
  }

  /// Runs `work` on a thread that pages don't wait for, unless too much is waiting there.
  /// - Parameter end: is called behind the work, and also where the work never begins.
  func count<Value: Sendable>(
    _ file: OpenFile, about selection: RowSelection, nanoseconds: UInt64,
    _ work: @escaping @Sendable (SQLiteConnection) throws -> Value,
    end: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    let busy = TableError.busy("Too many rows are being counted; try again in a moment.")
    let job = WorkJob { failure in
      // Work that is overdue still ends by itself.
      if failure == .neverBegun { end(.failure(busy)) }
    } _: { [self] job in
      let result = Result { try onThisThread(job, file, about: selection, nanoseconds: nanoseconds, work) }
      return WorkCallback { end(result) }
    }
    if !countThreads.offer(job) { end(.failure(busy)) }
  }

  private func onThisThread<Result>(
    _ job: WorkJob, _ file: OpenFile, about selection: RowSelection = .everything, nanoseconds: UInt64? = nil,
    _ work: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    guard selection.expressions.isEmpty else {
      return try onStatementConnection(job, file, nanoseconds: nanoseconds, work)
    }
    do {
      return try file.pool.withConnection(
        isInline: false, nanoseconds: nanoseconds ?? UInt64(options.timeLimitSeconds * 1e9),
        busyMilliseconds: options.busyMilliseconds, job: job
      ) {
        $0.startLabel = file.label()
        return try work($0)
      }
    } catch let failure as SQLiteFailure {
      throw tableError(failure)
    }
  }

  private func onStatementConnection<Result>(
    _ job: WorkJob, _ file: OpenFile, nanoseconds: UInt64?, _ work: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try checkStatements()
    do {
      return try file.statementConnections.withConnection(
        nanoseconds: nanoseconds ?? UInt64(options.timeLimitSeconds * 1e9), busyMilliseconds: options.busyMilliseconds,
        valueBytes: ConnectionLimits.conditionValueBytes, job: job
      ) {
        $0.startLabel = file.label()
        return try work($0)
      }
    } catch let failure as SQLiteFailure {
      throw failure.expressionError() ?? tableError(failure)
    }
  }

  func tableError(_ failure: SQLiteFailure) -> TableError {
    failure.tableError(in: name, timeLimit: options.timeLimitSeconds)
  }

  /// The file that the path leads to now, and its label: another file is opened anew, with nothing known of it.
  func currentFile() throws -> (file: OpenFile, label: DataVersion?) {
    let current = file.withLock { $0 }
    switch current.look() {
    case .label(let label): return (current, label)
    case .unclear: return (current, nil)
    case .lacksIndex:
      current.watchIndex()
      return (current, current.label())
    case .replaced: break
    }
    let opened = try Self.openFile(location, name: name, options: options, current.history)
    file.withLock { $0 = opened }
    return (opened, opened.label())
  }
}
