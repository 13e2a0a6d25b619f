internal import MicroHTTP
internal import Synchronization

/// Flashes on their way to the page that shows them. The visitor's cookie holds nothing but a random name, so that nobody can put words
/// or forms on a page of somebody else.
final class FlashMemory: Sendable {
  static let cookieName = "tablepages-flash"
  /// A page follows a form at once; one that nobody came back for is not worth keeping.
  static let seconds = 120

  private struct State {
    var flashes: [String: Flash] = [:]
    /// The names in the order in which they came.
    var names: [String] = []
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: how many wait at most; the oldest goes for one more.
  init(limit: Int = 1_024) { self.limit = limit }

  /// Keeps a flash. - Returns: the name that brings it back, which can't be guessed.
  func keep(_ flash: Flash) -> String {
    var generator = SystemRandomNumberGenerator()
    let name = String(generator.next() as UInt64, radix: 36) + String(generator.next() as UInt64, radix: 36)
    state.withLock { state in
      if state.names.count >= limit { state.flashes[state.names.removeFirst()] = nil }
      state.names.append(name)
      state.flashes[name] = flash
    }
    return name
  }

  /// The flash that a visitor's cookie names; it stays until it has been shown.
  func flash(for request: Request) -> Flash? {
    guard let name = Self.name(in: request) else { return nil }
    return state.withLock { $0.flashes[name] }
  }

  /// Forgets the flash that a visitor's cookie names.
  func forget(_ request: Request) {
    guard let name = Self.name(in: request) else { return }
    state.withLock { state in
      guard state.flashes.removeValue(forKey: name) != nil else { return }
      state.names.removeAll { $0 == name }
    }
  }

  /// Whether a visitor's cookie names a flash, known or not.
  static func isNamed(in request: Request) -> Bool { name(in: request) != nil }

  private static func name(in request: Request) -> String? {
    // Most requests have no cookie at all, and looking is cheaper than parsing.
    guard request.header("Cookie") != nil else { return nil }
    return request.cookie(named: cookieName)
  }
}
