internal import CPostgreSQL
internal import Glibc
package import SQLTables
package import TableModel

/// A connection for a program that does one thing after the other: it writes, and waits for each answer. Pages never use it.
///
/// Pointers: `handle` is open until `deinit`, results are cleared before a function returns; whoever makes a session uses it on one thread at a time.
package final class CopySession {
  private let handle: OpaquePointer
  /// What the database is called there.
  package let databaseName: String

  /// Connects.
  /// - Throws: `TableError.unavailable` with libpq's reason, without the address.
  package init(_ address: String) throws(TableError) {
    do {
      let server = try ServerAddress(address)
      databaseName = server.databaseName
      handle = try server.open()
    } catch {
      throw .unavailable("can't connect to PostgreSQL: \(Self.oneLine(error.message))")
    }
    cpostgresql_ignore_notices(handle)
    if let server = try? ConnectedServer(handle), server.isShared {
      throw .unavailable(
        "this address leads to a pooler, which ends what is set for a connection: give the address of the PostgreSQL server"
      )
    }
    try execute(SessionSettings.textForms.statements + "; SET statement_timeout = 0; SET synchronize_seqscans = off")
  }

  deinit { PQfinish(handle) }

  /// Runs statements without values; several are one transaction unless they say otherwise.
  package func execute(_ sql: String) throws(TableError) {
    let result = PQexec(handle, sql)
    defer { PQclear(result) }
    guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY].contains(PQresultStatus(result)) else {
      throw failure(result)
    }
  }

  /// The rows of a statement with `$1`, `$2`, …, each value as the server writes it; `nil` for null. For a few rows.
  package func rows(_ sql: String, _ values: [SQLValue] = []) throws(TableError) -> [[String?]] {
    let texts = try ParameterTexts(values)
    let result = PQexecParams(handle, sql, texts.count, nil, texts.addresses.baseAddress, nil, nil, 0)
    defer { PQclear(result) }
    guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else { throw failure(result) }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in
        PQgetisnull(result, row, column) != 0 ? nil : String(cString: PQgetvalue(result, row, column))
      }
    }
  }

  /// Runs `body` within a transaction.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // Where the connection is gone, so is the transaction.
      try? execute("ROLLBACK")
      throw error
    }
  }

  // MARK: COPY

  /// Begins to send rows; `sql` is a `COPY … FROM STDIN` (https://www.postgresql.org/docs/15/libpq-copy.html).
  package func beginSending(_ sql: String) throws(TableError) {
    let result = PQexec(handle, sql)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COPY_IN else { throw failure(result) }
  }

  /// Sends what a buffer holds, and empties it.
  package func send(_ buffer: CopyBuffer) throws(TableError) {
    let isSent = PQputCopyData(handle, buffer.start.assumingMemoryBound(to: CChar.self), Int32(buffer.count)) == 1
    buffer.clear()
    // What the server didn't like of the rows it says at the end.
    guard isSent else { return try endSending() }
  }

  /// Ends sending: the rows are stored, or none of those since `beginSending`.
  package func endSending() throws(TableError) {
    guard PQputCopyEnd(handle, nil) == 1 else { throw failure(nil) }
    try finish()
  }

  /// Reads the rows of a `COPY … TO STDOUT`, piece by piece as the server sends them.
  package func receive(_ sql: String, piece: (RawSpan) throws -> Void) throws {
    let result = PQexec(handle, sql)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COPY_OUT else { throw failure(result) }
    var bytes: UnsafeMutablePointer<CChar>?
    while true {
      let count = PQgetCopyData(handle, &bytes, 0)
      guard count > 0 else {
        guard count == -1 else { throw failure(nil) }
        return try finish()
      }
      defer { PQfreemem(bytes) }
      do {
        try piece(UnsafeRawBufferPointer(start: bytes, count: Int(count)).bytes)
      } catch {
        // Nobody reads the rest.
        cancel()
        while true {
          var rest: UnsafeMutablePointer<CChar>?
          guard PQgetCopyData(handle, &rest, 0) > 0 else { break }
          PQfreemem(rest)
        }
        while let result = PQgetResult(handle) { PQclear(result) }
        throw error
      }
    }
  }

  private func cancel() {
    guard let cancel = PQgetCancel(handle) else { return }
    defer { PQfreeCancel(cancel) }
    var reason = [CChar](repeating: 0, count: 256)
    _ = PQcancel(cancel, &reason, Int32(reason.count))
  }

  private func finish() throws(TableError) {
    var failure: TableError?
    while let result = PQgetResult(handle) {
      if failure == nil, PQresultStatus(result) != PGRES_COMMAND_OK { failure = self.failure(result) }
      PQclear(result)
    }
    if let failure { throw failure }
  }

  private func failure(_ result: OpaquePointer?) -> TableError {
    guard PQstatus(handle) == CONNECTION_OK else { return .unavailable("the connection to PostgreSQL is lost") }
    guard result != nil else { return .unavailable(Self.oneLine(String(cString: PQerrorMessage(handle)))) }
    return .unavailable(Self.oneLine(PostgreSQLFailure(result).message))
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.filter { $0 != "\t" } }.joined(separator: "; ")
  }
}
