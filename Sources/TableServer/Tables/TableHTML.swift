internal import MicroHTTP
import TableModel
import TableRendering

/// One page of a database table as HTML: the frame of its query, filled with its rows.
struct TableHTML {
  let context: SiteContext
  let mounted: MountedTable
  let presentation: TablePresentation
  let arguments: PageArguments

  func answer(_ page: TablePage, _ request: PageRequest) async throws -> PageAnswer {
    let columns = RecordColumns(presentation.schema, showing: arguments.columns)
    let grid = GridFrame(
      context: context, entry: mounted.entry, address: presentation.address, arguments: arguments, columns: columns)
    let rowCount = page.recordCount
    let key = TablePresentation.FrameKey(arguments, request.preferences, isEmpty: rowCount == 0)
    let frame = try await presentation.frame(key) { try await makeFrame(grid, key) }
    let links = PagerLinks(page) { position in grid.link { $0.query.position = position } }
    let pool = try presentation.pool(columns, layout: request.preferences.phone == .cells ? .cells : .grid)
    let html = try pool.withPass { pass in
      var html = ByteSink(adopting: context.buffers.take(minimumCapacity: presentation.expectedBytes))
      let drawing = RowDrawing()
      let source = TableFrameSource(
        slots: frame.slots, count: countText(page, grid),
        caption: CaptionText.words(page, arguments, presentation.schema),
        previous: links.previous, next: links.next,
        timing: "\(rowCount.counted("row", "rows")) in \(request.timing) · \(frame.engine)",
        rows: { html in
          drawing.attempt { _ = try HTMLPageWriter.write(page, pass, chrome: context.chrome, into: &html) }
        })
      frame.nib.write(source, into: &html)
      try drawing.rethrow()
      presentation.expect(bytes: html.count)
      return html
    }
    return PageAnswer(
      html, contentType: PageFormat.html.contentType, headers: PageHeaders.html(alternate: grid.alternate),
      pool: context.buffers)
  }

  private func makeFrame(_ grid: GridFrame, _ key: TablePresentation.FrameKey) async throws -> TableFrame {
    let entry = mounted.entry
    let table = presentation.schema.table
    let siblings = try await entry.database.tables().filter { !$0.isHidden || $0.name == table }
    let frame = PageFrame(
      title: "\(table) · \(entry.name)", crumbs: [PageFrame.Crumb(title: entry.name, address: entry.address)],
      neighbours: siblings.map {
        PageFrame.Neighbour(title: $0.name, address: entry.address(ofTable: $0.name), isCurrent: $0.name == table)
      },
      alternate: grid.alternate, returnTo: grid.link(), preferences: key.preferences, hasViewMenu: true)
    let nib = context.nibs.table.specialized(with: grid.values(frame, isEmpty: key.isEmpty))
    return TableFrame(nib, engine: engine(try await entry.database.kind()))
  }

  /// `SQLite, 984 kB, read-only` without the size, which may change before the frame does.
  private func engine(_ kind: String) -> String {
    kind.split(separator: ",").filter { !$0.hasSuffix("B") }.map { $0.drop { $0 == " " } }.joined(separator: " · ")
  }

  private func countText(_ page: TablePage, _ grid: GridFrame) -> HTML? {
    guard arguments.query.count != .none else { return nil }
    return CountText.html(
      page.count, isFiltered: !arguments.query.filters.isEmpty, countAll: { grid.link { $0.query.count = .exact } },
      stop: { grid.link { $0.query.count = .quick } })
  }
}

/// Carries what went wrong while rows were drawn out of the nib that they were drawn into, which can't throw.
final class RowDrawing {
  private var failure: (any Error)?

  func attempt(_ body: () throws -> Void) {
    do { try body() } catch { failure = error }
  }

  func rethrow() throws {
    if let failure { throw failure }
  }
}

extension TablePage {
  /// Rows of a page that consists of records.
  var recordCount: Int { sections.reduce(0) { $0 + (($1 as? RecordSection)?.page.count ?? 0) } }
}
