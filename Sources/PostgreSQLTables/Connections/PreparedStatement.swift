/// A statement that a connection has prepared.
///
/// Of a server on the same machine it is known whether it answers at once. The thread that asks waits for it then: to hand the wait to another
/// thread and the answer to a third takes longer than the server does for most pages.
///
/// A class, since it changes with each answer: it is the connection's, which one task has at a time.
final class PreparedStatement {
  /// What the server calls it.
  let name: String
  /// How many more times it isn't waited for, and how many times it wasn't after it was last late.
  private var rest = 0, lastRest = 0
  private static let longestRest = 63

  init(name: String) { self.name = name }

  /// Whether it is worth waiting for this time. One that is late again and again is tried seldom.
  func isWorthWaiting() -> Bool {
    guard rest > 0 else { return true }
    rest -= 1
    return false
  }

  /// It was waited for.
  func wasWaitedFor(inTime: Bool) {
    lastRest = inTime ? 0 : min(lastRest * 2 + 1, Self.longestRest)
    rest = lastRest
  }
}
