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
    for address in addresses {
      do {
        let database = try PostgreSQLDatabase(address, options: serverOptions(like: files))
        if let remark = try await database.connect() { logger.warning("\(remark)") }
        databases.append(database)
      } catch TableError.unavailable(let message) {
        throw CommandFailure(message)
      }
    }
    return databases
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
