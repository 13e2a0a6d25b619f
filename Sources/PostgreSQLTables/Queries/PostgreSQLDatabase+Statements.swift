internal import SQLTables
package import TableModel

extension PostgreSQLDatabase: StatementDatabase {
  /// Runs a statement that reads, on a connection of its own, which is closed behind it: pages don't wait for it, and nothing that it does to
  /// its session reaches another one.
  package func result(of statement: QueryStatement) async throws -> StatementResult {
    guard !isPart else { throw TableError.badRequest("Custom queries require permission to read the whole database") }
    let read = try VisitorStatement(statement.text)
    let seconds = statement.timeLimit(within: options.timeLimitSeconds)
    let limit = PostgreSQLRequest.timeLimit(milliseconds: Int(seconds * 1000))
    let nanoseconds = UInt64(seconds * 1e9)
    do {
      let lease = try await lease(.statements)
      defer { lease.end() }
      let reader = StatementReader(query: statement, statement: read, memory: options.pageMemory) { requests in
        Array(try await lease.answers(to: [limit] + requests, nanoseconds: nanoseconds).dropFirst())
      }
      return try await reader.result()
    } catch let failure as PostgreSQLFailure {
      throw failure.tableError(in: name, timeLimit: seconds)
    }
  }

  /// How long a statement may run, in seconds.
  package var statementTimeLimit: Double { options.timeLimitSeconds }
}
