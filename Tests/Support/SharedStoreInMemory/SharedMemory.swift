import Secrets
import Synchronization

/// What several servers share, in the memory of a test: nothing ends in time.
package final class SharedMemory: SharedStore {
  private let texts = Mutex<[String: String]>([:])

  package init() {}

  package func keep(_ text: String, as name: String, seconds: Int) async throws {
    texts.withLock { $0[name] = text }
  }
  package func text(_ name: String) async throws -> String? { texts.withLock { $0[name] } }
  package func forget(_ name: String) async throws { texts.withLock { $0[name] = nil } }
  package func names(from prefix: String) async throws -> [String] {
    texts.withLock { $0.keys.filter { $0.hasPrefix(prefix) } }
  }

  /// Whether nothing is kept.
  package var isEmpty: Bool { texts.withLock { $0.isEmpty } }
}
