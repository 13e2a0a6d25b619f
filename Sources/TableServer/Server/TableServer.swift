public import Logging
public import MicroHTTP
internal import TableModel
internal import TableRendering

/// Serves a site: its databases' tables and the tables built in code, as pages and as JSON.
///
/// ```swift
/// let server = try TableServer(site, publicFolder: "Public")
/// try await HTTPServer(configuration: .init(), handler: server).run()
/// ```
public final class TableServer: Handler {
  private let router: Router
  private let pages: PageService
  let context: SiteContext
  private let allowsOtherOrigins: Bool

  /// - Parameters:
  ///   - publicFolder: the folder with the style sheet and the icons.
  ///   - statistics: answers what the HTTP server has done, for `/-/metrics`.
  /// - Throws: `SiteError` if two tables want one path, `ServerError` if the folder can't be read, `NibError` for a broken nib.
  public init(
    _ site: Site, publicFolder: String, logger: Logger = Logger(label: "TablePages"),
    statistics: @escaping @Sendable () -> ServerStatistics? = { nil }
  ) throws {
    let map = try SiteMap(site)
    let files = try StaticFiles(folder: publicFolder, urlPrefix: map.base + "/-/static/")
    let assets = try SiteContext.AssetAddresses(files)
    let context = SiteContext(
      title: site.file.title ?? site.title, file: site.file, options: site.options, map: map, assets: assets,
      nibs: try PageNibs(), buffers: ResponseBufferPool.shared,
      access: Access(everyone: site.everyone))
    let pages = PageService(context, logger: logger)
    self.pages = pages
    self.context = context
    allowsOtherOrigins = site.options.allowsOtherOrigins
    func opened(_ handler: any Handler) -> any Handler {
      site.options.allowsOtherOrigins ? CrossOrigin.Opened(handler: handler) : handler
    }
    var router = Router()
    router.on(.get, path: map.base + "/-/static/{file...}", handler: opened(files))
    router.on(.post, path: map.base + "/-/view", handler: opened(ViewChoices(context: context)))
    let metrics = ClosureHandler { _ in pages.metrics(statistics()) }
    router.on(.get, path: map.base + "/-/metrics", handler: opened(metrics))
    let health = ClosureHandler { _ in Response(body: .text("ok\n")) }
    router.on(.get, path: map.base + "/-/health", handler: opened(health))
    for entry in map.controllers {
      router.on(.post, path: entry.address + "/-/event") { try await pages.event(entry, $0) }
      router.get(entry.address + "/-/copy") { try await pages.copy(entry, $0) }
    }
    router.get(map.base + "/{path...}") { try await pages.respond(to: $0) }
    router.get(map.base + "/") { try await pages.respond(to: $0) }
    router.on(.post, path: map.base + "/{path...}") { try await pages.receive($0) }
    self.router = router
  }

  /// The kept page, if it still stands. What is not there is counted by `respond(to:)`, which looks again.
  public func readyResponse(to request: Request) -> Response? { pages.kept(for: request, countsMiss: false) }

  /// Answers a request; what goes wrong becomes a page or JSON.
  public func respond(to request: Request) async throws -> Response {
    if let kept = pages.kept(for: request) { return kept }
    do {
      var response = try await router.respond(to: request)
      // The router itself answers which methods a path has, as browsers ask before they send.
      if request.method == .options, allowsOtherOrigins { response.headers += CrossOrigin.headers }
      return response
    } catch let error as HTTPError {
      // What the router refuses is told like everything else that goes wrong: as a page or as JSON.
      return pages.refusal(error, for: request)
    } catch let failure as PageFailure {
      return pages.refusal(failure, for: request)
    }
  }
}

extension SiteContext.AssetAddresses {
  /// - Throws: `SiteError` if a file is missing that every page needs.
  fileprivate init(_ files: StaticFiles) throws(SiteError) {
    func address(_ name: String) throws(SiteError) -> String {
      guard let address = files.address(of: name) else { throw SiteError.missingFile(name) }
      return address
    }
    style = try address("tablepages.css")
    queryStyle = try address("query.css")
    notesStyle = try address("notes.css")
    facetStyle = try address("facets.css")
    searchStyle = try address("search.css")
    eventStyle = try address("events.css")
    formStyle = try address("forms.css")
    rowScript = try address("rows.js")
    lateScript = try address("late.js")
    icon = try address("favicon.svg")
    sprite = try address("icons.svg")
  }
}
