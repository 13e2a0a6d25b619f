import ArgumentParser
import CoreMetrics
import Logging
import ServiceLifecycle
import SitePages
import TablePages
import UnixSignals

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves databases and data files as web pages and JSON.",
    discussion: """
      The sample database and examples of tables in code:
        tablepages serve
      Two databases, at /shop and at /log:
        tablepages serve shop.sqlite log.sqlite
      Data files, which become tables of the database /data and are reloaded when they change:
        tablepages serve sales.csv users.json.gz events.ndjson
      A folder of data files and databases; its data files become the tables of /survey:
        tablepages serve survey/
      A PostgreSQL database, at /shop; a password is better kept in ~/.pgpass or PGPASSWORD:
        tablepages serve postgresql://user@db.example.org/shop
      A file that never changes, on a free port:
        tablepages serve -i --port 0 archive.sqlite
      Publicly, over HTTPS:
        tablepages serve --host :: --tls-certificate chain.pem --tls-key key.pem a.db

      Each option can also be set by an environment variable: --page-size is TABLEPAGES_PAGE_SIZE. SIGTERM and SIGINT let \
      requests in progress finish; the exit code is 0. SIGHUP reads the site file, the access file, the certificate and data files again, which \
      also happens when they change.
      """)

  @OptionGroup(title: "Databases and files")
  var site: SiteOptions

  @OptionGroup(title: "Address")
  var address: AddressOptions

  @OptionGroup(title: "Server")
  var server: ServerOptions

  @OptionGroup(title: "Owner")
  var owner: OwnerOptions

  @OptionGroup(title: "Administration")
  var administration: AdministrationOptions

  func run() async throws {
    ProgramMemory.returnsLargeBlocks()
    // Arguments are read by what walks through most of the program; without this they and the opening of files would add up.
    ProgramMemory.releaseStartupCode()
    let sample = site.files.isEmpty ? try SampleDatabase() : nil
    defer { sample?.remove() }
    let metrics = PrometheusMetrics.ofProgram()
    MetricsSystem.bootstrap(metrics.factory)
    let configuration = server.configuration(for: address, metrics: metrics.factory)
    let logger = configuration.logger
    let served = try ServedFiles(site.files)
    let files = try site.fileDatabases(served, logger: logger)
    defer { for database in files { database.remove() } }
    let ownerToken = OwnerToken(site, address, owner)
    // Before they are read: what is changed from then on is read again.
    let siteFile = site.siteFile.map { (path: $0, state: SiteFileService.state(of: $0)) }
    let accessFile = site.accessFile.map { (path: $0, state: AccessFileService.state(of: $0)) }
    let certificate = configuration.tls.map { (files: $0, state: CertificateService.state(of: $0)) }
    let handler = try await site.handler(
      sample: sample, served: served, files: files, owner: ownerToken,
      maximumBodySize: configuration.maximumBodySize, livePages: server.limits.toldPages,
      separatesAdministration: administration.adminPort != nil,
      logger: logger, metrics: metrics.factory)
    // Tables that are still to be loaded from files can't be compared with anything.
    if let siteFile, files.isEmpty {
      for problem in try await handler.problemsOfFile() { logger.warning("\(problem.line(in: siteFile.path))") }
    }
    let httpServer = try HTTPServer(configuration: configuration, handler: handler)
    let announced = AnnouncedServer(server: httpServer, handler: handler, stopDelay: .seconds(server.stopDelay)) {
      try announce($0, ownerToken, logger)
    }
    let loading = files.isEmpty ? nil : LoadingService(loaders: files.map(\.loader), logger: logger)
    let reloading: [any ReloadingService] = [
      siteFile.map { SiteFileService(file: $0.path, stateAtStart: $0.state, server: handler, logger: logger) },
      accessFile.map { AccessFileService(file: $0.path, stateAtStart: $0.state, server: handler, logger: logger) },
      certificate.map { CertificateService($0.files, httpServer, $0.state, logger: logger) },
    ].compactMap(\.self)
    let reloads: [@Sendable () async -> Void] = reloading.map { service in { await service.reload() } }
    let signal = ReloadSignalService(
      reloads: reloads + [{ await loading?.reload() }], signals: await UnixSignalsSequence(trapping: .sighup),
      logger: logger)
    let others = try administrators(configuration, handler)
    for path in served.foreignPaths { logger.warning("\(ServedFiles.foreignWarning(path))") }
    let folders =
      served.folders.isEmpty
      ? nil
      : FolderService(
        files: served,
        loaders: Dictionary(
          files.flatMap { database in database.folders.map { ($0, database.loader) } },
          uniquingKeysWith: { first, _ in first }),
        server: handler, logger: logger
      ) { [site] path in
        try site.open(path, in: handler.options, maximumBodySize: configuration.maximumBodySize)
      }
    let background: [(any Service)?] = [loading, folders, signal, others]
    try await ServiceGroup(
      services: background.compactMap(\.self) + reloading + [announced], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger
    ).run()
  }

  /// The server of the administrators' own address.
  private func administrators(
    _ configuration: HTTPServer.Configuration, _ handler: TableServer
  ) throws -> AnnouncedServer? {
    guard let configuration = administration.configuration(like: configuration) else { return nil }
    return AnnouncedServer(server: try HTTPServer(configuration: configuration, handler: handler.administration)) {
      let place = $0.map { "http://\($0)\(site.basePath)/-/metrics" }.joined(separator: " and ")
      configuration.logger.notice("Metrics, versions and settings: \(place)")
    }
  }

  /// Says where the server listens, and who may write.
  private func announce(_ addresses: [BoundAddress], _ ownerToken: OwnerToken?, _ logger: Logger) throws {
    var places = addresses.map(url).joined(separator: " and ")
    if server.publicOrigin != nil, let first = addresses.first {
      places = "\(url(first)) at \(addresses.map(\.description).joined(separator: " and "))"
    }
    if site.secret == nil, site.secretFile == nil {
      logger.notice("Page links and sessions end when this server stops; --secret-file FILE keeps them")
    }
    writeLine("TablePages serves \(places)", to: .output)
    if let ownerToken, let address = addresses.first {
      try ownerToken.announce(at: address.port == nil && server.publicOrigin == nil ? nil : url(address))
    } else if site.savedQueries != nil, site.accessFile == nil, !site.writable {
      writeLine(
        "Saving queries: nobody can sign in, since other machines reach this server. Name users in --access, or get in by --owner-link or --owner-link-file.",
        to: .output)
    } else if site.writable, let accessFile = site.accessFile {
      writeLine("Editing: the users and tokens of \(accessFile) whose roles allow it", to: .output)
    } else if site.writable {
      writeLine(
        "Editing: nobody can sign in, since other machines reach this server. Name users in --access, or get in by --owner-link or --owner-link-file.",
        to: .output)
    }
    ServiceNotice.ready.send()
  }

  /// The address as people type it into a browser.
  private func url(_ address: BoundAddress) -> String {
    if let origin = server.publicOrigin { return "\(origin)\(site.basePath)/" }
    guard address.port != nil else { return address.description }
    return "\(server.tlsCertificate == nil ? "http" : "https")://\(address)\(site.basePath)/"
  }
}

extension PrometheusMetrics {
  /// What the program tells at `/-/metrics`.
  fileprivate static func ofProgram() -> PrometheusMetrics {
    let ofServer = ServerMetric.allCases.map { ($0.rawValue, $0.summary) }
    let ofPages = PageMetric.allCases.map { ($0.rawValue, $0.summary) }
    return PrometheusMetrics(prefix: "tablepages_", descriptions: Dictionary(uniqueKeysWithValues: ofServer + ofPages))
  }
}
