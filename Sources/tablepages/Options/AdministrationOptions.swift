import ArgumentParser
import CoreMetrics
import TablePages

/// Where administrators ask how the server does, if not where everybody asks.
struct AdministrationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Answer /-/metrics, /-/versions and /-/settings at this port instead, without a permission; 0 for any free port.",
      valueName: "port"))
  var adminPort: UInt16?

  @Option(help: ArgumentHelp("The address to listen on for --admin-port.", valueName: "address"))
  var adminHost = "127.0.0.1"

  /// The configuration of a server for them, like that of the other; `nil` where they have none.
  func configuration(like other: HTTPServer.Configuration) -> HTTPServer.Configuration? {
    guard let adminPort else { return nil }
    var configuration = HTTPServer.Configuration(
      addresses: [.tcp(host: adminHost, port: adminPort)], logger: other.logger)
    configuration.workers = 1
    configuration.connectionLimit = 100
    // Collectors call it by any name.
    configuration.allowedHosts = .any
    // What is counted is what visitors ask.
    configuration.metrics = NOOPMetricsHandler.instance
    return configuration
  }
}
