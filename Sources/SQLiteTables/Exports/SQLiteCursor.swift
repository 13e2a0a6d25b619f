import BoundedWork
internal import SQLTables
internal import Synchronization
internal import TableModel

/// Reads a table to its end with one statement, within one read transaction on a connection of its own: every row is of the state that
/// the file had when the cursor was opened.
///
/// In WAL mode a reader keeps the log from being written back behind its state, so that a cursor has a time limit from its opening on,
/// whether it is asked or not: a client that reads slowly, or not at all, does not let the log grow for ever.
final class SQLiteCursor: RecordCursor {
  /// A statement under way. Unchecked: it is reached through the cursor's mutex alone.
  private final class Reading: @unchecked Sendable {
    let connection: SQLiteConnection
    private var statement: SQLiteStatement?
    /// Whether the statement has told that there are no more rows; asked again, it would begin anew.
    private var isAtEnd = false
    private let place: ExportThreads.Place

    init(_ connection: SQLiteConnection, _ statement: SQLiteStatement, _ place: ExportThreads.Place) {
      self.connection = connection
      self.statement = statement
      self.place = place
    }

    /// Goes to the next row, and answers the statement that stands on it; `nil` behind the last.
    func step() throws -> SQLiteStatement? {
      guard !isAtEnd, let statement else { return nil }
      if try statement.step() { return statement }
      isAtEnd = true
      return nil
    }

    /// The statement goes before the connection that it belongs to.
    deinit { statement = nil }
  }

  private enum State {
    case reading(Reading)
    case finished
    case expired
  }

  let schema: RecordSchema
  private let state: Mutex<State>
  private let threads: ExportThreads
  private let timeLimit: Double
  private let databaseName: String
  /// How large a row may be. What a step holds is not counted among answers: there are so many exports, and each has two steps in memory.
  private let rowByteLimit: Int
  private let isCancelled: Atomic<Bool>
  private let isExpired = Atomic<Bool>(false)
  private let timer = Mutex<Task<Void, Never>?>(nil)
  /// A step ends with so many rows, or as soon as it has so many bytes of texts.
  private let stepRows: Int
  static let stepBytes = 128 * 1024

  /// - Parameters:
  ///   - connection: one that nobody else uses, with a transaction begun and its time limit running.
  ///   - statement: with its values bound; its first columns are the fields of `schema`.
  init(
    _ schema: RecordSchema, _ connection: SQLiteConnection, _ statement: SQLiteStatement, _ place: ExportThreads.Place,
    _ threads: ExportThreads, timeLimit: Double, databaseName: String, rowByteLimit: Int
  ) {
    self.rowByteLimit = rowByteLimit
    self.schema = schema
    stepRows = RecordPageBuilder.stepRows(fieldCount: schema.fieldCount)
    self.threads = threads
    self.timeLimit = timeLimit
    self.databaseName = databaseName
    isCancelled = Atomic(false)
    state = Mutex(.reading(Reading(connection, statement, place)))
    connection.budget.isCancelled = { [weak self] in self?.isCancelled.load(ordering: .relaxed) ?? true }
    let timer = Task { [weak self] in
      try? await Task.sleep(for: .seconds(timeLimit))
      self?.expire()
    }
    self.timer.withLock { $0 = timer }
  }

  deinit { timer.withLock { $0?.cancel() } }

  func next() async throws -> RecordPage? {
    try await withTaskCancellationHandler {
      try await threads.run(timeLimit: timeLimit) { try self.step($0) }
    } onCancel: {
      // Whoever asked has gone: a scan that finds little would go on for nothing.
      isCancelled.store(true, ordering: .relaxed)
    }
  }

  private func step(_ job: WorkJob) throws -> RecordPage? {
    do {
      let page = try state.withLock { state in
        switch state {
        case .finished: return RecordPage?.none
        case .expired: throw TableError.timeLimitReached(seconds: timeLimit)
        case .reading(let reading): return try read(reading, job)
        }
      }
      // The time was up while the step held the state.
      if isExpired.load(ordering: .sequentiallyConsistent) { end(.expired) }
      if page == nil { end(.finished) }
      return page
    } catch let failure as SQLiteFailure {
      end(failure.isInterrupt ? .expired : .finished)
      throw failure.tableError(in: databaseName, timeLimit: timeLimit)
    }
  }

  private func read(_ reading: Reading, _ job: WorkJob) throws -> RecordPage? {
    try job.watching(reading.connection) {
      var builder = RecordPageBuilder(
        fieldCount: schema.fieldCount, rows: stepRows, byteCapacity: Self.stepBytes / 4,
        limit: stepRows * schema.fieldCount * MemoryLayout<RecordField>.stride + Self.stepBytes + rowByteLimit)
      let appending = RowAppending(
        width: Int32(schema.fieldCount), textBytes: .max, blobLengths: [], blobStarts: nil, byteLimit: rowByteLimit)
      var rowCount = 0
      while rowCount < stepRows, builder.bytesUsed < Self.stepBytes, let row = try reading.step() {
        guard try appending.fill(row, into: &builder) else { throw appending.tooLarge }
        rowCount += 1
      }
      return rowCount > 0 ? builder.finish(schema) : nil
    }
  }

  /// Ends the reading unless a step is at it, which ends it then: the timer must not wait for what may take long.
  private func expire() {
    isExpired.store(true, ordering: .sequentiallyConsistent)
    let ended = state.withLockIfAvailable { state -> State in
      defer { if case .reading = state { state = .expired } }
      return state
    }
    // The last reference: closed here, outside of the lock.
    _ = consume ended
  }

  /// Closes the connection, and with it the transaction, unless that has been done.
  private func end(_ last: State) {
    let ended = state.withLock { state -> State? in
      guard case .reading = state else { return nil }
      defer { state = last }
      return state
    }
    // The last reference: closed here, outside of the lock.
    _ = consume ended
  }
}
