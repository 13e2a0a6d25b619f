/// The connections that rows are read over: a few for each kind of work, so that none waits behind another.
struct ReadingPools: Sendable {
  /// What is read.
  enum Purpose: Sendable {
    /// Pages.
    case pages
    /// Facets, counts and searches of many tables, which read many rows.
    case background
    /// Whole tables.
    case exports
    /// Statements of visitors.
    case statements
  }

  private let pages, background, exports, statements: ConnectionPool

  init(_ address: ServerAddress, to choice: ServerChoice, _ options: PostgreSQLDatabase.Options) {
    let (queue, limit) = (options.queueLimit, options.timeLimitSeconds)
    func pool(_ connections: Int, queue: Int) -> ConnectionPool {
      ConnectionPool(address, to: choice, limit: connections, queueLimit: queue, timeLimit: limit)
    }
    pages = pool(options.connections, queue: queue)
    background = pool(options.backgroundConnections, queue: queue)
    exports = pool(options.exportLimit, queue: 0)
    statements = pool(options.backgroundConnections, queue: queue)
  }

  subscript(purpose: Purpose) -> ConnectionPool {
    switch purpose {
    case .pages: pages
    case .background: background
    case .exports: exports
    case .statements: statements
    }
  }
}
