/// The other end of a connection.
public enum Peer: Sendable, Hashable, CustomStringConvertible {
  /// An IPv4 or IPv6 address in its usual notation, and a port.
  case address(String, port: UInt16)
  /// A Unix socket, which has no address.
  case unix
  /// The same process.
  case inProcess

  /// The address, or a word for the kind of peer.
  public var description: String {
    switch self {
    case .address(let address, _): address
    case .unix: "unix"
    case .inProcess: "in-process"
    }
  }
}
