import BoundedWork
internal import CSQLite
internal import SQLTables
internal import Synchronization
internal import TableModel

/// One file, as long as the path leads to it: its connections, and all that was found out about it.
final class OpenFile: Sendable {
  let location: FileLocation
  let pool: ConnectionPool
  let statementConnections: StatementConnections
  /// Labels the state of the file; `nil` for immutable ones.
  let watch: FileWatch?
  /// The label of a file that nobody changes.
  private let constantLabel: DataVersion?
  private let tables = Mutex<[String: TableState]>([:])
  /// With the last label since which the schema is known to be the same: the writer changes rows alone.
  private let catalog = Mutex<(catalog: SchemaCatalog, label: DataVersion?)?>(nil)
  /// What the list of tables said when it was last read through, the label of the data then, and the version of the schema.
  let summaries = Mutex<(tables: [TableSummary], label: DataVersion?, schemaVersion: Int)?>(nil)
  /// Keeps the log's index in existence as long as the file is watched.
  private let anchor = Mutex<SQLiteConnection?>(nil)
  /// Its label while transactions are kept.
  let held = HeldLabel()
  /// When transactions may be kept again, on the monotonic clock.
  private let quietTime = Atomic<UInt64>(0)
  /// When it was last asked whether another program is about to change the file.
  private let askedAt = Atomic<UInt64>(0)

  /// The tables that there are; all if `nil`.
  private let isReadable: TableRestriction?

  /// What the writer of the file has changed; `nil` if it is only read here.
  let history: ChangeHistory?

  init(
    _ location: FileLocation, watch: FileWatch, pageCacheKibibytes: Int, history: ChangeHistory?,
    isReadable: TableRestriction? = nil
  ) {
    self.location = location
    self.history = history
    self.isReadable = isReadable
    pool = ConnectionPool(location, pageCacheKibibytes: pageCacheKibibytes)
    statementConnections = StatementConnections(pool)
    byteCountAtStart = watch.byteCount
    if location.isImmutable {
      constantLabel = watch.label() ?? DataVersion(1)
      self.watch = nil
    } else {
      constantLabel = nil
      self.watch = watch
    }
  }

  /// Size of the file in bytes.
  let byteCountAtStart: Int
  var byteCount: Int { watch?.byteCount ?? byteCountAtStart }

  /// The state of the data as it is now; `nil` if it can't be told.
  func label() -> DataVersion? { if case .label(let label) = look() { label } else { nil } }

  /// What a look at the file says, which isn't looked at where it is known all the same (see `HeldLabel`).
  func look() -> FileWatch.Look {
    guard let watch else { return constantLabel.map { .label($0) } ?? .unclear }
    let now = WorkBudget.now()
    if let label = held.label(at: now) { return .label(label) }
    defer { held.noteLook(at: now) }
    return watch.look()
  }

  /// Whether a label taken before a transaction still stands within it.
  func confirms(_ label: DataVersion) -> Bool { watch?.confirms(label) ?? true }

  /// Whether a transaction may stay open for a moment (see `KeptTransaction`): not where this program writes, which would wait for it, nor where another
  /// has lately, unless there is a log.
  /// - Parameters:
  ///   - kept: that of the connection.
  ///   - label: that of the file now.
  ///   - last: the last that was confirmed on the same connection.
  func keepsTransactions(_ kept: KeptTransaction, at label: DataVersion, after last: DataVersion?) -> Bool {
    guard let watch, history == nil else { return false }
    if label.hasLog { return kept.isClose }
    let isChanged = (last ?? label) != label
    guard isChanged || kept.isClose, kept.startedAt >= quietTime.load(ordering: .relaxed) else { return false }
    guard isChanged || isAboutToChange(watch, at: kept.startedAt) else { return true }
    quietTime.store(kept.startedAt &+ 60_000_000_000, ordering: .relaxed)
    return false
  }

  /// Asked four times a millisecond at most: a transaction that is kept is over soon after in any case.
  private func isAboutToChange(_ watch: FileWatch, at now: UInt64) -> Bool {
    guard now &- askedAt.load(ordering: .relaxed) >= 250_000 else { return false }
    askedAt.store(now, ordering: .relaxed)
    return watch.isAboutToChange
  }

  /// What is known of a table; made when first asked for.
  func table(named name: String) -> TableState {
    tables.withLock { tables in
      // A name that is one of the keys needs no folding.
      if let known = tables[name] { return known }
      let name = SQLiteDialect.folded(name)
      if let known = tables[name] { return known }
      let state = TableState(name: name)
      tables[name] = state
      return state
    }
  }

  /// The names in the database as of now, read on a connection unless nothing has changed.
  func currentCatalog(on connection: SQLiteConnection) throws -> SchemaCatalog {
    if let known = unchangedCatalog { return known }
    let label = connection.freshLabel(of: self)
    return try connection.transaction { try readCatalog(on: connection, label: label) }
  }

  /// The same within a transaction.
  func readCatalog(on connection: SQLiteConnection, label before: DataVersion?) throws -> SchemaCatalog {
    let version = try connection.schemaVersion()
    let label = before.flatMap { confirms($0) ? schemaLabel(at: $0) : nil }
    if let known = catalog.withLock({ $0 }), known.catalog.schemaVersion == version {
      catalog.withLock { $0 = (known.catalog, label) }
      return known.catalog
    }
    var found = try connection.catalog(
      labelColumns: location.labelColumns.all, searchIndexes: location.searchIndexes.all)
    // An empty file is a database without tables; one that had some was cut.
    if byteCount == 0, catalog.withLock({ $0?.catalog.entries.isEmpty == false }) {
      throw SQLiteFailure(code: SQLITE_CORRUPT, message: "the file is empty now")
    }
    if let isReadable { found = found.restricted(to: isReadable) }
    catalog.withLock { $0 = (found, label) }
    return found
  }

  /// Finds everything about the schema anew when it is next asked for.
  func forgetSchemas() {
    catalog.withLock { $0 = nil }
    tables.withLock { $0 = [:] }
    summaries.withLock { $0 = nil }
  }

  /// The known catalog if nothing has changed since it was read.
  var unchangedCatalog: SchemaCatalog? {
    guard let label = label(), let known = catalog.withLock({ $0 }), known.label == schemaLabel(at: label) else {
      return nil
    }
    return known.catalog
  }

  /// What the catalog was when it was last read.
  var knownCatalog: SchemaCatalog? { catalog.withLock { $0?.catalog } }

  private func schemaLabel(at label: DataVersion) -> DataVersion { history?.label(of: [], at: label) ?? label }

  /// Opens the log's index for the watch, if there is one and it isn't open yet. On a database thread or in passing: it opens a connection.
  func watchIndex() {
    guard let watch, watch.lacksIndex else { return }
    anchor.withLock { anchor in
      guard watch.lacksIndex else { return }
      do {
        let connection = try anchor ?? pool.open()
        let isOpen = try connection.transaction {
          _ = try connection.schemaVersion()
          // The name that SQLite itself has for the file, symbolic links resolved.
          guard let name = sqlite3_db_filename(connection.handle, "main") else { return false }
          return watch.openIndex(String(cString: name) + "-shm")
        }
        anchor = isOpen ? connection : nil
      } catch {
        // Without an index pages have no label, and are made anew each time.
      }
    }
  }
}
