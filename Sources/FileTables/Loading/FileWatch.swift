/// Looks at files again and again, and tells when they have changed and come to rest.
package enum FileWatch {
  /// Looks until the task is cancelled. What changes from one look to the next is still being written, and waits.
  /// - Parameters:
  ///   - used: the state that is in use already.
  ///   - interval: from one look to the next.
  ///   - look: the state as it is now.
  ///   - use: takes another state into use, and answers the one that is in use then; where that isn't the one that it was given, it is asked
  ///     again after the next look.
  /// - Throws: what `use` throws, which ends it.
  package static func run<State: Equatable & Sendable>(
    using used: State, every interval: Duration = .seconds(1), look: () -> State,
    use: (State) async throws -> State
  ) async rethrows {
    var used = used
    var seen = look()
    while !Task.isCancelled {
      let now = look()
      if now == seen, now != used { used = try await use(now) }
      seen = now
      do { try await Task.sleep(for: interval) } catch { return }
    }
  }
}
