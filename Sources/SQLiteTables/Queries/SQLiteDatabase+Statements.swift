import BoundedWork
package import TableModel

extension SQLiteDatabase: StatementDatabase {
  /// Runs a statement that reads, on a connection whose authorizer refuses everything else, and on threads of its own:
  /// however many statements are slow, pages don't wait for them. One that nothing can stop is left to itself behind its time limit, and
  /// its place taken by another thread.
  package func result(of statement: QueryStatement) async throws -> StatementResult {
    try checkStatements()
    let file = try currentFile().file
    return try await statementThreads.run(
      timeLimit: statement.timeLimit(within: options.timeLimitSeconds),
      busy: "Too many queries are running; try again in a moment."
    ) { [self] job in try result(of: statement, in: file, job) }
  }

  /// How long a statement may run, in seconds.
  package var statementTimeLimit: Double { options.timeLimitSeconds }

  private func result(
    of statement: QueryStatement, in file: OpenFile, _ job: WorkJob
  ) throws -> StatementResult {
    let seconds = statement.timeLimit(within: options.timeLimitSeconds)
    do {
      return try file.statementConnections.withConnection(
        nanoseconds: UInt64(seconds * 1e9), busyMilliseconds: options.busyMilliseconds,
        valueBytes: ConnectionLimits.statementValueBytes, job: job
      ) { try StatementReader(connection: $0, statement: statement, memory: options.pageMemory).result() }
    } catch let failure as SQLiteFailure {
      throw failure.tableError(in: name, timeLimit: seconds)
    }
  }
}
