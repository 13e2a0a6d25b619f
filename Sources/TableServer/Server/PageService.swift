import SiteAccess
import SiteConfiguration
internal import Logging
internal import MicroHTTP
internal import Synchronization
import TableModel
import TableRendering

/// Finds what a path names, has it answered, and keeps the answers as long as they stand.
final class PageService: Sendable {
  private let context: SiteContext
  private let cache: PageCache
  private let logger: Logger
  /// The site as those see it who may read all of it.
  private let whole: SiteView
  /// What others see, by what they may do.
  private let views = Mutex<[[Grants]: SiteView]>([:])
  private static let viewLimit = 128

  init(_ context: SiteContext, logger: Logger) {
    self.context = context
    self.logger = logger
    whole = SiteView(context)
    let cache = PageCache(byteLimit: context.options.pageCacheBytes)
    self.cache = cache
    // What is kept for the next who asks is less than an answer for somebody who asks now.
    context.options.memory.whenShort { [weak cache] in cache?.removeAll() }
  }

  /// The kept answer to a request, if there is one and it still stands. Costs under a microsecond.
  func kept(for request: Request, countsMiss: Bool = true) -> Response? {
    guard cache.isEnabled, request.method == .get || request.method == .head, !FlashMemory.isNamed(in: request) else {
      return nil
    }
    var key = PageCache.Key(request)
    if context.access.isInUse {
      // Whoever can't be told is told so by `respond(to:)`.
      guard let visitor = try? context.access.visitor(request) else { return nil }
      key.audience = visitor.audience
    }
    return cache.response(for: key, countsMiss: countsMiss).map(Response.init)
  }

  func respond(to request: Request) async throws -> Response {
    do {
      let visitor = try context.access.visitor(request)
      var key = PageCache.Key(request)
      key.audience = visitor.audience
      let names = { Array(request.path.segments.dropFirst(self.context.map.baseDepth)) }
      let view = view(of: visitor)
      if view !== whole { try context.map.checkReading(names(), visitor, context.access, rest: view.context.map) }
      let (resource, suffix) = try view.paths.resolve(request.target, names)
      let format = try resource.format(suffix: suffix, accepted: key.format)
      var page = PageRequest(
        request, format: format, preferences: ViewPreferences(request),
        flash: format == .html ? context.flashes.flash(for: request) : nil, visitor: visitor)
      page.completeness = resource.completeness(in: view.context.map)
      try page.checkCompleteness()
      var answer = try await answer(resource, page, view)
      // What is a part is not kept.
      if page.completeness != .complete { answer.version = nil }
      if FlashMemory.isNamed(in: request) {
        // What says something once is neither kept here nor asked for again by the browser.
        answer.version = nil
        if format == .html { context.showedFlash(&answer.response, request) }
      }
      return finished(answer, key)
    } catch {
      return refusal(error, for: request)
    }
  }

  /// Answers what is sent to be stored.
  func receive(_ request: Request) async throws -> Response {
    do {
      let visitor = try context.access.visitor(request)
      let names = { Array(request.path.segments.dropFirst(self.context.map.baseDepth)) }
      // Whoever may read a part of the site can change nothing else either.
      let view = view(of: visitor)
      if view !== whole { try context.map.checkReading(names(), visitor, context.access, rest: view.context.map) }
      let (resource, _) = try view.paths.resolve(request.target, names)
      guard case .write(let entry, let target) = resource else {
        throw PageFailure.methodNotAllowed(allow: resource.methods)
      }
      var response = try await WriteResponder(context: view.context, tables: view.tables).answer(
        target, in: entry, request)
      response.headers.set(.cacheControl, "no-store")
      if context.options.allowsOtherOrigins { response.headers += CrossOrigin.headers }
      return response
    } catch {
      return refusal(error, for: request, format: SentBody.isForm(request) ? .html : .json)
    }
  }

  /// Says which methods a path has (RFC 9110 section 9.3.7). One that names nothing that the visitor may see has those of a page.
  func options(_ request: Request) -> Response {
    let names = { Array(request.path.segments.dropFirst(self.context.map.baseDepth)) }
    let resource = try? view(of: context.access.visitor(request)).paths.resolve(request.target, names).resource
    return Response(
      status: .noContent, headers: [Header(.allow, (resource?.methods ?? Resource.pageMethods) + ", OPTIONS")])
  }

  /// What a visitor may see of the site.
  private func view(of visitor: Visitor) -> SiteView {
    guard !context.map.isWhole(to: visitor) else { return whole }
    if let known = views.withLock({ $0[visitor.roles] }) { return known }
    let made = SiteView(SiteContext(context, readable: context.map.readable(by: visitor)))
    return views.withLock { views in
      if let known = views[visitor.roles] { return known }
      if views.count >= Self.viewLimit { views.removeAll() }
      views[visitor.roles] = made
      return made
    }
  }

  private func answer(_ resource: Resource, _ request: PageRequest, _ view: SiteView) async throws -> PageAnswer {
    do { return try await found(resource, request, view) } catch { throw request.explained(error) }
  }

  private func found(_ resource: Resource, _ request: PageRequest, _ view: SiteView) async throws -> PageAnswer {
    let (context, tables) = (view.context, view.tables)
    return switch resource {
    case .home: try await HomeResponder(context: context).answer(request)
    case .folder(let names): try HomeResponder(context: context).folder(names, request)
    case .database(let entry): try await DatabaseResponder(context: context).answer(entry, request)
    case .table(let entry, let name):
      try await TableResponder(context: context, tables: tables).answer(name, in: entry, request)
    case .count(let entry, let table):
      try await CountResponder(context: context, tables: tables).answer(table, in: entry, request)
    case .search(let entry):
      try await SearchResponder(context: context, tables: tables).answer(entry, request)
    case .facets(let entry, let table):
      try await FacetResponder(context: context, tables: tables).answer(table, in: entry, request)
    case .record(let entry, let table, let key):
      try await RecordResponder(context: context, tables: tables).answer(key, of: table, in: entry, request)
    case .bytes(let entry, let table, let key, let column):
      try await RecordResponder(context: context, tables: tables).bytes(of: column, key, of: table, in: entry)
    case .query(let entry): try await QueryResponder(context: context, subject: .init(entry: entry)).answer(request)
    case .storedQuery(let entry, let query):
      if try await entry.database.table(named: query.name) == nil {
        try await QueryResponder(context: context, subject: .init(entry: entry, stored: query)).answer(request)
      } else {
        try await TableResponder(context: context, tables: tables).answer(query.name, in: entry, request)
      }
    case .form(let entry, let target):
      try await FormResponder(context: context, tables: tables).answer(target, in: entry, request)
    // Rows are pasted at the address that they are sent to.
    case .write(let entry, let target) where target.action == .paste:
      try await FormResponder(context: context, tables: tables).answer(
        FormTarget(kind: .paste, table: target.table), in: entry, request)
    case .write: throw PageFailure.methodNotAllowed(allow: resource.methods)
    case .controller(let entry): try await view.lists.answer(entry, request)
    case .introspection(let subject): try await IntrospectionResponder(context: context).answer(subject, request)
    }
  }

  // MARK: Events of tables built in code

  func event(_ entry: SiteMap.ControllerEntry, _ request: Request) async throws -> Response {
    let isJSON = SentBody.isJSON(request)
    do {
      var response = try await EventResponder(context: context, entry: entry, view: whole).answer(request)
      response.headers.set(.cacheControl, "no-store")
      return response
    } catch {
      return refusal(error, for: request, format: isJSON ? .json : nil)
    }
  }

  func copy(_ entry: SiteMap.ControllerEntry, _ request: Request) async throws -> Response {
    do { return try await CopyResponder(context: context, entry: entry).answer(request) } catch {
      return refusal(error, for: request)
    }
  }

  func chosen(_ entry: SiteMap.ControllerEntry, _ request: Request) async throws -> Response {
    do { return try await ChosenResponder(context: context, entry: entry).answer(request) } catch {
      return refusal(error, for: request)
    }
  }

  /// Gives the answer its validator, and keeps it where that is allowed.
  private func finished(_ answer: PageAnswer, _ key: PageCache.Key) -> Response {
    for problem in answer.problems { logger.error("\(key.target): \(problem)") }
    var response = answer.response
    if context.options.allowsOtherOrigins { response.headers += CrossOrigin.headers }
    guard let version = answer.version, let source = answer.source else { return response }
    response.headers.append(Header(.eTag, key.entityTag(version)))
    guard cache.isEnabled else { return response }
    let prepared = response.prepared()
    // Kept with its compressed form, which takes about a third more.
    cache.keep(prepared, byteCount: answer.byteCount + answer.byteCount / 3, for: key, version: version, source: source)
    return Response(prepared)
  }

  // MARK: What goes wrong

  /// The one place where an error becomes a page, JSON and a line of the log.
  func refusal(_ error: any Error, for request: Request, format: PageFormat? = nil) -> Response {
    let failure = PageFailure(error)
    if failure.status >= 500, !failure.passesByItself { logger.error("\(request.method) \(request.target): \(error)") }
    if [401, 403].contains(failure.status), request.method != .get, request.method != .head {
      let name = (try? context.access.visitor(request))?.name ?? "somebody unknown"
      logger.notice(
        "refused: \(request.method) \(request.target) of \(name) from \(request.peer): \(failure.messages.first ?? "")")
    }
    let suffix = request.path.segments.last.flatMap { PageFormat(suffixOf: String($0)) }
    let format = format ?? suffix ?? PageFormat(accept: request.header("Accept"))
    var response = FailureResponder(context: context).response(failure, request, format: format)
    if format == .html, FlashMemory.isNamed(in: request) { context.showedFlash(&response, request) }
    if context.options.allowsOtherOrigins { response.headers += CrossOrigin.headers }
    return response
  }

  // MARK: Metrics

  func metrics(_ statistics: ServerStatistics?) -> Response {
    let all = [whole] + views.withLock { Array($0.values) }
    let cells = all.flatMap { $0.tables.counts + $0.lists.counts }
    let text = MetricsText.text(pages: cache.statistics, cells: cells, server: statistics)
    return Response(headers: [Header(.cacheControl, "no-store")], body: .text(text))
  }
}

extension PageCache.Key {
  /// What the answer to a request depends on.
  init(_ request: Request) {
    let format = PageFormat(accept: request.header("Accept"))
    let target = request.target
    self.init(target: target, format: format, preferences: ViewPreferences(request).code)
    if format != .html || target.utf8.isData { origin = PageRequest.origin(request) }
  }
}

extension String.UTF8View {
  /// Whether the path before `?` ends with a suffix: names hold no dots, which are written `~2E`.
  fileprivate var isData: Bool {
    var hasDot = false
    for byte in self {
      switch byte {
      case UInt8(ascii: "?"): return hasDot
      case UInt8(ascii: "/"): hasDot = false
      case UInt8(ascii: "."): hasDot = true
      default: break
      }
    }
    return hasDot
  }
}
