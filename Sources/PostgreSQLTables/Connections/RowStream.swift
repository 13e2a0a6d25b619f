internal import CPostgreSQL
internal import TableModel

/// The answers to what was sent together, one after the other. Read by the task that has the connection, which is of no more use where this isn't
/// read to its end.
///
/// Unchecked: like its connection, one task has it at a time.
final class RowStream: @unchecked Sendable {
  /// What was sent.
  enum Command: Sendable {
    case preparation(of: String)
    case query(byteLimit: Int?)
    /// What nobody asked for; see `TransactionFrame`.
    case frame
  }

  private let connection: PostgreSQLConnection
  private let handle: OpaquePointer
  private let commands: [Command]
  private var position = 0
  private var isAtBeginning = true
  private var isOver = false
  private var failure: PostgreSQLFailure?

  init(_ connection: PostgreSQLConnection, _ handle: OpaquePointer, _ commands: [Command]) {
    (self.connection, self.handle, self.commands) = (connection, handle, commands)
  }

  /// All rows that the next query answered, or those within its limit; `nil` behind the last query.
  func next(until deadline: UInt64) async throws -> PostgreSQLRows? {
    var results = Results()
    while let result = try await result(until: deadline) {
      switch result {
      case .rows(let rows, let isSingle):
        // Two rows at least: one may be that which a page leads away from. Whether there are more is only known from the next.
        if let limit = byteLimit, results.byteCount > limit, results.rowCount > 1, PQntuples(rows) > 0 {
          PQclear(rows)
          return results.rows(isCut: true)
        }
        results.append(rows, isSingle: isSingle)
      case .end: return results.rows(isCut: false)
      }
    }
    return nil
  }

  /// Some of the next rows of the last query: as many as come to so many bytes; `nil` behind the last.
  func rows(bytes: Int, count: Int, until deadline: UInt64) async throws -> PostgreSQLRows? {
    var results = Results()
    while !isOver, let result = try await result(until: deadline) {
      guard case .rows(let rows, let isSingle) = result else { continue }
      results.append(rows, isSingle: isSingle)
      if results.byteCount >= bytes || results.rowCount >= count { break }
    }
    return results.rowCount > 0 ? results.rows(isCut: false) : nil
  }

  private var byteLimit: Int? {
    if position < commands.count, case .query(let limit) = commands[position] { limit } else { nil }
  }

  private enum Result {
    case rows(OpaquePointer, isSingle: Bool)
    /// The end of a query's rows.
    case end
  }

  /// The next result of a query; `nil` at the end of all.
  private func result(until deadline: UInt64) async throws -> Result? {
    while !isOver {
      if isAtBeginning {
        isAtBeginning = false
        // For each query anew, before its first row is asked for (https://www.postgresql.org/docs/15/libpq-single-row-mode.html).
        if byteLimit != nil { PQsetSingleRowMode(handle) }
      }
      while PQisBusy(handle) != 0 { try await connection.wait(.reading, until: deadline) }
      guard let result = PQgetResult(handle) else {
        // One follows each command's results.
        let command = position < commands.count ? commands[position] : nil
        position += 1
        isAtBeginning = true
        guard position <= commands.count, PQstatus(handle) == CONNECTION_OK else { throw connection.broken() }
        if case .query = command, failure == nil { return .end }
        continue
      }
      switch PQresultStatus(result) {
      case PGRES_PIPELINE_SYNC:
        PQclear(result)
        isOver = true
        if let failure { throw failure }
      case PGRES_SINGLE_TUPLE: return .rows(result, isSingle: true)
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
        if position < commands.count, case .query(let limit) = commands[position] {
          return .rows(result, isSingle: limit != nil)
        }
        PQclear(result)
      default:
        if failure == nil, PQresultStatus(result) != PGRES_PIPELINE_ABORTED { failure = PostgreSQLFailure(result) }
        PQclear(result)
        connection.forgetNames(of: commands[min(position, commands.count)...])
        if PQstatus(handle) != CONNECTION_OK { throw connection.broken() }
      }
    }
    return nil
  }
}

/// Results that are put together.
private struct Results: ~Copyable {
  private var results: [OpaquePointer] = []
  private var isSingle = false
  private(set) var byteCount = 0
  private(set) var rowCount = 0

  mutating func append(_ result: OpaquePointer, isSingle: Bool) {
    results.append(result)
    self.isSingle = isSingle
    let rows = PQntuples(result)
    rowCount += Int(rows)
    // Where there is no limit, nobody asks.
    guard isSingle, rows > 0 else { return }
    for column in 0..<PQnfields(result) { byteCount += Int(PQgetlength(result, 0, column)) }
  }

  mutating func rows(isCut: Bool) -> PostgreSQLRows {
    defer { results = [] }
    return PostgreSQLRows(results, isSingle: isSingle, isCut: isCut)
  }

  deinit { for result in results { PQclear(result) } }
}
