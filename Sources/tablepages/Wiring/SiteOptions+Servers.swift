import Logging
import SQLTables
import TablePages

extension SiteOptions {
  /// The databases of PostgreSQL servers at these addresses. One that can't be reached at the moment is served once it can.
  /// - Throws: `CommandFailure` for an address that can't be read, or that the server refuses.
  func servers(
    _ addresses: [String], like files: SQLiteDatabase.Options, _ logger: Logger
  ) async throws -> [PostgreSQLDatabase] {
    guard !addresses.isEmpty else { return [] }
    PostgreSQLDatabase.hidePasswordsOfCommandLine()
    var databases: [PostgreSQLDatabase] = []
    let replicas = try replicas(of: addresses)
    for (address, replica) in zip(addresses, replicas) {
      do {
        let database = try PostgreSQLDatabase(address, readingFrom: replica, options: serverOptions(like: files))
        if let remark = try await database.connect() { logger.warning("\(remark)") }
        databases.append(database)
      } catch TableError.unavailable(let message) {
        throw CommandFailure(message)
      }
    }
    return databases
  }

  /// For each of the addresses, that of its replicas: the one of the same database. A single one needs no name.
  private func replicas(of addresses: [String]) throws -> [String?] {
    if addresses.count == 1, readFrom.count == 1 { return readFrom }
    do {
      let names = try addresses.map { try PostgreSQLDatabase.databaseName(at: $0) }
      var replicas: [String?] = addresses.map { _ in nil }
      for address in readFrom {
        let name = try PostgreSQLDatabase.databaseName(at: address)
        let places = names.indices.filter { names[$0] == name }
        guard let place = places.first, places.count == 1, replicas[place] == nil else {
          throw CommandFailure("--read-from has to name one of the databases that are served, each once: not “\(name)”")
        }
        replicas[place] = address
      }
      return replicas
    } catch TableError.unavailable(let message) {
      throw CommandFailure("--read-from: \(message)")
    }
  }

  private func serverOptions(like files: SQLiteDatabase.Options) -> PostgreSQLDatabase.Options {
    var options = PostgreSQLDatabase.Options()
    options.isWritable = writable
    options.keepsAudit = audit
    options.timeLimitSeconds = limits.timeLimit
    options.facetTimeLimitSeconds = limits.facetTimeLimit
    options.exportTimeLimitSeconds = limits.exportTimeLimit
    options.connections = limits.databaseConnections
    options.backgroundConnections = limits.databaseThreads
    options.queueLimit = limits.maxWaiting
    options.replicaDelayLimitSeconds = limits.replicaDelay
    options.exportLimit = limits.maxExports
    options.writeTimeLimitSeconds = limits.writeTimeLimit
    options.writeQueueLimit = limits.maxWaitingWrites
    options.writeByteLimit = files.writeByteLimit
    options.memory = files.memory
    options.pageByteLimit = files.pageByteLimit
    options.rowByteLimit = files.rowByteLimit
    options.valueByteLimit = files.valueByteLimit
    options.signingKey = files.signingKey
    return options
  }
}
