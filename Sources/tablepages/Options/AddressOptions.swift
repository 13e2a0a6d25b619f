import ArgumentParser
import TablePages

/// Where the server listens.
struct AddressOptions: ParsableArguments, CustomStringConvertible {
  @Option(help: ArgumentHelp("The address to listen on; 0.0.0.0 or :: for all.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The port to listen on; 0 for any free port.", valueName: "port"))
  var port: UInt16 = 8080

  @Option(help: ArgumentHelp("A Unix socket to listen on instead of a port.", valueName: "path"))
  var unixSocket: String?

  /// The address, where nobody handed over sockets.
  var bindAddress: BindAddress {
    unixSocket.map { .unix(path: $0) } ?? .tcp(host: host, port: port)
  }

  /// The sockets that systemd handed over (socket activation), which stand before the address.
  private static let inherited = BindAddress.inheritedFromSystemd()

  /// Where the server listens.
  var bindAddresses: [BindAddress] { Self.inherited.isEmpty ? [bindAddress] : Self.inherited }

  /// Whether somebody else has chosen where it listens.
  var isInherited: Bool { !Self.inherited.isEmpty }

  var description: String { unixSocket ?? "\(host):\(port)" }
}
