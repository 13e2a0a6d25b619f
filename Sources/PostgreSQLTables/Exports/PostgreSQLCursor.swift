internal import SQLTables
internal import Synchronization
internal import TableModel

/// Reads a table to its end in steps, with a cursor of the server's, within one transaction on a connection of its own: every row is of the
/// state that the data had when the cursor was opened.
///
/// The server keeps what others delete meanwhile, so that a cursor has a time limit, whether it is asked or not.
final class PostgreSQLCursor: RecordCursor {
  let schema: RecordSchema
  private let lease: ConnectionLease
  private let database: PostgreSQLDatabase
  private let deadline: UInt64
  private let isFinished = Atomic<Bool>(false)
  /// Rows of a step.
  private static let stepRows = 500

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
    // A cursor's statement has no parameters of its own in the protocol, but those of DECLARE are its.
    let declaration = PostgreSQLRequest(
      sql: "DECLARE rows NO SCROLL CURSOR FOR \(request.sql)", values: request.values)
    _ = try await lease.answers(
      to: [
        PostgreSQLRequest("BEGIN"), .timeLimit(milliseconds: Int(seconds * 1000)),
        declaration,
      ], nanoseconds: remaining)
  }

  private var remaining: UInt64 {
    let now = WorkBudget.now()
    return deadline > now ? deadline - now : 0
  }

  func next() async throws -> RecordPage? {
    guard !isFinished.load(ordering: .relaxed) else { return nil }
    do {
      guard remaining > 0 else { throw PostgreSQLFailure.overdue }
      let answers = try await lease.answers(
        to: [PostgreSQLRequest("FETCH \(Self.stepRows) FROM rows", recurs: true)], nanoseconds: remaining)
      guard let rows = answers.first, rows.count > 0 else {
        isFinished.store(true, ordering: .relaxed)
        lease.end()
        return nil
      }
      return try page(rows)
    } catch let failure as PostgreSQLFailure {
      lease.end()
      throw failure.tableError(in: database.name, timeLimit: database.options.exportTimeLimitSeconds)
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
