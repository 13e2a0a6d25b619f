import ArgumentParser
import CoreMetrics
import Logging
import TablePages

/// How the server works, and what it writes about it.
struct ServerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Serve HTTPS with this certificate chain (PEM).", valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The certificate's private key (PEM).", valueName: "file"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "Host names that the server accepts, *.example.org for subdomains; others get 421. (default: any; localhost and its addresses if --host is 127.0.0.1 or ::1)",
      valueName: "names"))
  var allowedHost: [String] = []

  @Option(
    help: ArgumentHelp(
      "Proxies whose forwarded headers are trusted: addresses, networks such as 10.0.0.0/8, or unix for --unix-socket.",
      valueName: "addresses"))
  var trustedProxy: [String] = []

  @Option(
    help: ArgumentHelp(
      "The public address of this server, such as https://data.example.org, if no proxy sends it.",
      valueName: "url"))
  var publicUrl: String?

  @Option(help: ArgumentHelp("Number of worker threads. (default: one per core)", valueName: "number"))
  var workers: Int?

  @Option(
    help: ArgumentHelp("Log level: \(Self.levels).", valueName: "level"),
    transform: { name throws in
      guard let level = Logger.Level(rawValue: name) else { throw ValidationError("use one of \(Self.levels)") }
      return level
    })
  var logLevel = Logger.Level.notice

  @Option(help: ArgumentHelp("How log lines are written: text or json.", valueName: "format"))
  var logFormat = LineLogHandler.Format.text

  @Flag(help: "Log every request.")
  var accessLog = false

  @Option(
    help: ArgumentHelp(
      "Seconds from the signal to stop until no more connections are accepted; /-/health/ready says no meanwhile, so that balancers send requests elsewhere.",
      valueName: "seconds"))
  var stopDelay = 0.0

  @OptionGroup(title: "Limits of connections")
  var limits: ConnectionLimitOptions

  func validate() throws {
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key require each other")
    }
    guard AllowedHosts(Self.list(allowedHost)) != nil else {
      throw ValidationError("--allowed-host takes names without a port, such as data.example.org or *.example.org")
    }
    guard TrustedProxies(Self.list(trustedProxy)) != nil else {
      throw ValidationError("--trusted-proxy takes addresses, networks such as 10.0.0.0/8, and unix")
    }
    guard publicUrl == nil || publicOrigin != nil else {
      throw ValidationError(
        "--public-url takes http:// or https://, a host and an optional port; put a path in --base-path")
    }
    guard (0...3_600).contains(stopDelay) else { throw ValidationError("--stop-delay must be from 0 to 3600 seconds") }
    guard workers.map({ (1...256).contains($0) }) ?? true else {
      throw ValidationError("--workers must be from 1 to 256")
    }
  }

  /// How the public calls the server.
  var publicOrigin: PublicOrigin? { publicUrl.flatMap { PublicOrigin($0) } }

  /// What was given once for each, or together with commas in between.
  private static func list(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",") }.map { $0.filter { $0 != " " } }
  }

  private static let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")

  /// What is written to the log, on the standard error output.
  private var logger: Logger {
    var logger = Logger(label: "tablepages") { [logFormat] _ in LineLogHandler(format: logFormat) }
    // The access log is written at level info.
    logger.logLevel = accessLog ? min(logLevel, .info) : logLevel
    return logger
  }

  /// The server's configuration for an address.
  func configuration(for address: AddressOptions, metrics: any MetricsFactory) -> HTTPServer.Configuration {
    var configuration = HTTPServer.Configuration(addresses: address.bindAddresses, logger: logger)
    configuration.metrics = metrics
    if let tlsCertificate, let tlsKey {
      configuration.tls = HTTPServer.TLS(certificateFile: tlsCertificate, keyFile: tlsKey)
    }
    limits.set(in: &configuration)
    configuration.bodySizeAdvice = "The server's operator sets the limit with --max-body-size."
    let hosts = Self.list(allowedHost)
    if !hosts.isEmpty, let allowed = AllowedHosts(hosts) { configuration.allowedHosts = allowed }
    configuration.allowedHostsAdvice = "To serve this name, start the server with --allowed-host."
    if let proxies = TrustedProxies(Self.list(trustedProxy)) { configuration.trustedProxies = proxies }
    configuration.publicOrigin = publicOrigin
    if let workers { configuration.workers = workers }
    configuration.logsAccess = accessLog
    return configuration
  }
}
