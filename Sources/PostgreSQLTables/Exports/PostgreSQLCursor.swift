import BoundedWork
internal import SQLTables
internal import Synchronization
internal import TableModel

/// Reads a table to its end by one statement on a connection of its own, so that every row is of the state that the data had when it began. The
/// server sends rows as they are read here, and waits meanwhile: both hold no more than a few of them.
///
/// The server keeps what others delete meanwhile, so that a cursor has a time limit, whether it is asked or not.
final class PostgreSQLCursor: RecordCursor {
  let schema: RecordSchema
  private let lease: ConnectionLease
  private let database: PostgreSQLDatabase
  private let deadline: UInt64
  private let stream: RowStream
  private let isFinished = Atomic<Bool>(false)
  /// What a step holds at most, but for its last row.
  private static let stepBytes = 256 << 10

  /// - Parameters:
  ///   - request: reads all rows; its first columns are the fields of `schema`.
  init(
    _ schema: RecordSchema, _ request: PostgreSQLRequest, _ lease: ConnectionLease, _ database: PostgreSQLDatabase
  ) async throws {
    self.schema = schema
    self.lease = lease
    self.database = database
    let seconds = database.options.exportTimeLimitSeconds
    deadline = WorkBudget.now() &+ UInt64(seconds * 1e9)
    lease.endsAfter(seconds: seconds)
    var request = request
    request.byteLimit = .max
    stream = try await lease.stream(
      request, after: [.timeLimit(milliseconds: Int(seconds * 1000))], until: deadline)
  }

  func next() async throws -> RecordPage? {
    guard !isFinished.load(ordering: .relaxed) else { return nil }
    do {
      guard WorkBudget.now() < deadline, !lease.isOver else { throw PostgreSQLFailure.overdue }
      let count = RecordPageBuilder.stepRows(fieldCount: schema.fieldCount)
      guard let rows = try await stream.rows(bytes: Self.stepBytes, count: count, until: deadline) else {
        isFinished.store(true, ordering: .relaxed)
        lease.end()
        return nil
      }
      return try page(rows)
    } catch let failure as PostgreSQLFailure {
      let isOverdue = WorkBudget.now() >= deadline || lease.isOver
      lease.end()
      throw (isOverdue ? .overdue : failure).tableError(
        in: database.name, timeLimit: database.options.exportTimeLimitSeconds)
    }
  }

  private func page(_ rows: PostgreSQLRows) throws -> RecordPage {
    let limit = database.options.rowByteLimit
    var builder = RecordPageBuilder(
      fieldCount: schema.fieldCount, rows: rows.count, byteCapacity: 32 * 1024, limit: .max)
    let appending = RowAppending(width: schema.fieldCount, textBytes: .max, blobLengths: [], byteLimit: limit)
    for row in 0..<rows.count { _ = try appending.append(rows, row, to: &builder) }
    return builder.finish(schema)
  }
}
