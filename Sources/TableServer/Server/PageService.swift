internal import BoundedWork
internal import Logging
internal import MicroHTTP
import PageCaching
import SiteAccess
import SiteConfiguration
import SitePages
import SiteTables
internal import Synchronization
import TableArguments
import TableModel

/// Answers requests under one site file: finds the route of each, asks who may take it, and keeps the pages as long as they stand.
final class PageService: Sendable {
  let context: SiteContext
  let routes: RouteTable
  private let cache: PageCache
  private let waits: ChangeWaits
  private let logger: Logger
  /// The site as those see it who may read all of it.
  let whole: SiteView
  /// What others see, by what they may do.
  private let views = Mutex<[[Grants]: SiteView]>([:])
  private static let viewLimit = 128
  private let hasNotedProxy = Atomic<Bool>(false)

  /// - Throws: `SiteError` if two tables want one path.
  init(_ context: SiteContext, logger: Logger) throws(SiteError) {
    self.context = context
    routes = try RouteTable(context.map)
    self.logger = logger
    whole = SiteView(context)
    waits = ChangeWaits(limit: context.options.livePages)
    let cache = PageCache(byteLimit: context.options.pageCacheBytes, metrics: context.services.metrics)
    self.cache = cache
    // What is kept for the next who asks is less than an answer for somebody who asks now.
    context.options.memory.whenShort { [weak cache] in cache?.removeAll() }
  }

  /// The kept answer to a request, if there is one and it still stands. Costs under a microsecond; where there is none, `respond(to:)` goes on
  /// with what was found.
  func readyResponse(to request: Request) -> Response? {
    // Whoever can't be told is told so by `respond(to:)`, which waits for what the application says.
    guard cache.isEnabled, context.services.identify == nil, request.isReading,
      let visitor = try? context.access.visitor(request)
    else { return nil }
    var visit: Visit? = Visit(request, of: visitor, context.access)
    if visit?.wait == nil, let kept = kept(&visit) { return kept }
    request.findings = visit
    return nil
  }

  private func kept(_ visit: inout Visit?) -> Response? {
    guard let key = visit?.key, visit?.namesFlash == false, visit?.hasRemembered == false else { return nil }
    switch cache.finding(for: key) {
    case .page(let page): return Response(page)
    case .uncertain(let entry): visit?.uncertain = entry
    case .nothing: break
    }
    return nil
  }

  /// Answers a request; what goes wrong becomes a page or JSON. Whoever has changed something sees it.
  func respond(to request: Request) async -> Response {
    guard let marks = context.services.changeMarks, let changes = marks.changes(of: request) else {
      return await answer(request)
    }
    var response = await OwnChanges.$current.withValue(changes) { await answer(request) }
    marks.add(changes, to: &response, for: request)
    return response
  }

  /// Ends all waiting for changes: those who wait ask again, and get what is then.
  func endWaits() { waits.end() }

  /// The present answer, or the next one for clients that have this one and wait for another.
  private func answer(_ request: Request) async -> Response {
    var visit = Visit(foundOf: request, context.access)
    guard let wait = visit?.wait ?? request.waitPreference else { return await presentAnswer(to: request, &visit) }
    let deadline = ChangeWaits.deadline(wait.seconds)
    var patience = ChangePatience()
    var isFirst = true
    while true {
      visit = nil
      request.findings = nil
      let began = ContinuousClock.now
      var present = await presentAnswer(to: request, &visit)
      let standing = request.findings as? Standing ?? visit.flatMap { cache.standing(of: $0.key) }
      guard let standing, standing.tag == present.entityTag else { return present }
      if let known = wait.changes, let state = standing.state {
        present.headers.append(Header(.preferenceApplied, "wait; changes=\(state)"))
        guard state == known else { return present }
      }
      guard wait.seconds > 0, request.has(standing.tag) else { return present }
      if !isFirst || standing.version == nil { patience.note(standing, took: began.duration(to: .now)) }
      let rest = patience.rest
      let isOver = await waits.wait(for: standing, until: deadline, rest: rest) { request.isServerStopping }
      request.restartTime()
      guard isOver else { return present }
      // What has changed may not be on this page.
      isFirst = false
    }
  }

  private func presentAnswer(to request: Request, _ visit: inout Visit?) async -> Response {
    if let entry = visit?.uncertain, let page = await cache.response(of: entry) { return Response(page) }
    do { return try await answered(request, &visit) } catch { return refusal(error, for: request, visit) }
  }

  private func answered(_ request: Request, _ visit: inout Visit?) async throws -> Response {
    let match = try routes.match(request)
    let route = match.route
    if route.requirement == .administer, context.options.separatesAdministration { throw HTTPProblem.nothingHere() }
    guard route.answers(request.method) else {
      // RFC 9110 section 9.3.7.
      guard request.method == .options else {
        throw HTTPProblem(
          status: 405, messages: ["\(request.method) isn't allowed; use \(route.methods)"],
          heading: "Method not allowed",
          allow: route.allow)
      }
      return headed(Response(status: .noContent, headers: [Header(.allow, route.allow)]))
    }
    if request.method == .post { try CrossSiteGuard.check(request) }
    if visit == nil, route.requirement != .nothing {
      visit = Visit(request, of: try await visitor(request), context.access)
      if cache.isEnabled, route.page != nil, request.isReading {
        if let kept = kept(&visit) { return kept }
        if let entry = visit?.uncertain, let page = await cache.response(of: entry) { return Response(page) }
      }
    }
    let call = try await call(match, request, visit)
    if request.method != .post, let address = route.moved?(call) {
      return headed(.redirect(to: address, status: .found))
    }
    if request.method != .post, let page = route.page, let visit { return try await self.page(page, call, visit) }
    if request.method == .post, let post = route.post {
      var response = try await LargeBodyThreads.answering(bytes: request.body.count) { try await post(call) }
      noteRefusal(response.status, of: request, by: call.visitor.name, because: response.status.reason)
      response.headers.set(.cacheControl, "no-store")
      return headed(response)
    }
    guard let get = route.get, match.suffix == nil else { throw HTTPProblem.nothingHere() }
    return headed(try await get(call))
  }

  private func visitor(_ request: Request) async throws -> Visitor {
    guard let identity = try await context.services.identify?(request) else {
      return try context.access.visitor(request)
    }
    return context.access.visitor(identity)
  }

  /// The request of a visitor who may make it.
  private func call(_ match: RouteMatch, _ request: Request, _ visit: Visit?) async throws -> RouteCall {
    let requirement = match.route.requirement
    guard requirement != .nothing, let visit else {
      return RouteCall(service: self, match: match, request: request, visitor: .anyone, view: whole, known: nil)
    }
    let visitor = visit.visitor
    let view = view(of: visitor)
    // Whoever may read a part of the site can change nothing else either.
    if requirement == .administer { try context.access.checkAdministration(visitor) }
    if view !== whole || match.list?.isMade == true, ![.filtered, .administer].contains(requirement) {
      try context.map.checkReading(match, visitor, context.access, rest: view.context.map)
    }
    let list = try await match.list?.made(match.parameters, for: visitor, view.context)
    let known =
      if let list, list.isMade { view.context.columnTable(list) } else {
        view === whole ? match.entry : view.context.map.entry(match.database, match.list)
      }
    if known == nil, !match.database.isEmpty { throw view.context.map.unknownName(match.firstName) }
    let call = RouteCall(
      service: self, match: match, request: request, visitor: visitor, view: view, known: known, mounted: list)
    if requirement == .administerTables {
      let table = match.table.isEmpty ? nil : match.table
      try context.access.check(.administer, visitor, on: try call.entry, table: table)
    }
    guard requirement == .write else { return call }
    if let list {
      try context.access.check(.write, visitor, on: list)
    } else {
      try context.access.check(.write, visitor, on: try call.entry, table: match.table)
    }
    return call
  }

  func page(_ page: Route.Page, _ call: RouteCall, _ visit: Visit) async throws -> Response {
    let request = call.request
    let format = try call.match.format(accepted: visit.key.format)
    let asked = PageRequest(
      request, format: format, preferences: visit.preferences, origin: visit.key.origin,
      flash: format == .html && visit.namesFlash ? context.flashes.flash(for: request) : nil, visitor: visit.visitor,
      isFollowed: visit.wait != nil, completeness: call.completeness)
    try asked.checkCompleteness()
    let timeToLive = try TimeToLive(asked)
    var answer: PageAnswer
    do { answer = try await page(call, asked) } catch { throw asked.explained(error) }
    // What is a part is not kept, nor what another request would make another of.
    if asked.completeness != .complete || call.mounted?.isMade == true { answer.version = nil }
    if visit.namesFlash {
      // What says something once is neither kept here nor asked for again by the browser.
      answer.version = nil
      if format == .html { context.showedFlash(&answer.response, request) }
    }
    if let timeToLive {
      answer.response.headers.set(.cacheControl, timeToLive.cacheControl(isPrivate: context.access.isInUse))
    }
    if let flash = answer.flash { context.keep(flash, in: &answer.response, for: request) }
    var state: DataVersion?
    if answer.hasLateParts {
      state = answer.version
      // Looked at behind what was read: what comes later is asked for later still.
      if state == nil, asked.isFollowed { state = await answer.source?.version() }
    }
    return finished(consume answer, at: state, visit, request)
  }

  /// What a visitor may see of the site.
  private func view(of visitor: Visitor) -> SiteView {
    guard !context.isWhole(to: visitor) else { return whole }
    if let known = views.withLock({ $0[visitor.roles] }) { return known }
    let made = SiteView(SiteContext(context, readable: context.map.readable(by: visitor)))
    return views.withLock { views in
      if let known = views[visitor.roles] { return known }
      if views.count >= Self.viewLimit { views.removeAll() }
      views[visitor.roles] = made
      return made
    }
  }

  /// Gives the answer its validator, and keeps it where that is allowed.
  /// - Parameter state: of the data, where the answer is another one in each.
  private func finished(
    _ answer: consuming PageAnswer, at state: DataVersion?, _ visit: Visit, _ request: Request
  ) -> Response {
    let key = visit.key
    for problem in answer.problems { logger.error("\(key.target): \(problem)", metadata: ["request": "\(request.id)"]) }
    head(&answer.response)
    let timing = Header(.serverTiming, TimingText.serverTiming(request.receivedAt.duration(to: .now)))
    let isKept = answer.version != nil && answer.isShared
    guard let source = answer.source, isKept || visit.wait != nil,
      let tag = context.services.entityTags.tag(of: answer.response.body, without: answer.passing, at: state)
    else {
      answer.response.headers.append(timing)
      return answer.response
    }
    answer.response.headers.append(Header(.eTag, tag))
    let standing = Standing(tag: tag, version: answer.version, source: source)
    if visit.wait != nil { request.findings = standing }
    guard cache.isEnabled, isKept else {
      answer.response.headers.append(timing)
      return answer.response
    }
    let prepared = answer.response.prepared()
    // Kept with its compressed form, which takes about a third more.
    cache.keep(prepared, byteCount: answer.byteCount + answer.byteCount / 3, for: key, standing)
    // What was kept took no time that could be told.
    var first = Response(prepared)
    first.headers.append(timing)
    return first
  }

  // MARK: What goes wrong

  /// The one place where an error becomes a page, JSON and a line of the log.
  /// - Parameter visit: what was found of the request before.
  func refusal(_ error: any Error, for request: Request, _ visit: Visit? = nil) -> Response {
    let failure = HTTPProblem(error)
    if failure.status >= 500, !failure.passesByItself {
      logger.error("\(request.method) \(request.loggedTarget): \(error)", metadata: ["request": "\(request.id)"])
    }
    let visitor = visit?.visitor ?? (try? context.access.visitor(request))
    noteRefusal(
      Status(UInt16(clamping: failure.status)), of: request, by: visitor?.name, because: failure.messages.first)
    let format = Self.format(ofRefusal: request)
    var response = FailureResponder(context: context).response(failure, request, of: visitor, format: format)
    if format == .html, FlashStore.isNamed(in: request) { context.showedFlash(&response, request) }
    return headed(response)
  }

  /// Says in the log who was kept from changing something, or from signing in: whoever tries again and again is seen there.
  private func noteRefusal(_ status: Status, of request: Request, by name: String?, because reason: String?) {
    guard [.unauthorized, .forbidden, Status(429)].contains(status), !request.isReading else { return }
    noteUntrustedProxy(request)
    logger.notice(
      "refused: \(request.method) \(request.loggedTarget) of \(name ?? "a visitor") from \(request.client): \(reason ?? "")",
      metadata: ["request": "\(request.id)"])
  }

  /// Says once that a proxy isn't trusted: all its clients count as one then, and one that fails to sign in keeps out the others.
  private func noteUntrustedProxy(_ request: Request) {
    guard request.client == request.peer,
      request.header("X-Forwarded-For") != nil || request.header("Forwarded") != nil,
      !hasNotedProxy.exchange(true, ordering: .relaxed)
    else { return }
    logger.warning(
      "requests come with forwarded addresses from \(request.peer), which isn't a trusted proxy: all its clients count as one"
    )
  }

  /// An answer with the headers that all of them have. One that is sent again and again has them already.
  func headed(_ response: consuming Response) -> Response {
    head(&response)
    return response
  }

  private func head(_ response: inout Response) {
    if !response.isPrepared, response.headers[.xContentTypeOptions] == nil {
      response.headers.append(PageHeaders.noSniff)
    }
    if context.allowsOtherOrigins {
      response.headers += CrossOrigin.headers(hasPositions: context.services.changeMarks != nil)
    }
  }

  /// Forms are answered by pages and scripts by JSON.
  private static func format(ofRefusal request: Request) -> PageFormat {
    guard request.method != .post else { return SentBody.isForm(request) ? .html : .json }
    let suffix = request.path.segments.last.flatMap { PageFormat(suffixOf: $0) }
    return suffix ?? PageFormat(accept: request.header("Accept"))
  }
}
