internal import Synchronization
internal import TableModel

/// Tells the state of a database's data, over a connection of its own: whoever asks doesn't wait behind pages.
final class DataVersions: Sendable {
  let book: VersionBook
  private let pool: ConnectionPool
  private let fence: VersionFence
  /// What an answer may take, in seconds: whoever waits for it waits for a page.
  private static let timeLimit = 0.5

  init(_ address: ServerAddress) {
    let pool = ConnectionPool(address, limit: 1, queueLimit: 1, timeLimit: Self.timeLimit)
    let book = VersionBook()
    self.book = book
    self.pool = pool
    fence = VersionFence {
      let rows = try? await pool.withConnection {
        try await $0.answers(to: [VersionStatement.stateAndLife], nanoseconds: UInt64(Self.timeLimit * 1e9))
      }
      return rows?.first.flatMap(book.version)
    }
  }

  /// How often the server was asked.
  var questionCount: Int { pool.workCount.load(ordering: .relaxed) }

  /// The state of the data at a moment behind this call; `nil` if it can't be told.
  func version() async -> DataVersion? { await fence.version() }
}

extension VersionBook {
  /// The state that an answer to `VersionStatement.stateAndLife` tells.
  func version(_ answer: PostgreSQLRows) -> DataVersion? {
    guard answer.count == 1, let life = answer.text(0, 1) else { return nil }
    return version(answer.text(0, 0), in: life)
  }
}
