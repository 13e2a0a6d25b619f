internal import SQLTables
internal import Synchronization
internal import TableModel

extension PostgreSQLDatabase {
  /// The audit, as the schema was when it was last read.
  package var auditTable: String? {
    guard let relation = knownSchema?.relation(named: AuditLine.tableName), relation.schema == AuditTable.schema else {
      return nil
    }
    return relation.name
  }

  /// Makes the table of the audit, unless it is there.
  /// - Throws: `TableError.unavailable` if changes couldn't be written down, `PostgreSQLFailure` if the server can't be reached, or takes no changes.
  func prepareAudit() async throws {
    guard options.keepsAudit, options.isWritable, !isAuditReady.load(ordering: .acquiring) else { return }
    do {
      if try await look().isThere == false {
        try await writers.change(AuditTable.creation, seconds: options.writeTimeLimitSeconds)
      }
      let state = try await look()
      guard state.takesLines else { throw auditError("the server's user may not insert rows into it") }
      guard state.isCounted else { throw auditError("it needs the server's setting track_counts, which is off") }
      isAuditReady.store(true, ordering: .releasing)
    } catch let failure as PostgreSQLFailure where !failure.isDisconnection && !failure.isReadOnlyServer {
      throw auditError(failure.message)
    }
  }

  /// Looks again, before the next change, whether the table is there: somebody may have dropped it.
  func forgetAudit() { isAuditReady.store(false, ordering: .releasing) }

  private func look() async throws -> (isThere: Bool, takesLines: Bool, isCounted: Bool) {
    let nanoseconds = UInt64(options.writeTimeLimitSeconds * 1e9)
    let rows = try await writers.withConnection {
      try await $0.answers(to: [AuditTable.look], nanoseconds: nanoseconds)
    }[0]
    return (rows.integer(0, 0) != 0, rows.integer(0, 1) != 0, rows.integer(0, 2) != 0)
  }

  private func auditError(_ reason: String) -> TableError {
    .unavailable(
      "The audit of the database “\(name)”, the table \(AuditTable.fullName), can't be made or written: \(reason)")
  }
}
