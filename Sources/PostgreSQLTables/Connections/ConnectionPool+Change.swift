extension ConnectionPool {
  /// Does something in one transaction: all of it, or nothing.
  func change(_ requests: [PostgreSQLRequest], seconds: Double) async throws {
    let whole = [.beginningOfChanges] + requests + [PostgreSQLRequest("COMMIT")]
    let nanoseconds = UInt64(seconds * 1e9)
    try await withConnection { connection in
      do {
        _ = try await connection.answers(to: whole, nanoseconds: nanoseconds)
      } catch let failure as PostgreSQLFailure where !failure.isDisconnection {
        // What was begun goes with it.
        _ = try? await connection.answers(to: [PostgreSQLRequest("ROLLBACK")], nanoseconds: nanoseconds)
        throw failure
      }
    }
  }
}
