package import MicroHTTP
import SiteTables
import TableArguments
package import TableModel
package import TableRendering

/// A page's nib with everything filled in that is the same for every page of one query; what remains are these slots.
///
/// A class, so that requests share it by one reference.
package final class TableFrame: Sendable {
  /// What is filled in for each request.
  package enum Slot: String, Sendable {
    case refresh, account, flash, count, notices, tools, caption, facets, index, rows, insertion, previous, next, timing
    /// Of tables built in code.
    case header, footer, newRows, listTools
    /// The page itself with another mode.
    case editAddress, doneAddress
    /// The page itself, for forms that lead back to it.
    case returnTo
  }

  package let nib: Nib
  let slots: [Slot?]
  /// The slots that the arguments fill.
  let openSlots: [FrameSlot?]
  /// What the line at the foot of the page says behind the time.
  let engine: String
  /// The address of the query's first page, ready for one more argument.
  let addressPrefix: FrameText
  /// Where an exact count is asked for, and where one that is under way is left alone.
  let countAll: FrameText, stopCounting: FrameText
  /// Where a script finds the number that isn't known when the page is sent.
  let lateCount: FrameText
  /// What the table is called, and what it is sorted by, in words.
  let title: String, order: String
  let isFiltered: Bool
  /// The reusable cells of the rows.
  package let pool: RenderingPool
  /// The header that names the same page as JSON.
  private let alternate: FrameText
  /// The headers that all of its pages have.
  private let headers: [Header]
  /// The path that the other tables of the database stand below.
  let database: String

  /// - Parameter view: what `grid` has made.
  package init(
    _ table: ViewNib<TableView>, _ view: TableView, _ grid: GridFrame, engine: String, pool: RenderingPool
  ) {
    let open = grid.openValues.map(FrameSlot.all) ?? []
    func text(_ text: String) -> FrameText { FrameText(text, open) }
    let nib = table.specialized(with: view, markers: open.markers)
    self.nib = nib
    self.engine = engine
    self.pool = pool
    title = grid.columns.schema.title
    order = CaptionText.order(of: grid.arguments.query.sort, grid.columns.schema)
    isFiltered = !grid.arguments.query.selection.isEverything
    database = grid.entry.address
    alternate = text(PageHeaders.alternate(grid.alternate).value)
    headers = PageHeaders.html(style: view.frame.columnStyle == nil ? nil : grid.columnStyle)
    slots = nib.slotNames.map(Slot.init)
    openSlots = nib.slotNames.map { name in open.first { $0.name == name } }
    let first = grid.link()
    addressPrefix = text(first + (first.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"))
    countAll = text(grid.link { $0.query.count = .exact })
    stopCounting = text(grid.link { $0.query.count = .quick })
    lateCount = text(grid.countAddress)
  }

  /// The headers of a page.
  package func headers(_ values: FrameValues) -> [Header] {
    headers.with(Header(.link, alternate.filled(values)))
  }
}

/// What fills the slots of a frame, written straight into the page. The rows are drawn when their slot is reached, so nothing
/// is copied.
package struct TableFrameSource: NibSource {
  package let frame: TableFrame
  /// What the frame leaves open of the arguments.
  package let values: FrameValues
  package let page: TablePage
  package let rowCount: Int
  /// Whether the number of rows was asked for.
  package let showsCount: Bool
  /// What stands above the rows.
  package let notices: [TableNotice]
  /// After how many seconds the page comes again where no script asks for it.
  package let refresh: String?
  package let receivedAt: ContinuousClock.Instant
  /// What happened to the change that led to this page.
  package let flash: HTML?
  /// Who is signed in.
  package let account: HTML?
  /// What was counted beside the rows.
  package let facets: HTML?
  /// The sections that the index strip leads to.
  package let index: [(short: String, title: String, id: String, position: PagePosition)]
  /// What can be done with the rows.
  package let tools: HTML?
  /// Where a new row is written.
  package let insertion: HTML?
  /// What tables built in code have around their rows.
  package let surroundings: ControllerPage.Surroundings?
  /// The page itself, without what is being done with its rows.
  package let target: String
  /// The same with all of it, where forms lead back to.
  package let returnTo: String
  package let rows: (inout ByteSink) -> Void

  package init(
    frame: TableFrame, values: FrameValues, page: TablePage, rowCount: Int, showsCount: Bool, notices: [TableNotice],
    refresh: String?, receivedAt: ContinuousClock.Instant, flash: HTML?, account: HTML?, facets: HTML?,
    index: [(short: String, title: String, id: String, position: PagePosition)], tools: HTML?, insertion: HTML?,
    surroundings: ControllerPage.Surroundings?, target: String, returnTo: String,
    rows: @escaping (inout ByteSink) -> Void
  ) {
    self.frame = frame
    self.values = values
    self.page = page
    self.rowCount = rowCount
    self.showsCount = showsCount
    self.notices = notices
    self.refresh = refresh
    self.receivedAt = receivedAt
    self.flash = flash
    self.account = account
    self.facets = facets
    self.index = index
    self.tools = tools
    self.insertion = insertion
    self.surroundings = surroundings
    self.target = target
    self.returnTo = returnTo
    self.rows = rows
  }

  package func isPresent(_ slot: Int) -> Bool {
    switch frame.slots[slot] {
    case .previous: page.previous != nil
    case .next: page.next != nil
    case .count: showsCount
    case .facets: facets != nil
    case .index: !index.isEmpty
    case .refresh: refresh != nil
    case .account: account != nil
    case .flash: flash != nil
    case .tools: tools != nil
    case .insertion: insertion != nil
    case .header: surroundings?.header != nil
    case .footer: surroundings?.footer != nil
    case .newRows: surroundings?.newRows != nil
    case .listTools: surroundings?.tools != nil
    case .notices: !notices.isEmpty
    case .caption, .rows, .timing, .editAddress, .doneAddress, .returnTo: true
    case nil: frame.openSlots[slot] != nil
    }
  }

  package func write(_ slot: Int, _ context: NibContext, into html: inout ByteSink) {
    switch frame.slots[slot] {
    case .count:
      if showsCount { writeCount(into: &html) }
    case .refresh: if let refresh { html.text(refresh) }
    case .account: if let account { html.html(account) }
    case .flash: if let flash { html.html(flash) }
    case .tools: if let tools { html.html(tools) }
    case .insertion: if let insertion { html.html(insertion) }
    case .header: if let header = surroundings?.header { html.html(header) }
    case .footer: if let footer = surroundings?.footer { html.html(footer) }
    case .newRows: if let newRows = surroundings?.newRows { html.html(newRows) }
    case .listTools: if let tools = surroundings?.tools { html.html(tools) }
    case .editAddress: html.text(target.with([("_edit", "on")]))
    case .doneAddress: html.text(target)
    case .notices: NoticeText.write(notices, database: frame.database, into: &html)
    case .caption: CaptionText.write(frame.title, page.count, order: frame.order, rowCount: rowCount, into: &html)
    case .facets: if let facets { html.html(facets) }
    case .index: for entry in index { write(entry, into: &html) }
    case .rows: rows(&html)
    case .previous: if let token = page.previous { link("_previous=", token, into: &html) }
    case .next: if let token = page.next { link("_next=", token, into: &html) }
    case .timing: timing(into: &html)
    case .returnTo: html.text(returnTo)
    case nil: frame.openSlots[slot]?.write(values) { html.text($0) }
    }
  }

  private func writeCount(into html: inout ByteSink) {
    let comesLate =
      switch page.count {
      case .moreThan, .unknown: true
      case .exact, .counting: false
      }
    if comesLate {
      // A script puts the part of `count.html` that is called the same in its place.
      html.markup("<span id=\"count\" data-late=\"")
      frame.lateCount.writeAddress(values, into: &html)
      html.markup("\">")
    }
    CountText.write(
      page.count, of: frame.isFiltered ? page.total : nil,
      countAll: { frame.countAll.writeAddress(values, into: &$0) },
      stop: { frame.stopCounting.writeAddress(values, into: &$0) }, into: &html)
    if comesLate { html.markup("</span>") }
  }

  private func link(_ argument: StaticString, _ token: PageToken, into html: inout ByteSink) {
    frame.addressPrefix.writeAddress(values, into: &html)
    html.markup(argument)
    html.text(token.text)
  }

  /// An entry of the index strip.
  private func write(
    _ entry: (short: String, title: String, id: String, position: PagePosition), into html: inout ByteSink
  ) {
    html.markup("<li><a href=\"")
    switch entry.position {
    case .first: html.address(String(frame.addressPrefix.filled(values).dropLast()))
    case .after(let token): link("_next=", token, into: &html)
    case .before(let token): link("_previous=", token, into: &html)
    }
    html.markup("#")
    html.text(entry.id)
    html.markup("\" aria-label=\"")
    html.text(entry.title)
    html.markup("\">")
    html.text(entry.short)
    html.markup("</a></li>\n")
  }

  private func timing(into html: inout ByteSink) {
    let start = html.count
    html.grouped(rowCount)
    html.markup(rowCount == 1 ? " row in " : " rows in ")
    TimingText.write(receivedAt.duration(to: .now), into: &html)
    html.markup(" · ")
    html.text(frame.engine)
    html.notePassing(from: start)
  }
}
