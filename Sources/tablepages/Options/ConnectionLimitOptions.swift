import ArgumentParser
import TablePages

/// What connections and what is sent over them may take.
struct ConnectionLimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Maximum number of open connections, about 20 KiB of memory each; beyond it 503.",
      valueName: "number"))
  var maxConnections = 1_000

  @Option(
    help: ArgumentHelp(
      "Maximum number of open pages that are told of changes at once, each over a connection; others ask every few seconds. 0: changes are shown when a page is loaded again.",
      valueName: "number"))
  var livePages = 250

  @Option(
    help: ArgumentHelp(
      "Maximum size of a request body, in kibibytes. Each request in progress may use as much memory.",
      valueName: "kibibytes"))
  var maxBodySize = 1024

  @Option(
    help: ArgumentHelp(
      "Memory for all request bodies together, in megabytes; beyond it 503.",
      valueName: "megabytes"))
  var bodyMemory = 8

  @Option(
    help: ArgumentHelp(
      "Maximum number of open connections per client address; not behind a proxy. (default: no limit)",
      valueName: "number"))
  var maxConnectionsPerAddress: Int?

  @Option(help: ArgumentHelp("Seconds a client may take to send a request's headers.", valueName: "seconds"))
  var headerTimeout = 10.0

  @Option(help: ArgumentHelp("Seconds a client may take to send a request's body.", valueName: "seconds"))
  var bodyTimeout = 30.0

  @Option(help: ArgumentHelp("Seconds a connection may stay open without a request.", valueName: "seconds"))
  var idleTimeout = 30.0

  @Option(
    help: ArgumentHelp(
      "Seconds a client may take to read a response, beyond what --min-response-rate would take.", valueName: "seconds")
  )
  var responseTimeout = 30.0

  @Option(
    help: ArgumentHelp(
      "The slowest client that is served, in kibibytes a second; a slower one is cut after --response-timeout.",
      valueName: "kibibytes"))
  var minResponseRate = 16

  @Option(
    help: ArgumentHelp("Seconds that requests in progress have to finish when the server stops.", valueName: "seconds"))
  var drainTimeout = 10.0

  func validate() throws {
    let numbers = [
      ("max-connections", maxConnections, 1_000_000), ("max-body-size", maxBodySize, 1 << 20),
      ("body-memory", bodyMemory, 1 << 20), ("min-response-rate", minResponseRate, 1 << 20),
      ("max-connections-per-address", maxConnectionsPerAddress ?? 1, 1_000_000),
    ]
    for (name, value, most) in numbers where !(1...most).contains(value) {
      throw ValidationError("--\(name) must be from 1 to \(most)")
    }
    guard (0...1_000_000).contains(livePages) else { throw ValidationError("--live-pages must be from 0 to 1000000") }
    let seconds = [
      ("header", headerTimeout), ("body", bodyTimeout), ("idle", idleTimeout), ("response", responseTimeout),
      ("drain", drainTimeout),
    ]
    for (name, value) in seconds where !(0.1...86_400).contains(value) {
      throw ValidationError("--\(name)-timeout must be from 0.1 to 86400 seconds")
    }
  }

  /// How many pages are told of changes over a connection each: most connections are for those who come for a page.
  var toldPages: Int { min(livePages, max(maxConnections / 4, 1)) }

  /// What the server heeds of it.
  func set(in configuration: inout HTTPServer.Configuration) {
    configuration.connectionLimit = maxConnections
    configuration.connectionLimitPerAddress = maxConnectionsPerAddress
    configuration.maximumBodySize = maxBodySize << 10
    configuration.bodyMemory = bodyMemory << 20
    configuration.headerTimeout = .seconds(headerTimeout)
    configuration.bodyTimeout = .seconds(bodyTimeout)
    configuration.idleTimeout = .seconds(idleTimeout)
    configuration.responseTimeout = .seconds(responseTimeout)
    configuration.minimumResponseRate = minResponseRate << 10
    configuration.drainTimeout = .seconds(drainTimeout)
  }
}
