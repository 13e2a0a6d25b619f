internal import SQLTables
internal import TableModel

/// Where rows are read: at the servers that follow, if there are any, unless what the visitor has changed isn't there yet.
extension PostgreSQLDatabase {
  /// A replica can't answer what the server that takes changes can.
  private struct NotThere: Error {}

  /// How far a replica has to be for the request that is answered; `nil` if none is good enough.
  private var neededPosition: LogPosition? {
    guard let own = OwnChanges.current else { return .start }
    guard !own.mayChange else { return nil }
    return own.position(in: name).map(LogPosition.init(number:)) ?? .start
  }

  /// Reads something, at a replica where that is right. What one can't do is done by the server that takes changes: nothing is changed that
  /// could be done twice.
  func read<Result: Sendable>(
    _ purpose: ReadingPools.Purpose, _ work: @Sendable (PostgreSQLConnection) async throws -> Result
  ) async throws -> Result {
    guard let replicas, let position = neededPosition, replicas.mayBeRead() else {
      return try await pools[purpose].withConnection(work)
    }
    do {
      return try await replicas.pools[purpose].withConnection { connection in
        do {
          guard try await reaches(position, connection) else { throw NotThere() }
          return try await work(connection)
        } catch is PostgreSQLFailure where connection.isSilent {
          replicas.noteFailure()
          throw NotThere()
        } catch let failure as PostgreSQLFailure where failure.isCollision {
          // What it replays stood in the way (https://www.postgresql.org/docs/15/hot-standby.html#HOT-STANDBY-CONFLICT).
          throw NotThere()
        }
      }
    } catch let failure as PostgreSQLFailure where failure.isDisconnection {
      replicas.noteFailure()
    } catch is NotThere {}
    return try await pools[purpose].withConnection(work)
  }

  /// A connection for longer, in the same way.
  func lease(_ purpose: ReadingPools.Purpose) async throws -> ConnectionLease {
    if let replicas, let position = neededPosition, replicas.mayBeRead() {
      do {
        let pool = replicas.pools[purpose], connection = try await pool.take()
        if (try? await reaches(position, connection)) == true { return ConnectionLease(connection, of: pool) }
        pool.giveBack(connection)
      } catch let failure as PostgreSQLFailure where failure.isDisconnection {
        replicas.noteFailure()
      }
    }
    let pool = pools[purpose]
    return ConnectionLease(try await pool.take(), of: pool)
  }

  private func reaches(_ position: LogPosition, _ connection: PostgreSQLConnection) async throws -> Bool {
    try await connection.hasReached(position, nanoseconds: UInt64(options.timeLimitSeconds * 1e9))
  }

  /// The state of the data; `nil` where it can't be told, or the visitor's own changes may not be in it.
  func currentState() async -> DataVersion? {
    guard let replicas else { return await versions.version() }
    guard let position = neededPosition, replicas.mayBeRead() else { return nil }
    return await versions.version(behind: position)
  }

  /// Notes how far the database is behind a change, so that whoever made it sees it from now on.
  func noteOwnChange(over connection: PostgreSQLConnection) async {
    guard whole.replicas != nil, let own = OwnChanges.current else { return }
    let nanoseconds = UInt64(options.writeTimeLimitSeconds * 1e9)
    let rows = try? await connection.answers(to: [LogPosition.questionAlone], nanoseconds: nanoseconds).first
    // It is stored, whatever became of the question.
    own.note((LogPosition(rows) ?? .unknown).number, in: name)
  }
}
