/// The hosts that a server answers for (RFC 9110 §7.4); requests for others are refused with 421.
///
/// A page of another site can let its own name lead to this machine, and then read what a server answers here (DNS rebinding). The name in
/// `Host` gives it away. It is also what whole addresses in answers are made of, so a foreign one must not get there.
public struct AllowedHosts: Sendable, Hashable {
  private enum Rule: Hashable {
    case any, local, named
  }

  private let rule: Rule
  private let names: Set<String>
  private let parents: [String]

  /// Whatever a client calls it.
  public static let any = AllowedHosts(.any, [])

  /// Of a server that listens on the loopback interface alone: `localhost` and the interface's addresses. Of others: any.
  public static let automatic = AllowedHosts(.local, [])

  /// These names and addresses, without ports; `*.example.org` stands for every name below. `localhost` is always one of them.
  /// - Returns: `nil` if one of them is no name that a client could use.
  public init?(_ names: [String]) {
    for name in names {
      guard HostName((name.hasPrefix("*.") ? name.dropFirst(2) : name[...]).utf8) != nil else { return nil }
    }
    self.init(.named, names)
  }

  private init(_ rule: Rule, _ names: [String]) {
    self.rule = rule
    self.names = Set(names.compactMap { $0.hasPrefix("*.") ? nil : HostName($0.utf8)?.name })
    parents = names.compactMap { $0.hasPrefix("*.") ? HostName($0.dropFirst(2).utf8).map { "." + $0.name } : nil }
  }

  /// What it comes to for a server that listens at these addresses and is known to the public by that host.
  func resolved(at addresses: [BindAddress], publicHost: String?) -> AllowedHosts {
    let names = names.union(publicHost.map { [$0] } ?? []) + parents.map { "*" + $0 }
    guard rule == .local else { return AllowedHosts(rule, Array(names)) }
    let isLocal = addresses.contains { $0.isLoopback == true } && addresses.allSatisfy { $0.isLoopback != false }
    return isLocal ? AllowedHosts(.local, Array(names)) : .any
  }

  /// Whether the server answers for a host.
  /// - Parameter isUnix: whether it was asked over a Unix socket, which no browser opens.
  func contains(_ host: HostName, isUnix: @autoclosure () -> Bool) -> Bool {
    if rule == .any || host.isLocal || names.contains(host.name) { return true }
    return parents.contains { host.name.hasSuffix($0) } || (rule == .local && isUnix())
  }
}

extension BindAddress {
  /// Whether only this machine can connect; `nil` for a Unix socket, which isn't asked by names.
  fileprivate var isLoopback: Bool? {
    switch self {
    case .unix: nil
    case .tcp("localhost", _): true
    case .tcp(let host, _): InternetAddress(host)?.isLoopback ?? false
    case .inherited(let descriptor):
      SocketAddress(boundTo: descriptor)?.hostAndPort.map { InternetAddress($0.host)?.isLoopback ?? false }
    }
  }
}
