import ArgumentParser
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
    help: ArgumentHelp(
      "Maximum number of open connections, about 20 KiB of memory each; beyond it 503.",
      valueName: "number"))
  var maxConnections = 1_000

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
    help: ArgumentHelp("Log level: \(Self.levels).", valueName: "level"),
    transform: { name throws in
      guard let level = Logger.Level(rawValue: name) else { throw ValidationError("use one of \(Self.levels)") }
      return level
    })
  var logLevel = Logger.Level.notice

  @Flag(help: "Log every request.")
  var accessLog = false

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
    guard workers.map({ (1...256).contains($0) }) ?? true else {
      throw ValidationError("--workers must be from 1 to 256")
    }
    guard (1...1_000_000).contains(maxConnections) else {
      throw ValidationError("--max-connections must be from 1 to 1000000")
    }
    guard (1...(1 << 20)).contains(bodyMemory) else {
      throw ValidationError("--body-memory must be from 1 to 1048576 megabytes")
    }
    guard (1...(1 << 20)).contains(maxBodySize) else {
      throw ValidationError("--max-body-size must be from 1 to 1048576 kibibytes")
    }
  }

  /// How the public calls the server.
  var publicOrigin: PublicOrigin? { publicUrl.flatMap { PublicOrigin($0) } }

  /// What was given once for each, or together with commas in between.
  private static func list(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",") }.map { $0.filter { $0 != " " } }
  }

  private static let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")

  /// The server's configuration for an address.
  func configuration(for address: AddressOptions) -> HTTPServer.Configuration {
    var logger = Logger(label: "tablepages") { label in StreamLogHandler.standardError(label: label) }
    // The access log is written at level info.
    logger.logLevel = accessLog ? min(logLevel, .info) : logLevel
    var configuration = HTTPServer.Configuration(addresses: [address.bindAddress], logger: logger)
    if let tlsCertificate, let tlsKey {
      configuration.tls = HTTPServer.TLS(certificateFile: tlsCertificate, keyFile: tlsKey)
    }
    configuration.connectionLimit = maxConnections
    configuration.maximumBodySize = maxBodySize << 10
    configuration.bodyMemory = bodyMemory << 20
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
