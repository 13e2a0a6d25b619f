import BoundedWork
internal import Synchronization
internal import TableModel

/// Servers that follow the one that takes changes, from which rows are read as long as they can be, and aren't too far behind.
///
/// They are looked at every other second while somebody reads. Until they were found to be what they should be, and whenever they don't answer, the
/// server that takes changes is read from.
final class Replicas: Sendable {
  /// What is known of them.
  enum Condition: Sendable, Equatable {
    /// Not looked at yet.
    case unknown
    /// Read from; so many seconds behind at most.
    case following(delay: Double)
    /// Further behind than they may be.
    case late(delay: Double)
    case unreachable
    /// They follow another server.
    case foreign
    /// They have followed it, and take changes of their own since.
    case independent
    /// They, or the server that takes changes, don't say how far they are.
    case silent
  }

  private struct State {
    var condition = Condition.unknown
    /// How far the server that takes changes was, and when, by the monotonic clock: what isn't known yet to be here.
    var samples: [(position: LogPosition, at: UInt64)] = []
    /// Who is told what is found.
    var listener: (@Sendable (Condition) -> Void)?
  }

  let pools: ReadingPools
  private let probe: ConnectionPool
  private let primary: ConnectionPool
  private let delayLimit: Double
  private let state = Mutex(State())
  private let isRead = Atomic<Bool>(false)
  private let lastUsed = Atomic<UInt64>(0)
  private let hasWatch = Atomic<Bool>(false)

  /// How often they are looked at, and for how long after somebody read, in nanoseconds.
  private static let pause: UInt64 = 2_000_000_000, watchTime: UInt64 = 60_000_000_000
  /// What an answer may take, in seconds.
  private static let timeLimit = 1.0

  /// - Parameters:
  ///   - address: theirs.
  ///   - primary: where the server is that takes changes.
  init(_ address: ServerAddress, of primary: ServerAddress, _ options: PostgreSQLDatabase.Options) {
    pools = ReadingPools(address, to: .replica, options)
    func probe(_ address: ServerAddress, _ choice: ServerChoice) -> ConnectionPool {
      ConnectionPool(address, to: choice, limit: 1, queueLimit: 4, timeLimit: Self.timeLimit)
    }
    self.probe = probe(address, .replica)
    self.primary = probe(primary, .primary)
    delayLimit = options.replicaDelayLimitSeconds
  }

  var condition: Condition { state.withLock(\.condition) }

  /// Whether they are to be read from at the moment.
  func mayBeRead() -> Bool {
    lastUsed.store(WorkBudget.now(), ordering: .relaxed)
    if !hasWatch.load(ordering: .relaxed) { watch() }
    return isRead.load(ordering: .acquiring)
  }

  /// One of them didn't answer: none is read from until it does again.
  func noteFailure() { note(.unreachable) }

  /// Has a function told whatever is found from now on.
  func tell(_ listener: @escaping @Sendable (Condition) -> Void) { state.withLock { $0.listener = listener } }

  private func note(_ condition: Condition) {
    let listener = state.withLock { state in
      state.condition = condition
      return state.listener
    }
    if case .following = condition {
      isRead.store(true, ordering: .releasing)
    } else {
      isRead.store(false, ordering: .releasing)
    }
    listener?(condition)
  }

  private func watch() {
    guard !hasWatch.exchange(true, ordering: .relaxed) else { return }
    // What is found is for all, whoever asks first.
    Task.detached { [weak self] in
      while await self?.goesOn() == true { try? await Task.sleep(nanoseconds: Self.pause) }
    }
  }

  /// - Returns: false when nobody reads any more.
  private func goesOn() async -> Bool {
    guard WorkBudget.now() &- lastUsed.load(ordering: .relaxed) < Self.watchTime else {
      hasWatch.store(false, ordering: .relaxed)
      return false
    }
    await look()
    return true
  }

  /// Finds out what they are, and how far.
  func look() async {
    async let origin = answer(primary)
    let own = await answer(probe)
    let first = await origin
    note(judged(own, first, at: WorkBudget.now()))
  }

  private typealias Answer = Result<(position: LogPosition?, identity: String?, timeline: String?), PostgreSQLFailure>

  private func answer(_ pool: ConnectionPool) async -> Answer {
    do {
      let rows = try await pool.withConnection {
        try await $0.answers(to: [LogPosition.question], nanoseconds: UInt64(Self.timeLimit * 1e9))
      }.first
      func text(_ column: Int) -> String? { rows.flatMap { $0.count == 1 ? $0.text(0, column) : nil } }
      return .success((LogPosition(rows), text(1), text(2)))
    } catch let failure as PostgreSQLFailure where !failure.isDisconnection && !failure.isInterrupt {
      return .success((nil, nil, nil))
    } catch {
      return .failure(.lost)
    }
  }

  private func judged(_ own: Answer, _ origin: Answer, at now: UInt64) -> Condition {
    guard case .success(let own) = own else { return .unreachable }
    guard let reached = own.position else { return .silent }
    // Where the other one can't be asked nobody changes anything, and this one is as good as any.
    guard case .success(let origin) = origin else { return .following(delay: delay(reached, nil, now)) }
    guard let end = origin.position else { return .silent }
    if let one = own.identity, let other = origin.identity, one != other { return .foreign }
    if let one = own.timeline, let other = origin.timeline, one != other { return .independent }
    let delay = delay(reached, end, now)
    return delay > delayLimit ? .late(delay: delay) : .following(delay: delay)
  }

  /// For how long what isn't here yet has been there at least, in seconds.
  private func delay(_ reached: LogPosition, _ end: LogPosition?, _ now: UInt64) -> Double {
    state.withLock { state in
      if let end, end > reached, state.samples.last?.position != end { state.samples.append((end, now)) }
      state.samples.removeAll { $0.position <= reached }
      // Behind the oldest one all others are too.
      if state.samples.count > 1_000 { state.samples.removeSubrange(500..<750) }
      return state.samples.first.map { Double(now &- $0.at) / 1e9 } ?? 0
    }
  }
}
