public import CoreMetrics
public import Logging
public import MicroHTTP
import RecordViewModels
import SiteAccess
public import SiteConfiguration
import SitePages
public import SiteTables
import Synchronization
import TableModel
import TableRendering

/// Serves a site: its databases' tables and the tables built in code, as pages and as JSON.
///
/// ```swift
/// let server = try await TableServer(site)
/// try await HTTPServer(configuration: .init(), handler: server).run()
/// ```
public final class TableServer: Handler {
  /// What answers requests under the present site file.
  private let pages: Mutex<PageService>
  private let site: Mutex<Site>
  private let logger: Logger

  /// What requests are answered with at the moment.
  var context: SiteContext { pages.withLock { $0 }.context }

  /// How it serves, as its site said when it was made.
  package var options: Site.Options { context.options }

  /// Checks everything first: paths, nibs, cells and handlers, and what Swift adds to tables of databases against their schemas.
  /// - Parameters:
  ///   - publicFolder: a folder of files that are served under `/-/static/` beside the site's own style sheets, scripts and icons; a file of the
  ///     same name takes the place of one of those. Pages link what `Site.Options` names as `styleSheets` and `scripts`.
  ///   - metrics: takes what is counted, that of the program unless told otherwise; where it is that of a `PrometheusMetrics`, `/-/metrics` tells it.
  ///   - identify: says who the visitor of a request is, once for each that depends on it; `nil` for somebody unknown. Those whom the
  ///     site's own access file knows are asked for where it does not know any. What it throws is the answer.
  /// - Throws: `SiteError` if two tables want one path, or a table or a style sheet is missing; `NibError`, `RegistrationError`,
  ///   `HandlerRegistrationError` and `RecordMismatch` for a table whose nibs, cells, handlers or view models don't fit; `ServerError` if the
  ///   folder can't be read; `TableError` if a database can't be read.
  public convenience init(
    _ site: Site, publicFolder: String? = nil,
    logger: Logger = Logger(label: "TablePages"), metrics: any MetricsFactory = MetricsSystem.factory,
    identify: (@Sendable (_ request: Request) async throws -> Identity?)? = nil
  ) async throws {
    try self.init(unchecked: site, publicFolder: publicFolder, logger: logger, metrics: metrics, identify: identify)
    try await context.map.checkSetups()
    // Whoever has signed out elsewhere is not signed in here, from the first request on.
    await context.access.learnEndedSessions()
  }

  /// The same without reading any database: what Swift adds to tables of databases isn't compared with their schemas.
  package init(
    unchecked site: Site, publicFolder: String? = nil,
    logger: Logger = Logger(label: "TablePages"), metrics: any MetricsFactory = MetricsSystem.factory,
    identify: (@Sendable (_ request: Request) async throws -> Identity?)? = nil
  ) throws {
    try Self.check(site)
    let map = try SiteMap(site)
    let files = try StaticFiles(
      included: PageFiles.fetched, folder: publicFolder, urlPrefix: map.base + "/-/static/")
    let context = try SiteContext(
      site, map: map, fileStatus: SiteFileStatus(),
      services: SiteServices(site, home: map.home, files: files, metrics: metrics, identify: identify))
    self.site = Mutex(site)
    self.logger = logger
    Self.tellDatabases(map)
    pages = Mutex(try PageService(context, logger: logger))
  }

  /// - Throws: the first of what was wrong when its tables were set up.
  private static func check(_ site: Site) throws {
    for mount in site.tables { if let mistake = mount.setup.mistake { throw mistake } }
  }

  /// Tells the databases what the owner has chosen: the columns that rows are called by, and the indexes that they are found by.
  private static func tellDatabases(_ map: SiteMap) {
    for entry in map.databases {
      let columns = entry.notes.tables.compactMap { table in
        table.labelColumns.isEmpty ? nil : (table.name, table.labelColumns.map(\.text))
      }
      (entry.database as? any LabelColumnConfigurable)?.setLabelColumns(Dictionary(columns) { first, _ in first })
      let indexes = entry.notes.tables.compactMap { table in
        table.searchIndex.map { (table.name, ChosenSearchIndex($0.text, keyColumn: table.searchKey?.text)) }
      }
      (entry.database as? any SearchIndexConfigurable)?.setSearchIndexes(Dictionary(indexes) { first, _ in first })
    }
  }

  /// Goes on with what the site's owner says now. Requests under way end with what they began with; sign-ins and what pages are still to
  /// say stay.
  /// - Throws: `SiteError` if two tables want one path; then everything is as it was.
  package func reload(_ file: SiteFile, nibs: NibSources) throws {
    try change { site in
      site.file = file
      site.nibs = nibs
    }
  }

  /// Goes on with another site: mounts tables and takes them away while the server runs. Options and access stay as they were. Requests under
  /// way end with what they began with.
  ///
  /// ```swift
  /// try server.change { $0.mount(tasks, at: "/tasks") }
  /// ```
  /// - Throws: what `init` throws, which alone reads the schemas of databases; then everything is as it was.
  public func change(_ body: (inout Site) throws -> Void) throws {
    try site.withLock { known in
      var site = known
      try body(&site)
      try renew(site)
      known = site
    }
  }

  private func renew(_ site: Site) throws {
    try Self.check(site)
    let current = context
    let renewed = try SiteContext(
      site, map: try SiteMap(site), fileStatus: current.fileStatus, services: current.services)
    renewed.fileStatus.problem = nil
    let next = try PageService(renewed, logger: logger)
    Self.tellDatabases(renewed.map)
    renewed.access.replace(SiteRestriction.all(site.file))
    pages.withLock { pages in
      pages.endWaits()
      pages = next
    }
  }

  /// Goes on with what an access file says now. Whoever is signed in stays so, unless their account is gone or has another password.
  package func reload(_ access: AccessFile) { context.access.replace(access) }

  /// Says to those who administer the site that its file has changed and can't be used, so that what was last read holds on.
  package func reportReloadFailure(_ problem: String) { context.fileStatus.problem = problem }

  /// The kept page, if it still stands.
  public func readyResponse(to request: Request) -> Response? {
    pages.withLock { $0 }.readyResponse(to: request)
  }

  /// What the server itself refuses is told like everything else that goes wrong: as a page to forms, as JSON to scripts.
  public func refusal(_ error: HTTPError, of request: Request) -> Response {
    pages.withLock { $0 }.refusal(error, for: request)
  }

  /// Answers what administrators ask, and nothing else, whoever asks: `/-/metrics`, `/-/versions`, `/-/settings` and `/-/health`. For an address
  /// of its own that only they reach; see `Site.Options.separatesAdministration`.
  public var administration: any Handler { AdministrationHandler(server: self) }

  /// Answers from now on that no more requests should come, where a balancer asks for it, while those that come are answered as before.
  public func announceStop() { context.services.announceStop() }

  /// Brings what was written to the databases to an end: whoever runs the HTTP server by `start()` and `stop()` calls it behind them.
  public func finish() async {
    for entry in context.map.databases {
      if let remark = await entry.database.finish() { logger.warning("\(remark)") }
    }
  }

  func administered(_ request: Request) async -> Response { await pages.withLock { $0 }.administered(request) }

  /// Answers a request; what goes wrong becomes a page or JSON.
  public func respond(to request: Request) async throws -> Response {
    await pages.withLock { $0 }.respond(to: request)
  }
}

extension TableServer {
  /// What of the present site file doesn't fit the databases that are served; see `Site.problemsOfFile()`.
  package func problemsOfFile() async throws -> [SiteFileError.Problem] {
    var site = site.withLock(\.self)
    site.access = context.access.file
    let remarks = try site.remarksOnFile()
    return try await site.problemsOfFile().filter { !remarks.contains($0) }
  }
}
