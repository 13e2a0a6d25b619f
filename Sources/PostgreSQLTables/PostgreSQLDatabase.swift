import BoundedWork
internal import SQLTables
internal import Synchronization
public import TableModel

/// The tables of a PostgreSQL database.
///
/// Whatever is asked of the server for one page is asked in one round trip and answered from one state of the data. No thread waits for it long.
public final class PostgreSQLDatabase: TableDatabase {
  /// What the database is called in paths.
  package let name: String
  let options: Options
  let address: ServerAddress
  /// For what is read where the address says.
  let pools: ReadingPools
  /// The servers that are read from besides; `nil` if there are none.
  let replicas: Replicas?
  /// For changes.
  let writers: ConnectionPool
  /// The states of the data.
  let versions: DataVersions
  /// Whether the table of the audit is known to be there.
  let isAuditReady = Atomic(false)
  private let known = Mutex<KnownSchema>(KnownSchema())
  /// What this is a part of, and which of its tables are known here.
  private let restriction: (whole: PostgreSQLDatabase, isReadable: TableRestriction)?
  private let part = Mutex<(of: ServerSchema, schema: ServerSchema)?>(nil)

  private struct KnownSchema {
    var schema: ServerSchema?
    /// When it was last compared with the server's, by the monotonic clock.
    var readAt: UInt64 = 0
    var task: Task<ServerSchema, any Error>?
    var version = 0
    var labelColumns: [String: [String]] = [:]
    /// The state of the data that it was read in, where that is known.
    var confirmation: SchemaConfirmation?
    /// How long that took, in nanoseconds.
    var duration: UInt64 = 0
  }

  /// A schema as old as this is read again, for those who come later; one as old as that before it is used, in nanoseconds.
  private static let fresh: UInt64 = 2_000_000_000, stale: UInt64 = 30_000_000_000

  /// A database by its address: a URL such as `postgresql://user@host/name`, or what else libpq takes
  /// (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING). Nothing is connected yet.
  /// - Parameter replicas: the address of servers that follow the one that takes changes. Rows are read there as long as they answer, and aren't too
  ///   far behind; whoever changes something sees it nevertheless. `nil` if there are none.
  /// - Throws: `TableError.unavailable` for an address that can't be read.
  public init(_ address: String, readingFrom replicas: String? = nil, options: Options = Options()) throws {
    let others: ServerAddress?
    do {
      self.address = try ServerAddress(address)
      others = try replicas.map { text throws(PostgreSQLFailure) in try ServerAddress(text) }
    } catch {
      throw Self.unreadableAddress
    }
    self.options = options
    name = options.name ?? self.address.databaseName
    // Whoever changes something sees it afterwards, unless the address asks for other servers to read from.
    let reading: ServerChoice = options.isWritable && !self.address.choosesServer ? .primaryFirst : .any
    pools = ReadingPools(self.address, to: reading, options)
    self.replicas = others.map { [address = self.address] in Replicas($0, of: address, options) }
    writers = ConnectionPool(
      self.address, to: .primary, limit: options.writingConnections, queueLimit: options.writeQueueLimit,
      timeLimit: options.writeTimeLimitSeconds)
    versions = others.map { DataVersions($0, on: .replica) } ?? DataVersions(self.address, on: reading)
    restriction = nil
  }

  /// A part of a database, over the same connections.
  private init(partOf whole: PostgreSQLDatabase, _ isReadable: @escaping TableRestriction) {
    (name, options, address) = (whole.name, whole.options, whole.address)
    (pools, replicas, writers, versions) = (whole.pools, whole.replicas, whole.writers, whole.versions)
    restriction = (whole, isReadable)
  }

  /// The database with all of its tables.
  var whole: PostgreSQLDatabase { restriction?.whole ?? self }
  /// Whether some tables of the database aren't known here.
  var isPart: Bool { restriction != nil }

  /// Not told at once: other programs change the data, and the server alone knows of it; see `versionSource`.
  package var currentVersion: DataVersion? { nil }

  /// Connects and reads the schema, so that whoever starts a server hears at once what is wrong.
  /// - Returns: what people should know if the server can't be reached at the moment.
  /// - Throws: `TableError.unavailable` if it refuses.
  package func connect() async throws -> String? {
    do {
      _ = try await schemaTask().value
      if options.keepsAudit {
        try await prepareAudit()
        _ = try await schemaTask().value
      }
      return try await checkReplicas()
    } catch let failure as PostgreSQLFailure {
      let error = tableError(failure)
      if failure.isDisconnection || failure.isReadOnlyServer, case .unavailable(let message) = error { return message }
      throw error
    }
  }

  /// Overwrites the passwords in addresses on the command line, which other users of the machine see in the list of processes.
  package static func hidePasswordsOfCommandLine() { CommandLinePasswords.hide() }

  /// "PostgreSQL 15.18, read-only", or "writable".
  package func kind() async throws -> String {
    "PostgreSQL \(try await currentSchema().serverVersion), \(options.isWritable ? "writable" : "read-only")"
  }

  /// The server, once it has been reached.
  package var engine: DatabaseEngine? {
    knownSchema.map { DatabaseEngine("PostgreSQL", version: $0.serverVersion) }
  }

  package var hasUnions: Bool { true }

  package func table(named name: String) async throws -> (any RecordTable)? {
    try await currentSchema().catalog.entryOrUnion(named: name).map { PostgreSQLTable(database: self, name: $0.name) }
  }

  // MARK: Asking

  /// The answers to some requests, all of one state of the data.
  func answers(to requests: [PostgreSQLRequest]) async throws -> [PostgreSQLRows] {
    try await answers(to: requests, for: .pages, seconds: options.timeLimitSeconds)
  }

  /// The same for what pages never wait for, within so many seconds.
  func answersAside(to requests: [PostgreSQLRequest], seconds: Double) async throws -> [PostgreSQLRows] {
    let limit = PostgreSQLRequest.timeLimit(milliseconds: Int(max(seconds, 0.001) * 1000))
    return Array(try await answers(to: [limit] + requests, for: .background, seconds: seconds).dropFirst())
  }

  private func answers(
    to requests: [PostgreSQLRequest], for purpose: ReadingPools.Purpose, seconds: Double
  ) async throws -> [PostgreSQLRows] {
    try await read(purpose) { try await $0.answers(to: requests, nanoseconds: UInt64(seconds * 1e9)) }
  }

  func tableError(_ failure: PostgreSQLFailure) -> TableError {
    failure.tableError(in: name, timeLimit: options.timeLimitSeconds)
  }

  // MARK: Schema

  /// The schema, as it was seconds ago at most unless the server can't be reached.
  func currentSchema() async throws -> ServerSchema {
    if let restriction { return part(of: try await restriction.whole.currentSchema(), restriction.isReadable) }
    let now = WorkBudget.now()
    let (schema, age) = known.withLock { ($0.schema, now &- $0.readAt) }
    guard let schema, age < Self.stale else { return try await value(of: schemaTask()) }
    // Whoever comes later gets the new one; pages don't wait for it.
    if age >= Self.fresh { _ = schemaTask(for: .background) }
    return schema
  }

  /// The schema as it is now: after all that the asker knows of, which a reading that is under way may have begun before.
  func readSchema() async throws -> ServerSchema {
    if let restriction { return part(of: try await restriction.whole.readSchema(), restriction.isReadable) }
    if let begun = known.withLock(\.task) { _ = await begun.result }
    return try await value(of: schemaTask())
  }

  private func value(of task: Task<ServerSchema, any Error>) async throws -> ServerSchema {
    do {
      return try await task.value
    } catch let failure as PostgreSQLFailure {
      throw tableError(failure)
    }
  }

  /// The schema that was read last.
  var knownSchema: ServerSchema? { isPart ? part.withLock { $0?.schema } : known.withLock(\.schema) }

  private func part(of schema: ServerSchema, _ isReadable: TableRestriction) -> ServerSchema {
    part.withLock { part in
      if let part, part.of === schema { return part.schema }
      let made = schema.restricted(to: isReadable)
      part = (schema, made)
      return made
    }
  }

  /// Calls the rows of some tables by the columns that somebody has chosen.
  package func setLabelColumns(_ columns: [String: [String]]) {
    known.withLock { known in
      known.labelColumns = columns
      known.schema = nil
      known.confirmation = nil
    }
  }

  /// What is read once for all who ask.
  private func schemaTask(for purpose: ReadingPools.Purpose = .pages) -> Task<ServerSchema, any Error> {
    known.withLock { known in
      if let task = known.task { return task }
      let (version, labels) = (known.version + 1, known.labelColumns)
      let requests = ServerSchema.requests
      let confirming = known.schema?.isVersioned == true ? SchemaConfirmation.requests : []
      let task = Task {
        do {
          // Nothing has a number before the server's life is told.
          if !confirming.isEmpty, versions.book.mark.life == 0 { _ = await versions.version() }
          let start = WorkBudget.now(), mark = versions.book.mark
          let answers = try await answers(
            to: requests + confirming, for: purpose, seconds: options.timeLimitSeconds)
          let schema = ServerSchema(Array(answers.prefix(requests.count)), version: version, labelColumns: labels)
          let confirmation = SchemaConfirmation(
            Array(answers.dropFirst(requests.count)), of: schema, versions.book, since: mark)
          if let confirmation { versions.watch(!confirmation.told.isEmpty) }
          return keep(schema, confirmation, since: start)
        } catch {
          self.known.withLock { $0.task = nil }
          throw error
        }
      }
      known.task = task
      return task
    }
  }

  /// Keeps a schema unless it is the known one.
  private func keep(_ schema: ServerSchema, _ confirmation: SchemaConfirmation?, since start: UInt64) -> ServerSchema {
    known.withLock { known in
      known.task = nil
      known.readAt = WorkBudget.now()
      known.duration = known.readAt &- start
      known.confirmation = confirmation
      if let same = known.schema, same.fingerprint == schema.fingerprint { return same }
      known.version += 1
      known.schema = schema
      return schema
    }
  }
}

extension PostgreSQLDatabase {
  /// How long is rested between two looks at the schema that nobody waits for: so many nanoseconds at least, and so often as long as one takes.
  private static let rest: UInt64 = 50_000_000, restFactor: UInt64 = 10

  /// What is known of the present schema.
  var confirmation: SchemaConfirmation? { known.withLock(\.confirmation) }

  /// What is known of a version of the schema; `nil` if that isn't the present one.
  func confirmation(of schemaVersion: Int) -> SchemaConfirmation? {
    known.withLock { $0.schema?.catalog.schemaVersion == schemaVersion ? $0.confirmation : nil }
  }

  /// Finds out for those who come later which schema the data have now.
  func lookAgain() {
    if known.withLock({ WorkBudget.now() &- $0.readAt > max(Self.rest, Self.restFactor &* $0.duration) }) {
      _ = schemaTask(for: .background)
    }
  }
}

extension PostgreSQLDatabase: LabelColumnConfigurable {}

extension PostgreSQLDatabase: RestrictableDatabase {
  /// The same database over the same connections, with nothing known but of these tables.
  package func restricted(to isReadable: @escaping TableRestriction) throws -> any TableDatabase {
    PostgreSQLDatabase(partOf: self, isReadable)
  }
}
