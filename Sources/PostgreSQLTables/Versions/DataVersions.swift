import BoundedWork
internal import Synchronization
internal import TableModel

/// Tells the state of a database's data, over a connection of its own: whoever asks doesn't wait behind pages. Where tables are watched, the same
/// connection is told of commits to them.
final class DataVersions: Sendable {
  /// What was asked for.
  private final class Wishes: Sendable {
    let isWatching = Atomic<Bool>(false)
    /// When somebody last wanted to know, by the monotonic clock.
    let lastAsked = Atomic<UInt64>(0)
    let hasReader = Atomic<Bool>(false)
    /// How far somebody wanted to know whether the server is, by `LogPosition`.
    let position = Atomic<UInt64>(0)
  }

  /// What is told.
  private struct State {
    let version: DataVersion?
    /// How far the server is known to have been before.
    let reached: LogPosition
  }

  let book: VersionBook
  private let pool: ConnectionPool
  private let fence: VersionFence<State?>
  private let wishes: Wishes
  /// What an answer may take, in seconds: whoever waits for it waits for a page.
  private static let timeLimit = 0.5
  /// How often is read what the server tells, and for how long after somebody wanted to know, in nanoseconds.
  private static let readingPause: UInt64 = 1_000_000_000, readingTime: UInt64 = 60_000_000_000

  init(_ address: ServerAddress, on choice: ServerChoice = .any) {
    let pool = ConnectionPool(address, to: choice, limit: 1, queueLimit: 1, timeLimit: Self.timeLimit)
    let book = VersionBook(), wishes = Wishes()
    (self.book, self.pool, self.wishes) = (book, pool, wishes)
    fence = VersionFence {
      try? await pool.withConnection { connection in
        let isWatching = wishes.isWatching.load(ordering: .relaxed)
        let wasListening = connection.isListening == true
        if isWatching { try await connection.listen(nanoseconds: Self.nanoseconds) }
        // A new connection knows of nothing before.
        if !wasListening { book.begin(isListening: connection.isListening == true) }
        let wanted = LogPosition(number: wishes.position.load(ordering: .relaxed))
        _ = try await connection.hasReached(wanted, nanoseconds: Self.nanoseconds)
        let mark = book.mark
        let question = isWatching ? VersionStatement.stateAndWatchedLife : VersionStatement.stateAndLife
        let rows = try await connection.answers(to: [question], nanoseconds: Self.nanoseconds)
        book.note(connection.notifications())
        return State(version: rows.first.flatMap { book.version($0, since: mark) }, reached: connection.reached)
      }
    }
  }

  private static var nanoseconds: UInt64 { UInt64(timeLimit * 1e9) }

  /// The state of the data at a moment behind this call; `nil` if it can't be told, or the server may not be as far as a position.
  func version(behind position: LogPosition = .start) async -> DataVersion? {
    wishes.lastAsked.store(WorkBudget.now(), ordering: .relaxed)
    if position < .unknown { wishes.position.max(position.number, ordering: .relaxed) }
    guard let state = await fence.state(), state.reached >= position else { return nil }
    return state.version
  }

  /// Whether there are tables that are watched: then the server is listened to as long as somebody asks.
  func watch(_ isWatching: Bool) {
    wishes.isWatching.store(isWatching, ordering: .relaxed)
    guard isWatching, !wishes.hasReader.exchange(true, ordering: .relaxed) else { return }
    // What is told has to be read, or it fills the server's queue for all who listen there.
    Task { [wishes, weak self] in
      repeat { try? await Task.sleep(nanoseconds: Self.readingPause) } while await self?.read() == true
      wishes.hasReader.store(false, ordering: .relaxed)
    }
  }

  /// - Returns: false when nobody wants to know any more.
  private func read() async -> Bool {
    guard wishes.isWatching.load(ordering: .relaxed) else { return false }
    if WorkBudget.now() &- wishes.lastAsked.load(ordering: .relaxed) > Self.readingTime {
      // Whoever comes later begins anew.
      pool.closeIdle()
    } else {
      _ = await fence.state()
    }
    return true
  }
}

extension VersionBook {
  /// The state that an answer to `VersionStatement.stateAndLife` tells.
  func version(_ answer: PostgreSQLRows, since mark: Mark) -> DataVersion? {
    guard answer.count == 1, let life = answer.text(0, 1) else { return nil }
    return version(answer.text(0, 0), in: life, since: mark)
  }
}
