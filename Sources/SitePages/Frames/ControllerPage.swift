package import SiteTables
package import TableArguments
package import TableModel
package import TableRendering

/// What a page of a table built in code has besides the rows that every table has: header and footer, its words, and what visitors can do
/// with the rows through its handlers.
package struct ControllerPage {
  package let context: SiteContext
  package let entry: SiteMap.ControllerEntry
  /// What the address says about the rows.
  package let events: EventArguments
  /// The section that the address asks for by its index title.
  package let index: String?

  private static let arguments = ["_index"] + EventArguments.names

  /// What a page says of itself, which the frame around its rows holds.
  package struct Words: Hashable {
    package var title: String
    var summary: String?
    var isGrouped: Bool
    /// Whether cells draw the rows.
    var isList: Bool
    var isInteractive: Bool
  }

  /// What stands around the rows.
  package struct Surroundings {
    var header: HTML?
    var footer: HTML?
    var newRows: HTML?
    /// What can be done with all rows, or with those that are chosen.
    var tools: HTML?
  }

  /// The same; `nil` for the table of a database.
  package init?(_ context: SiteContext, _ entry: SiteMap.DatabaseEntry, takingFrom request: inout PageRequest)
    throws(ArgumentErrors)
  {
    guard let controller = entry.controller else { return nil }
    try self.init(context, controller, takingFrom: &request)
  }

  /// Takes what a request says about rows out of its target.
  /// - Throws: `ArgumentErrors` if that makes no sense.
  package init(_ context: SiteContext, _ entry: SiteMap.ControllerEntry, takingFrom request: inout PageRequest)
    throws(ArgumentErrors)
  {
    self.context = context
    self.entry = entry
    guard PageRequest.mayHave(Self.arguments, in: request.target) else {
      (events, index) = (EventArguments(), nil)
      return
    }
    var items = request.arguments
    let count = items.count
    index = items.first { $0.name == "_index" }?.value
    items.removeAll { $0.name == "_index" }
    events = try EventArguments(takingFrom: &items)
    guard items.count < count else { return }
    request.target = String(request.target.prefix { $0 != "?" }).with(items)
  }

  /// Whether the page is for this visitor at this moment alone.
  package func isKept(_ request: PageRequest) -> Bool {
    !entry.controller.handlers.followsDisplay && request.refused == nil && events == EventArguments()
  }

  package func words(_ page: TablePage, isList: Bool) -> Words {
    Words(
      title: page.title, summary: page.summary, isGrouped: page.listStyle == .grouped, isList: isList,
      isInteractive: entry.controller.isInteractive)
  }

  /// Adds to the rows what their visitor can do with them; `nil` where they are only looked at.
  /// - Parameter link: finds the address of the page itself, without what it says about rows.
  package func decorator(_ request: PageRequest, link: () -> String) async throws -> ListDecorator? {
    guard entry.controller.isInteractive else { return nil }
    let link = link()
    let visitor = context.eventVisitor(request.visitor, entry)
    let address: ((inout EventArguments) -> Void) -> String = { change in
      var events = events
      change(&events)
      return link.with(events.items)
    }
    return ListDecorator(
      context: context, entry: entry, events: try await entry.controller.events(for: visitor, events, request.refused),
      arguments: events, refused: request.refused, returnTo: address { _ in }, link: address)
  }

  /// The entries of the index strip.
  package func index(_ page: TablePage) -> [(short: String, title: String, id: String, position: PagePosition)] {
    page.indexTitles.map { ($0.title, $0.title, DOMID.section(indexTitle: $0.title), $0.position) }
  }
}

extension TablePage {
  /// Where the section with an index title starts. People who ask for one that there is not are led to the nearest that follows.
  /// - Parameters:
  ///   - table: the table's own address.
  ///   - link: the address of the page at a position.
  /// - Throws: `HTTPProblem` 404.
  package func address(
    ofIndexTitle title: String, _ format: PageFormat, table: String, link: (PagePosition) -> String
  ) throws -> String {
    let isPage = format == .html
    let exact = indexTitles.first { $0.title == title }
    guard let found = exact ?? (isPage ? indexTitles.first { $0.title > title } : nil) else {
      throw HTTPProblem(
        status: 404, messages: ["Section not found"], heading: "Section “\(title)” not found",
        recoveryLink: HTTPProblem.Link(title: self.title, address: table))
    }
    return link(found.position) + (isPage ? "#" + DOMID.section(indexTitle: found.title) : "")
  }
}

extension ControllerPage.Surroundings {
  /// - Parameters:
  ///   - decorator: what the visitor can do with the rows; `nil` where they are only looked at.
  ///   - problems: gets what could not be drawn.
  package init(
    _ page: TablePage, _ pass: RenderingPass, _ decorator: ListDecorator?, _ context: SiteContext,
    _ problems: inout [RenderingProblem]
  ) {
    header = page.header.map { pass.drawn($0, decorator, .header, &problems) }
    footer = page.footer.map { pass.drawn($0, decorator, .footer, &problems) }
    tools = decorator?.toolbar
    newRows = decorator?.newRows
  }
}

extension RenderingPass {
  /// A header, a footer or an empty state, with what visitors can do with it.
  /// - Parameter problems: gets what could not be drawn.
  package func drawn(
    _ view: any SupplementaryViewModel, _ decorator: ListDecorator?, _ place: SupplementaryPlace?,
    _ problems: inout [RenderingProblem]
  ) -> HTML {
    let tools = decorator?.tools(of: view, place)
    return HTML { html in
      problems += HTMLPageWriter.write(view, self, into: &html)
      if let tools { html.html(tools) }
    }
  }
}
