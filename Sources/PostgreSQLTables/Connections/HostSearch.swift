internal import CPostgreSQL

/// Looks for the host that a connection is to lead to, among all of an address.
///
/// The first one that takes changes need not be it: where a server that another one has taken over from is started again as it was, it takes changes
/// too, which are lost. So all are asked, unless it was seen to take them and nobody has taken over since.
struct HostSearch {
  /// A connection to a host.
  struct Reached {
    let handle: OpaquePointer
    let host: Int
    let server: ConnectedServer
  }

  private let hosts: ServerHosts
  private let choice: ServerChoice
  private var primary: Reached?
  /// The first that takes no changes, or any where that is as good.
  private var other: Reached?
  private var isOver = false
  /// Whether all were asked, and answered.
  private var isSure = true
  private var failure = PostgreSQLFailure.lost

  init(_ hosts: ServerHosts, for choice: ServerChoice) { (self.hosts, self.choice) = (hosts, choice) }

  /// Whether a host is to be asked. Nobody waits for one that is dead where there is another.
  mutating func wants(_ host: Int) -> Bool {
    guard !isOver else { return false }
    guard let primary, !hosts.isFormer(primary.server.timeline), hosts.isSilent(host) else { return true }
    isSure = false
    return false
  }

  /// A host has answered.
  mutating func found(_ reached: Reached) {
    guard !choice.isFree, !reached.server.isStandby else {
      hosts.note(reached.host, isPrimary: !reached.server.isStandby)
      isOver = choice.isFree
      if other == nil { other = reached } else { PQfinish(reached.handle) }
      return
    }
    isOver = hosts.isPrimary(reached.host) && !hosts.isFormer(reached.server.timeline)
    guard primary?.isBehind(reached) ?? true else { return PQfinish(reached.handle) }
    if let primary { PQfinish(primary.handle) }
    primary = reached
  }

  /// A host has not, or does not take changes.
  mutating func failed(_ host: Int, _ failure: PostgreSQLFailure) {
    if failure.isReadOnlyServer { hosts.note(host, isPrimary: false) } else { hosts.noteSilence(of: host) }
    isSure = isSure && failure.isReadOnlyServer
    // People hear what a server answered rather than that another one didn't.
    if self.failure.isDisconnection { self.failure = failure }
  }

  /// The connection that was found; the others are closed.
  mutating func result() throws(PostgreSQLFailure) -> Reached {
    // Where all have answered, and none is newer, the server was put back to what it had been before.
    if let primary, isSure || !hosts.isFormer(primary.server.timeline) {
      if let other { PQfinish(other.handle) }
      hosts.note(primary.host, isPrimary: true, on: primary.server.timeline)
      return primary
    }
    if let primary {
      PQfinish(primary.handle)
      hosts.note(primary.host, isPrimary: false)
      // For whoever reads, it is as if nobody had answered.
      failure = choice == .primary ? .readOnlyServer : .lost
    }
    guard let other else { throw failure }
    return other
  }
}

extension HostSearch.Reached {
  /// Whether another server has taken over from this one.
  fileprivate func isBehind(_ other: Self) -> Bool {
    guard let own = server.timeline, let other = other.server.timeline else { return false }
    return own.isOlder(than: other)
  }
}
