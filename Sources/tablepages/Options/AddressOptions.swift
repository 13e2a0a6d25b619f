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

  /// The address as the server takes it.
  var bindAddress: BindAddress {
    unixSocket.map { .unix(path: $0) } ?? .tcp(host: host, port: port)
  }

  var description: String { unixSocket ?? "\(host):\(port)" }
}
