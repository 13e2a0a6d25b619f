import ArgumentParser
import Logging
import TablePages

/// How the server works, and what it writes about it.
struct ServerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Serves HTTPS with this certificate chain (PEM).", valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The certificate's private key (PEM).", valueName: "file"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "Names that the server answers to, *.example.org for all below one; others get 421. (default: any; on 127.0.0.1 and ::1 localhost and its addresses)",
      valueName: "names"))
  var allowedHost: [String] = []

  @Option(
    help: ArgumentHelp(
      "Proxies that are believed whom they ask for: addresses, networks such as 10.0.0.0/8, or unix for whoever connects to --unix-socket.",
      valueName: "addresses"))
  var trustedProxy: [String] = []

  @Option(
    help: ArgumentHelp(
      "How the public calls this server, such as https://data.example.org, where a proxy doesn't say so.",
      valueName: "url"))
  var publicUrl: String?

  @Option(help: ArgumentHelp("Threads that answer requests. (default: one per core)", valueName: "number"))
  var workers: Int?

  @Option(
    help: ArgumentHelp(
      "The most connections at the same time, about 20 kibibytes of memory each; further ones are answered 503.",
      valueName: "number"))
  var maxConnections = 1_000

  @Option(
    help: ArgumentHelp(
      "The most that a request may send, in kibibytes: forms, JSON, files for bytes. Each request under way may take as much memory.",
      valueName: "kibibytes"))
  var maxBodySize = 1024

  @Option(
    help: ArgumentHelp(
      "Memory for the bodies of all requests under way, in megabytes; beyond it those with a body are answered 503.",
      valueName: "megabytes"))
  var bodyMemory = 8

  @Option(
    help: ArgumentHelp("How much is logged: \(Self.levels).", valueName: "level"),
    transform: { name throws in
      guard let level = Logger.Level(rawValue: name) else { throw ValidationError("the levels are \(Self.levels)") }
      return level
    })
  var logLevel = Logger.Level.notice

  @Flag(help: "Logs every request.")
  var accessLog = false

  func validate() throws {
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key belong together")
    }
    guard AllowedHosts(Self.list(allowedHost)) != nil else {
      throw ValidationError("--allowed-host takes names without a port, such as data.example.org or *.example.org")
    }
    guard TrustedProxies(Self.list(trustedProxy)) != nil else {
      throw ValidationError("--trusted-proxy takes addresses, networks such as 10.0.0.0/8, and unix")
    }
    guard publicUrl == nil || publicOrigin != nil else {
      throw ValidationError(
        "--public-url is http:// or https:// and a host, perhaps with a port; a path belongs in --base-path")
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
    configuration.bodySizeAdvice = "Whoever runs the server sets that by --max-body-size."
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
