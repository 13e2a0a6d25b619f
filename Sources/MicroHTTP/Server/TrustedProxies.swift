/// The proxies in front of a server that it believes what they say of their clients: in `X-Forwarded-For`, `-Proto` and `-Host`, or where the
/// first isn't there in `Forwarded` (RFC 7239).
///
/// A proxy has to overwrite these fields or add to them, and must not pass on what a client made up.
public struct TrustedProxies: Sendable, Hashable {
  private struct Network: Hashable {
    var address: InternetAddress
    var bits: Int
  }

  private var networks: [Network] = []
  private var trustsUnix = false

  /// None: what such fields say is ignored.
  public static let none = TrustedProxies()

  private init() {}

  /// Trusts addresses (`192.0.2.1`), networks (`10.0.0.0/8`, `fd00::/8`), and with `unix` whoever connects over a Unix socket.
  /// - Returns: `nil` if one of them is none of these.
  public init?(_ names: [String]) {
    for name in names where name != "unix" {
      guard let network = Self.network(name) else { return nil }
      networks.append(network)
    }
    trustsUnix = names.contains("unix")
  }

  private static func network(_ text: String) -> Network? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = InternetAddress(String(parts[0])) else { return nil }
    guard parts.count == 2 else { return Network(address: address, bits: 128) }
    let most = parts[0].contains(":") ? 128 : 32
    guard let bits = Int(parts[1]), (0...most).contains(bits) else { return nil }
    return Network(address: address, bits: bits + 128 - most)
  }

  /// Whether there are any.
  var isEmpty: Bool { networks.isEmpty && !trustsUnix }

  /// Whether a peer is one of them. What is called in the same process was called by who made the server.
  func contains(_ peer: Peer) -> Bool {
    switch peer {
    case .inProcess: !isEmpty
    case .unix: trustsUnix
    case .address(let text, _):
      InternetAddress(text).map { address in networks.contains { address.matches($0.address, bits: $0.bits) } } ?? false
    }
  }
}
