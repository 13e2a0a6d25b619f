internal import Secrets
internal import Synchronization

/// Which sessions have ended before their time, on any of a site's servers.
final class EndedSessions: Sendable {
  private struct State {
    var names: Set<String> = []
    /// What could not be told to the others yet, and how many seconds it counts.
    var untold: [String: Int] = [:]
    var task: Task<Void, Never>?
  }

  private let shared: any SharedStore
  private let state = Mutex(State())
  private static let prefix = "ended/"
  /// How long it takes at most until the other servers know.
  private static let pause = Duration.seconds(1)

  init(_ shared: any SharedStore) {
    self.shared = shared
    let task = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.pause)
        guard let self else { return }
        await self.learn()
      }
    }
    state.withLock { $0.task = task }
  }

  deinit { state.withLock { $0.task?.cancel() } }

  func contains(_ name: String) -> Bool { state.withLock { $0.names.contains(name) } }

  /// Ends a session here at once, and elsewhere as soon as the others can be told.
  func add(_ name: String, seconds: Int) async {
    state.withLock { state in
      state.names.insert(name)
      state.untold[name] = seconds
    }
    await tell()
  }

  private func tell() async {
    for (name, seconds) in state.withLock({ $0.untold }) {
      do { try await shared.keep("", as: Self.prefix + name, seconds: seconds) } catch { return }
      state.withLock { $0.untold[name] = nil }
    }
  }

  /// Tells the others, and hears from them. Where they can't be reached, what is known stays.
  func learn() async {
    await tell()
    guard let names = try? await shared.names(from: Self.prefix) else { return }
    let known = Set(names.map { String($0.dropFirst(Self.prefix.count)) })
    state.withLock { state in state.names = known.union(state.untold.keys) }
  }
}
