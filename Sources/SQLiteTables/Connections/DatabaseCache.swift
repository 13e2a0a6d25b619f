internal import CSQLite

/// What a connection keeps of its file, which grows as long as that is too little and there is any to be had.
struct DatabaseCache: ~Copyable {
  private let own: Int
  private let budget: DatabaseCacheBudget
  /// What was taken of the budget, in kibibytes.
  private var taken = 0
  /// Stretches of work since it was last looked after.
  private var stretches = 0

  /// How many stretches of work go by from one look to the next: a look costs about as much as one row that is found.
  private static let interval = 64

  /// - Parameter own: what the connection has in any case, in kibibytes.
  init(own: Int, budget: DatabaseCacheBudget) { (self.own, self.budget) = (own, budget) }

  deinit { giveBack() }

  /// Whether it has taken any of the budget.
  var hasGrown: Bool { taken > 0 }

  /// Is told when a stretch of work is over. Takes twice as much as there is if that is full, and a page or more of the file was read anew for each
  /// stretch.
  mutating func grow(of connection: OpaquePointer) {
    stretches += 1
    guard stretches == Self.interval else { return }
    stretches = 0
    let misses = Self.status(SQLITE_DBSTATUS_CACHE_MISS, of: connection, resets: true)
    let size = own + taken
    guard misses >= Self.interval, Self.status(SQLITE_DBSTATUS_CACHE_USED, of: connection) >= (size << 10) / 8 * 7
    else {
      return
    }
    let more = budget.take(kibibytes: size)
    guard more > 0 else { return }
    guard Self.set(size + more, on: connection) else { return budget.giveBack(kibibytes: more) }
    taken += more
    SQLiteMemory.allow(more: more << 10)
  }

  /// Gives back what was taken.
  mutating func shrink(of connection: OpaquePointer) {
    guard Self.set(own, on: connection) else { return }
    giveBack()
    taken = 0
  }

  private func giveBack() {
    budget.giveBack(kibibytes: taken)
    SQLiteMemory.allow(more: -taken << 10)
  }

  /// SQLite lets go of what is beyond that at once.
  /// - Returns: whether it heeds that; a file whose schema can't be read at the moment keeps what it has.
  private static func set(_ kibibytes: Int, on connection: OpaquePointer) -> Bool {
    sqlite3_exec(connection, "PRAGMA cache_size=-\(kibibytes)", nil, nil, nil) == SQLITE_OK
  }

  private static func status(_ what: Int32, of connection: OpaquePointer, resets: Bool = false) -> Int {
    var (current, highest): (Int32, Int32) = (0, 0)
    return sqlite3_db_status(connection, what, &current, &highest, resets ? 1 : 0) == SQLITE_OK ? Int(current) : 0
  }
}
