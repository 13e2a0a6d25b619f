import ArgumentParser
import Logging
import ServiceLifecycle
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
      A file that never changes, on a free port:
        tablepages serve -i --port 0 archive.sqlite
      Publicly, over HTTPS:
        tablepages serve --host :: --tls-certificate chain.pem --tls-key key.pem a.db

      Each option can also be set by an environment variable: --page-size is TABLEPAGES_PAGE_SIZE. SIGTERM and SIGINT let \
      requests in progress finish; the exit code is 0.
      """)

  @OptionGroup(title: "Databases and files")
  var site: SiteOptions

  @OptionGroup(title: "Address")
  var address: AddressOptions

  @OptionGroup(title: "Server")
  var server: ServerOptions

  func run() async throws {
    ProgramMemory.returnsLargeBlocks()
    // Arguments are read by what walks through most of the program; without this they and the opening of files would add up.
    ProgramMemory.releaseStartupCode()
    let sample = site.files.isEmpty ? try SampleDatabase() : nil
    defer { sample?.remove() }
    let configuration = server.configuration(for: address)
    let running = RunningServer()
    let served = try ServedFiles(site.files)
    let files = try site.fileDatabase(served, logger: configuration.logger)
    defer { files?.remove() }
    let owner = OwnerToken(site, address)
    // Before they are read: what is changed from then on is read again.
    let siteFile = site.siteFile.map { (path: $0, state: SiteFileService.state(of: $0)) }
    let accessFile = site.accessFile.map { (path: $0, state: AccessFileService.state(of: $0)) }
    let handler = try await site.handler(
      sample: sample, databases: served.databases, files: files, owner: owner,
      maximumBodySize: configuration.maximumBodySize, logger: configuration.logger
    ) { running.statistics }
    // Tables that are still to be loaded from files can't be compared with anything.
    if let siteFile, files == nil {
      for problem in try await handler.problemsOfFile() {
        configuration.logger.warning("\(problem.line(in: siteFile.path))")
      }
    }
    let httpServer = try HTTPServer(configuration: configuration, handler: handler)
    running.set(httpServer)
    let announced = AnnouncedServer(server: httpServer) { addresses in
      var places = addresses.map(url).joined(separator: " and ")
      if server.publicOrigin != nil, let first = addresses.first {
        places = "\(url(first)) at \(addresses.map(\.description).joined(separator: " and "))"
      }
      writeLine("TablePages serves \(places)", to: .output)
      if let owner, let address = addresses.first {
        writeLine("One-time owner link (full write access): \(url(address))\(owner.path)", to: .output)
      }
    }
    let loading = files.map { LoadingService(loader: $0.loader, logger: configuration.logger) }
    let watched = siteFile.map {
      SiteFileService(file: $0.path, stateAtStart: $0.state, server: handler, logger: configuration.logger)
    }
    let people = accessFile.map {
      AccessFileService(file: $0.path, stateAtStart: $0.state, server: handler, logger: configuration.logger)
    }
    let background: [(any Service)?] = [loading, watched, people]
    let services: [any Service] = background.compactMap(\.self) + [announced]
    try await ServiceGroup(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: configuration.logger
    ).run()
  }

  /// The address as people type it into a browser.
  private func url(_ address: BoundAddress) -> String {
    if let origin = server.publicOrigin { return "\(origin)\(site.basePath)/" }
    guard address.port != nil else { return address.description }
    return "\(server.tlsCertificate == nil ? "http" : "https")://\(address)\(site.basePath)/"
  }
}
