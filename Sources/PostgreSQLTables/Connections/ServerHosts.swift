import BoundedWork
internal import CPostgreSQL
internal import Synchronization

/// Which of an address's servers a connection may lead to.
enum ServerChoice: Sendable {
  /// Whichever the address means.
  case any
  /// The one that takes changes; another one as long as none does.
  case primaryFirst
  /// The one that takes changes.
  case primary
  /// Whichever the address means, of servers beside the one that takes changes.
  case replica

  /// Whether a server that takes no changes is as good as any.
  var isFree: Bool { self == .any || self == .replica }

  /// What is given to the network beyond a server's own time limit, in nanoseconds: less where another one can be asked instead.
  var grace: UInt64 { self == .replica ? 1_000_000_000 : 5_000_000_000 }
}

/// The hosts that an address names, and what is known of them: which one takes changes, and which ones didn't answer lately.
///
/// All connections to a database share it, so that those that come later needn't wait for a host that is dead.
final class ServerHosts: Sendable {
  private struct State {
    /// The host that was last seen to take changes.
    var primary: Int?
    /// The hosts that didn't answer when they were last tried.
    var silent: Set<Int> = []
    /// That of the server that took changes last.
    var timeline: Timeline?
    /// When a connection was made last, by the monotonic clock: to whichever host, and to one that takes changes.
    var reachedAt: UInt64 = 0, primaryReachedAt: UInt64 = 0
  }

  /// For each host, what libpq calls it by.
  private let parameters: [[String: String]]
  private let state = Mutex(State())
  /// Whether these are all hosts of the address: lists that don't match are left to libpq.
  let areKnown: Bool

  /// - Parameter values: the parameters of an address, with lists where it names several hosts
  ///   (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS). Lists that don't match are left to libpq.
  init(_ values: [String: String]) {
    let lists = ["host", "hostaddr"].reduce(into: [String: [String]]()) { lists, name in
      lists[name] = values[name].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }
    let count = lists.values.map(\.count).max() ?? 1
    let ports = values["port"].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
    let isPlain = lists.values.allSatisfy { $0.count == count && !$0.contains("") }
    areKnown = count == 1 || isPlain && (ports.count <= 1 || ports.count == count)
    guard count > 1, areKnown else {
      parameters = [[:]]
      return
    }
    parameters = (0..<count).map { index in
      var own = lists.mapValues { $0[index] }
      if ports.count == count { own["port"] = ports[index].isEmpty ? "5432" : ports[index] }
      return own
    }
  }

  var count: Int { parameters.count }

  /// What libpq is told so that it tries one host alone.
  func parameters(of host: Int) -> [String: String] { parameters[host] }

  /// The hosts in the order in which they are tried: that of the address, but for those that are known to be dead, which come last.
  func order(for choice: ServerChoice) -> [Int] {
    let (primary, silent) = state.withLock { ($0.primary, $0.silent) }
    let first = choice.isFree ? nil : primary
    func rank(_ host: Int) -> Int { host == first ? 0 : silent.contains(host) ? 2 : 1 }
    return (0..<count).sorted { (rank($0), $0) < (rank($1), $1) }
  }

  /// A host takes changes, or doesn't.
  /// - Parameter timeline: its own, as far as it is known.
  func note(_ host: Int, isPrimary: Bool, on timeline: Timeline? = nil) {
    state.withLock { state in
      state.silent.remove(host)
      if isPrimary { state.primary = host } else if state.primary == host { state.primary = nil }
      if let timeline { state.timeline = timeline }
    }
  }

  /// A connection was made.
  func noteConnection(isToPrimary: Bool) {
    let now = WorkBudget.now()
    state.withLock { state in
      state.reachedAt = now
      if isToPrimary { state.primaryReachedAt = now }
    }
  }

  /// Whether a connection was made after a moment, by the monotonic clock, that is what a choice asks for.
  func wereReached(since moment: UInt64, for choice: ServerChoice) -> Bool {
    state.withLock { choice == .primary ? $0.primaryReachedAt : $0.reachedAt } > moment
  }

  /// Whether a host was the last that was seen to take changes.
  func isPrimary(_ host: Int) -> Bool { state.withLock { $0.primary == host } }

  /// Whether a host didn't answer when it was last tried.
  func isSilent(_ host: Int) -> Bool { state.withLock { $0.silent.contains(host) } }

  /// Whether another server has taken over from the one that is on a timeline. It may take changes still, or again, which nobody else would ever see.
  func isFormer(_ timeline: Timeline?) -> Bool {
    guard let timeline, let newest = state.withLock(\.timeline) else { return false }
    return timeline.isOlder(than: newest)
  }

  /// A host didn't answer.
  func noteSilence(of host: Int) {
    state.withLock { state in
      state.silent.insert(host)
      if state.primary == host { state.primary = nil }
    }
  }

  /// Whether a connection leads where it should not any more: to a server that takes no changes though another one does, or from which another one
  /// has taken over.
  func isOutdated(_ connection: PostgreSQLConnection, for choice: ServerChoice) -> Bool {
    switch choice {
    case .any, .replica: false
    case .primary: connection.isOnStandby || isFormer(connection.timeline)
    case .primaryFirst:
      connection.isOnStandby && state.withLock { $0.primary != nil && $0.primary != connection.host }
        || isFormer(connection.timeline)
    }
  }

  /// Whether a server follows another one, as it has said by now; from version 14 on it says when it is promoted (https://www.postgresql.org/docs/15/libpq-status.html#LIBPQ-PQPARAMETERSTATUS).
  static func toldStandby(_ handle: OpaquePointer) -> Bool? {
    PQparameterStatus(handle, "in_hot_standby").map { String(cString: $0) == "on" }
  }
}
