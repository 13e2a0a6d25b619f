internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// Answers the pages of tables built in code: cells in sections, or a grid of records, drawn by the table's own adapters.
struct ListResponder: Sendable {
  let context: SiteContext
  /// The reusable cells of each table, by its path.
  private let pools: [String: RenderingPool]

  init(_ context: SiteContext) {
    self.context = context
    pools = Dictionary(
      uniqueKeysWithValues: context.map.controllers.map { ($0.controller.path, context.pool($0.controller.adapters)) })
  }

  func answer(_ entry: SiteMap.ControllerEntry, _ request: PageRequest) async throws -> PageAnswer {
    var rest = request
    let controller = try ControllerPage(context, entry, takingFrom: &rest)
    let arguments = try PageArguments(rest.arguments, schema: nil, limits: context.options.limits)
    guard arguments.shape == nil || arguments.shape == .sections else {
      throw ArgumentErrors(messages: ["This table supports only _shape=sections"])
    }
    if let question = try await controller.question(request) { return question }
    var query = arguments.query
    query.pageSize = max(query.pageSize, 1)
    var page = try await entry.controller.provider.page(query)
    if arguments.query.pageSize == 0 { page = page.withoutRows }
    let frame = ListFrame(
      context: context, entry: entry, page: page, arguments: arguments, events: controller.events, request: request)
    if let index = controller.index {
      let section = try page.address(
        ofIndexTitle: index, request.format, table: entry.address, link: frame.address(_:))
      return PageAnswer(.redirect(to: section, status: .found))
    }
    return try await answer(frame, controller)
  }

  /// A page of a table, or that of one of its rows.
  func answer(_ frame: ListFrame, _ controller: ControllerPage) async throws -> PageAnswer {
    let entry = frame.entry, request = frame.request, provider = entry.controller.provider
    let decorator = try await controller.decorator(request) { frame.pageAddress }
    let pool = pools[entry.controller.path] ?? context.pool(entry.controller.adapters)
    var answer =
      switch request.format {
      case .html: try pool.withPass { pass in try html(frame, pass, decorator) }
      case .text: try text(frame)
      default: try json(frame, decorator)
      }
    if request.refused == nil { answer.version = frame.page.version }
    answer.isShared = controller.isKept(request)
    answer.source = .immediate { provider.currentVersion }
    return answer
  }

  private func html(_ frame: ListFrame, _ pass: RenderingPass, _ decorator: ListDecorator?) throws -> PageAnswer {
    let page = frame.page
    var problems: [RenderingProblem] = []
    // The rows come first: whether there are any decides what stands around them.
    let rows = try HTML { html in
      problems += try HTMLPageWriter.write(
        page, pass, chrome: context.chrome, decorator: decorator, rowPages: frame.rowPages, into: &html)
    }
    let isEmpty = page.cellCount == 0
    let emptyView = isEmpty ? page.emptyState.map { pass.drawn($0, nil, nil, &problems) } : nil
    let surroundings = ControllerPage.Surroundings(page, pass, decorator, context, &problems)
    let view = frame.view(
      isEmpty: isEmpty, emptyView: emptyView, surroundings, rows: rows, isInteractive: decorator != nil)
    var html = context.sink(expecting: 32 * 1024)
    try context.nibs.list.nib().write(view, into: &html)
    var answer = try PageAnswer(
      html, contentType: PageFormat.html.contentType,
      headers: PageHeaders.html(alternate: frame.alternate, hasBase: frame.row != nil),
      pool: context.buffers, whenReleased: decorator?.whenSent)
    answer.problems = problems
    return answer
  }

  private func json(_ frame: ListFrame, _ decorator: ListDecorator?) throws -> PageAnswer {
    let links = PagerLinks(frame.page) { frame.request.absolute(frame.dataAddress($0)) }
    var json = context.sink(expecting: 16 * 1024)
    let problems = try JSONPageWriter.write(
      frame.page, frame.entry.controller.adapters, links: links.ofSections, decorator: decorator,
      rowPages: frame.rowPages, into: &json)
    var answer = try PageAnswer(
      json, contentType: PageFormat.json.contentType, headers: PageHeaders.data(next: links.next),
      pool: context.buffers)
    answer.problems = problems
    return answer
  }

  private func text(_ frame: ListFrame) throws -> PageAnswer {
    let next = PagerLinks(frame.page) { frame.request.absolute(frame.dataAddress($0)) }.next
    var text = context.sink(expecting: 16 * 1024)
    try TextPageWriter.write(frame.page, into: &text)
    return try PageAnswer(
      text, contentType: PageFormat.text.contentType, headers: PageHeaders.data(next: next), pool: context.buffers)
  }
}
