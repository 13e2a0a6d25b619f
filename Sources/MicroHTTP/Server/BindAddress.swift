/// Where to listen.
public enum BindAddress: Sendable, Hashable {
  /// A host name or address, and a port; port 0 asks for a free one. `::` listens to IPv4 too; so does `localhost` to both.
  case tcp(host: String, port: UInt16)
  /// A Unix socket at a path. A stale socket file is replaced. `mode` is the file's permissions.
  case unix(path: String, mode: UInt32 = 0o660)
  /// A socket that listens already, handed over by who started the process.
  case inherited(descriptor: Int32)
}

/// Where a server listens.
public struct BoundAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address; of a Unix socket its path.
  public var host: String
  /// The port, nil for a Unix socket.
  public var port: UInt16?

  /// Names an address.
  public init(host: String, port: UInt16?) {
    self.host = host
    self.port = port
  }

  /// `host:port`, brackets around an IPv6 address, or `unix:path`.
  public var description: String {
    guard let port else { return "unix:\(host)" }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
