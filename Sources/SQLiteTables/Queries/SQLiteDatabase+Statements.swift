public import TableModel

extension SQLiteDatabase: StatementDatabase {
  /// Runs a statement that reads, on a connection whose authorizer refuses everything else, and on threads of its own:
  /// however many statements are slow, pages don't wait for them.
  public func result(of statement: QueryStatement) async throws -> StatementResult {
    try checkStatements()
    let file = try currentFile().file
    return try await withUnsafeThrowingContinuation { continuation in
      let isAccepted = statementThreads.offer { [self] in
        continuation.resume(with: Result { try result(of: statement, in: file) })
      }
      if !isAccepted {
        continuation.resume(
          throwing: TableError.busy("As many statements are being run as there may be; try again in a moment."))
      }
    }
  }

  /// How long a statement may run, in seconds.
  public var statementTimeLimit: Double { options.timeLimitSeconds }

  private func result(of statement: QueryStatement, in file: OpenFile) throws -> StatementResult {
    do {
      return try file.statementConnections.withConnection(
        nanoseconds: UInt64(options.timeLimitSeconds * 1e9), busyMilliseconds: options.busyMilliseconds
      ) { try StatementReader(connection: $0, statement: statement).result() }
    } catch let failure as SQLiteFailure {
      throw tableError(failure)
    }
  }
}
