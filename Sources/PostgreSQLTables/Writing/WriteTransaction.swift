internal import SQLTables
internal import TableModel

/// Changes within one transaction, and what would take them back.
actor WriteTransaction {
  let database: PostgreSQLDatabase
  let author: ChangeAuthor
  private let connection: PostgreSQLConnection
  private let nanoseconds: UInt64
  private let undoLimit: UndoLimit
  /// What takes back each change, in the order of the changes.
  private(set) var undo: [[RecordStep]] = []
  /// Why the changes can't be taken back; `nil` as long as they can.
  private(set) var obstacle: String?
  private var others: [String: CascadedChanges] = [:]
  private var byteCount = 0
  /// Whether rows that go along with others are reason enough to refuse.
  private(set) var refusesOthers = false
  /// What is to be written down; `nil` if nothing is.
  var audit: AuditLog?
  /// The rows that go along with the one that is changed.
  var carried: [CarriedRow] = []

  init(_ database: PostgreSQLDatabase, _ connection: PostgreSQLConnection, by author: ChangeAuthor) {
    (self.database, self.connection, self.author) = (database, connection, author)
    nanoseconds = UInt64(database.options.writeTimeLimitSeconds * 1e9)
    undoLimit = UndoLimit(rows: database.options.undoRowLimit, bytes: database.options.undoByteLimit)
  }

  /// The answer to a statement with `?` for its values.
  func ask(_ sql: String, _ values: [SQLValue] = []) async throws -> PostgreSQLRows {
    try await ask(PostgreSQLRequest(sql, values, recurs: true))
  }

  /// The answer to one request.
  func ask(_ request: PostgreSQLRequest) async throws -> PostgreSQLRows { try await ask([request])[0] }

  /// The answers to several requests.
  @discardableResult func ask(_ requests: [PostgreSQLRequest]) async throws -> [PostgreSQLRows] {
    try await connection.answers(to: requests, nanoseconds: nanoseconds)
  }

  /// Runs a statement of the site's owner.
  /// - Returns: how many rows it has changed itself.
  func run(_ statement: VisitorStatement, _ parameters: [String: String]) async throws -> Int {
    let request = PostgreSQLRequest(
      sql: String(decoding: statement.sql, as: UTF8.self), values: statement.values(parameters))
    return try await ask(request).changedRows
  }

  /// Stores what was done. A server that waits for its standbys to have it does so for as long as it takes: the statement's time limit is over by
  /// then (https://www.postgresql.org/docs/15/runtime-config-wal.html#GUC-SYNCHRONOUS-COMMIT).
  /// - Throws: `TableError.unavailable` where the answer doesn't come, so that nobody knows whether it is stored.
  func commit() async throws {
    do { _ = try await ask("COMMIT") } catch let failure as PostgreSQLFailure
      where failure.isDisconnection || failure.isInterrupt
    {
      throw TableError.unavailable(
        "The connection to the database “\(database.name)” was lost while the change was stored: see whether it was before you send it again."
      )
    }
  }

  func rollBack() async throws { _ = try await ask("ROLLBACK") }

  // MARK: Results

  /// What became of changes, with what takes them back.
  func result(_ outcomes: [RecordChangeResult.Outcome], of table: String) -> RecordChangeResult {
    let steps = undo.reversed().flatMap(\.self)
    var result = RecordChangeResult(outcomes: outcomes, inverse: nil)
    result.others = others.values.filter { $0.deleted > 0 || $0.changed > 0 }.sorted { $0.table < $1.table }
    if obstacle == nil, steps.count > undoLimit.rows { obstacle = undoLimit.rowWords }
    if obstacle == nil {
      let inverse: RecordInverse =
        steps.allSatisfy { $0.table == table } ? .changes(steps.map(\.change)) : .rows(RecordSteps(steps: steps))
      if inverse.byteCount > undoLimit.bytes { obstacle = undoLimit.byteWords } else { result.inverse = inverse }
    }
    result.obstacle = obstacle
    return result.known(to: author)
  }

  func refuseOthers() { refusesOthers = true }

  /// Keeps what takes a change back.
  func keep(_ steps: [RecordStep]) { undo.append(steps) }

  /// Says why the changes can't be taken back.
  func lose(_ obstacle: String) { self.obstacle = self.obstacle ?? obstacle }

  /// Notes rows that go along with one.
  func note(_ count: Int, deleted: Bool, in table: String) {
    var other = others[table] ?? CascadedChanges(table: table, deleted: 0, changed: 0)
    if deleted { other.deleted += count } else { other.changed += count }
    others[table] = other
  }

  /// Counts the bytes of rows that a call reads and writes.
  /// - Throws: `RecordChangeError.refused` if they are too many.
  func count(_ outcome: RecordChangeResult.Outcome) throws(RecordChangeError) {
    byteCount += (outcome.before?.page.byteCount ?? 0) + (outcome.after?.page.byteCount ?? 0)
    let limit = database.options.writeByteLimit
    guard byteCount <= limit else {
      throw .refused("These rows exceed the limit of \(limit.megabytes) per change; change fewer rows at once.")
    }
  }

  // MARK: Rows

  /// The row that meets a condition, every value whole; nobody else can change it before the transaction ends.
  func row(_ definition: TableDefinition, where condition: String, _ values: [SQLValue]) async throws -> Record? {
    let selection = definition.readExpressions.joined(separator: ", ")
    do {
      return try database.record(
        try await ask(
          "SELECT \(selection) FROM \(definition.source) WHERE \(condition) LIMIT 1 FOR UPDATE OF r", values),
        definition)
    } catch let failure as PostgreSQLFailure where failure.code.prefix(2) == "22" {
      // A key that is no value of its column's type names no row.
      throw RecordChangeError.refused("The key doesn't fit the type of its column.")
    }
  }
}
