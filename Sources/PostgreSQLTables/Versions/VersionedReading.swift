internal import Synchronization

/// What a page is read by, in one round trip or several: finds out the state of the data in which the first was read, in that same round trip.
/// What is read later is at least as new, so that a page of two states has the version of the first, which has passed by then.
final class VersionedReading: Sendable {
  private let ask: @Sendable ([PostgreSQLRequest]) async throws -> [PostgreSQLRows]
  /// What was known before anything was read.
  let mark: VersionBook.Mark
  private let first = Mutex<(isAsked: Bool, state: String?)>((false, nil))

  /// - Parameter isVersioned: whether the server can tell the state at all.
  init(
    since mark: VersionBook.Mark, isVersioned: Bool,
    _ ask: @escaping @Sendable ([PostgreSQLRequest]) async throws -> [PostgreSQLRows]
  ) {
    (self.mark, self.ask) = (mark, ask)
    if !isVersioned { first.withLock { $0.isAsked = true } }
  }

  /// The state of the data that was read first, as the server tells it; `nil` if it doesn't.
  var state: String? { first.withLock(\.state) }

  func answers(to requests: [PostgreSQLRequest]) async throws -> [PostgreSQLRows] {
    let isFirst = first.withLock { first in
      defer { first.isAsked = true }
      return !first.isAsked
    }
    guard isFirst else { return try await ask(requests) }
    let answers = try await ask([VersionStatement.state] + requests)
    if let rows = answers.first, rows.count == 1 { first.withLock { $0.state = rows.text(0, 0) } }
    return Array(answers.dropFirst())
  }
}
