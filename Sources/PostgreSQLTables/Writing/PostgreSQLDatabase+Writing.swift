internal import SQLTables
internal import TableModel

extension PostgreSQLDatabase {
  /// How often changes are made anew that others were in the way of.
  private static let attemptLimit = 4

  /// Does something in one transaction. When this returns, it is stored for good, unless it is only tried.
  /// - Throws: `RecordChangeError` for what the asker can mend, else `TableError`.
  func write<Result: Sendable>(
    by author: ChangeAuthor, isTrial: Bool = false, _ work: (WriteTransaction) async throws -> Result
  ) async throws -> Result {
    var attempt = 0
    while true {
      attempt += 1
      do {
        try await prepareAudit()
        return try await writeOnce(by: author, isTrial: isTrial, work)
      } catch let failure as PostgreSQLFailure where attempt < Self.attemptLimit && failure.isCollision {
        continue
      } catch let failure as PostgreSQLFailure where attempt == 1 && failure.isDisconnection {
        // It had not been told to store anything yet: another server may be the one that takes changes by now.
        continue
      } catch let failure as PostgreSQLFailure where attempt == 1 && failure.isSchemaMismatch && failure.code != "42501"
      {
        forgetAudit()
        _ = try await readSchema()
      } catch let failure as PostgreSQLFailure {
        throw failure.writingError(in: name, timeLimit: options.writeTimeLimitSeconds)
      }
    }
  }

  private func writeOnce<Result: Sendable>(
    by author: ChangeAuthor, isTrial: Bool, _ work: (WriteTransaction) async throws -> Result
  ) async throws -> Result {
    let connection = try await beginning()
    let transaction = WriteTransaction(self, connection, by: author)
    do {
      if options.keepsAudit, !isTrial { try await transaction.beginAudit() }
      let result = try await work(transaction)
      try await transaction.endAudit()
      if isTrial {
        try await transaction.rollBack()
      } else {
        try await transaction.commit()
        await noteOwnChange(over: connection)
      }
      writers.giveBack(connection)
      return result
    } catch {
      try? await transaction.rollBack()
      defer { writers.giveBack(connection) }
      guard let broken = error as? BrokenRule else { throw error }
      throw RecordChangeError.invalid([await broken.problem { try await transaction.ask($0, $1) }])
    }
  }

  /// A connection on which a transaction has begun. One that turns out to be gone by then is replaced: nothing has been done on it.
  private func beginning() async throws -> PostgreSQLConnection {
    let limit = Int(options.writeTimeLimitSeconds * 1000)
    let requests = [PostgreSQLRequest.beginningOfChanges, .timeLimit(milliseconds: limit)]
    var isFirst = true
    while true {
      let connection = try await writers.take()
      do {
        _ = try await connection.answers(to: requests, nanoseconds: UInt64(limit) * 1_000_000)
        address.hosts.note(connection.host, isPrimary: true)
        return connection
      } catch let failure as PostgreSQLFailure where (failure.isDisconnection || failure.isReadOnlyServer) && isFirst {
        writers.lose(connection, failure)
        isFirst = false
      } catch {
        writers.lose(connection, error as? PostgreSQLFailure)
        throw error
      }
    }
  }
}

extension PostgreSQLFailure {
  /// Others changed the same rows at the same time: what was begun is taken back, and may succeed now.
  var isCollision: Bool { code == "40001" || code == "40P01" }

  /// The values of a change are what is wrong.
  var isBrokenRule: Bool { ["22", "23"].contains(code.prefix(2)) || ["P0001", "428C9", "54000"].contains(code) }

  /// The failure for somebody who wants to write, without addresses or statements.
  fileprivate func writingError(in name: String, timeLimit: Double) -> any Error {
    switch code {
    case _ where isDisconnection:
      TableError.unavailable("The database “\(name)” can't be reached at the moment; nothing was changed.")
    case "25006": TableError.unavailable("The database “\(name)” is read-only at the moment; nothing was changed.")
    case "42501":
      RecordChangeError.refused("The database doesn't let the server's user change this; nothing was changed.")
    case "53100": TableError.unavailable("The disk of the database “\(name)” is full; nothing was changed.")
    case "57014", "55P03": TableError.timeLimitReached(seconds: timeLimit)
    case _ where ["42", "0A", "2D", "55"].contains(code.prefix(2)):
      RecordChangeError.refused("Can't be stored: \(message).")
    default: tableError(in: name, timeLimit: timeLimit)
    }
  }
}
