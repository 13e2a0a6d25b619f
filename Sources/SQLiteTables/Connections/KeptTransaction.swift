/// A read transaction that stays open from one stretch of work to the next, as long as they follow each other closely.
///
/// To begin one and to end it takes SQLite eight system calls where there is no write-ahead log: four for locks, four for looks at the file, its
/// journal and its log. Where page follows page, all that are asked for within a millisecond are read in one.
///
/// *Nobody reads what has passed.* It is used again only while the file has the label that was confirmed within it (see `FileWatch`): nothing has
/// been committed since.
///
/// *Nobody waits for long.* Without a log nobody can commit while it is open. It is over after a millisecond, however much is read; at rest, a
/// watch ends it. Programs that don't wait at all would still seldom find a moment without a reader: where another program has written, or begun
/// to, none is kept for a minute. A file that this program itself writes to never has one.
struct KeptTransaction {
  /// Whether it is open.
  var isOpen = false
  /// Whether the last stretch of work began so shortly after the one before that the next may be expected as soon.
  private(set) var isClose = false
  /// When the stretch of work began, and when the transaction did, in nanoseconds.
  private(set) var startedAt: UInt64 = 0
  private var openedAt: UInt64 = 0

  /// How long it is used.
  private static let length: UInt64 = 1_000_000
  /// How far apart stretches of work may begin.
  private static let closeness: UInt64 = 250_000

  /// Is told when a stretch of work begins.
  mutating func start(at now: UInt64) {
    isClose = now &- startedAt < Self.closeness
    startedAt = now
  }

  /// Is told when the transaction has begun.
  mutating func open() {
    isOpen = true
    openedAt = startedAt
  }

  /// Whether it has to end before the work that now begins.
  var isOver: Bool { isOver(at: startedAt) }

  /// Whether it has to end by now.
  func isOver(at now: UInt64) -> Bool { now &- openedAt >= Self.length }
}
