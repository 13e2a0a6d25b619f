internal import Synchronization

/// What the visitor of a request has changed lately, so that they see it whichever of a database's servers answers.
///
/// A server that follows another one is a little behind it. So with each change it is noted how far the database was by then, and what is read for the
/// same visitor comes from a server that is at least as far.
package final class OwnChanges: Sendable {
  /// Those of the request that is answered; `nil` where it changes nothing, and its visitor has changed nothing lately.
  @TaskLocal package static var current: OwnChanges?

  /// Whether the request itself may change something: it is decided by what the server that takes changes has.
  package let mayChange: Bool
  private let earlier: [String: UInt64]
  private let state = Mutex<[String: UInt64]>([:])

  /// - Parameters:
  ///   - earlier: for databases by their names, how far they were at the visitor's last changes.
  ///   - mayChange: whether the request itself may change something.
  package init(_ earlier: [String: UInt64], mayChange: Bool) {
    (self.earlier, self.mayChange) = (earlier, mayChange)
  }

  /// How far a database was at the visitor's last change, in its own count; `nil` if there was none.
  package func position(in database: String) -> UInt64? { earlier[database] }

  /// Notes how far a database is behind a change of this request.
  package func note(_ position: UInt64, in database: String) {
    state.withLock { $0[database] = max($0[database] ?? 0, position) }
  }

  /// All that is known behind this request; `nil` where it has changed nothing.
  package var noted: [String: UInt64]? {
    let own = state.withLock(\.self)
    return own.isEmpty ? nil : earlier.merging(own) { max($0, $1) }
  }
}
