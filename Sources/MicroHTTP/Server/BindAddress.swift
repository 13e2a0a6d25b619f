internal import Glibc

/// Where to listen.
public enum BindAddress: Sendable, Hashable {
  /// A host name or address, and a port; port 0 asks for a free one. `::` listens to IPv4 too; so does `localhost` to both.
  case tcp(host: String, port: UInt16)
  /// A Unix socket at a path. A stale socket file is replaced. `mode` is the file's permissions.
  case unix(path: String, mode: UInt32 = 0o660)
  /// A socket that listens already, handed over by who started the process.
  case inherited(descriptor: Int32)
}

extension BindAddress {
  /// The sockets that systemd handed over, in their order (socket activation, `sd_listen_fds(3)`): none, if it did not
  /// start this process, or handed over none. To be asked once.
  package static func inheritedFromSystemd() -> [BindAddress] {
    // Nothing in this process changes its environment; what `getenv` gives is copied at once.
    guard let process = getenv("LISTEN_PID").flatMap({ Int32(String(cString: $0)) }), process == getpid(),
      let count = getenv("LISTEN_FDS").flatMap({ Int32(String(cString: $0)) }), (1...1024).contains(count)
    else { return [] }
    return (0..<count).map { .inherited(descriptor: 3 + $0) }
  }
}

/// Where a server listens.
public struct BoundAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address; of a Unix socket its path.
  public var host: String
  /// The port, nil for a Unix socket.
  public var port: UInt16?

  /// Names an address.
  package init(host: String, port: UInt16?) {
    self.host = host
    self.port = port
  }

  /// `host:port`, brackets around an IPv6 address, or `unix:path`.
  public var description: String {
    guard let port else { return "unix:\(host)" }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
