import SiteAccess
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// The first rows of other tables on the page of a row: those that refer to it, and what was written down of its changes.
struct RowsInPlace: Sendable {
  let context: SiteContext
  let tables: MountedTables
  let entry: SiteMap.DatabaseEntry
  let visitor: Visitor

  /// Rows of a table.
  private static let rowLimit = 5
  /// Columns of a table: what there is room for.
  private static let columnLimit = 6
  /// Tables whose rows stand on one page; of the others there is the number.
  private static let tableLimit = 8
  /// What the rows of one table may take: a page of one row doesn't wait for tables that have to be looked through. Those of whose number nothing
  /// is known are likely to be such tables.
  private static let seconds = 0.25
  /// Lines of a row's history.
  private static let historyLimit = 10

  /// What was found.
  struct Found: Sendable {
    var sections: [RowsInPlaceView.Rows] = []
    /// Whether everything was found in time, so that the page may be kept.
    var isComplete = true
  }

  /// The rows that refer to a row, table by table.
  /// - Parameters:
  ///   - returnTo: the page that forms lead back to.
  ///   - mayComeLate: whether what isn't found in time is asked for once more.
  func referring(_ all: [ReferringRows], returnTo: String, mayComeLate: Bool) async throws -> Found {
    var found = Found()
    for (index, rows) in all.prefix(Self.tableLimit).enumerated() {
      guard let place = rows.place else { continue }
      guard let section = try await referring(rows, place, number: index + 1, returnTo: returnTo) else { continue }
      if section.areLate { found.isComplete = false }
      if !section.areLate || mayComeLate { found.sections.append(section) }
    }
    return found
  }

  /// - Returns: a section that comes late where nothing was found in time; `nil` where there is nothing to show.
  private func referring(
    _ rows: ReferringRows, _ place: ReferringRows.Place, number: Int, returnTo: String
  ) async throws -> RowsInPlaceView.Rows? {
    let id = "rows-" + String(number)
    // Where nobody adds rows, what comes later needs nothing but its name.
    if rows.count == .unknown, place.table.writer == nil { return .late(id) }
    let mounted = try await tables.table(rows.reference.table, in: entry)
    let presentation = mounted.presentation(for: place.schema, context)
    var section = RowsInPlaceView.Rows(
      id: id, title: presentation.schema.title, remark: "via " + rows.reference.columnNames, address: rows.address)
    await offerAddition(&section, place.selection, mounted, presentation, number: number, returnTo: returnTo)
    guard rows.count != .exact(0), presentation.cells == nil else { return section.takesRows ? section : nil }
    guard rows.count != .unknown,
      let page = await page(
        TableQuery(selection: place.selection), of: mounted, as: presentation, limit: Self.rowLimit)
    else {
      section.areLate = true
      return section
    }
    guard page.count > 0 else { return section.takesRows ? section : nil }
    try fill(
      &section, with: page, presentation, without: Set(rows.reference.columns.compactMap(place.schema.column)),
      isAnchored: context.mayWrite(visitor, mounted, presentation.schema))
    return section
  }

  /// What was written down of the changes of a row, for those who may read that; `nil` for nothing.
  func history(of key: RowKey, _ schema: RecordSchema) async throws -> RowsInPlaceView.Rows? {
    guard let name = entry.database.auditTable, (try? await entry.table(named: name)) != nil else { return nil }
    let mounted = try await tables.table(name, in: entry)
    guard let audit = try? await mounted.table.schema(), let table = audit.column(named: "table"),
      let row = audit.column(named: "key"), let number = audit.column(named: "id")
    else { return nil }
    let presentation = mounted.presentation(for: audit, context)
    let selection = RowSelection(filters: [
      ColumnFilter(column: table, value: schema.table), ColumnFilter(column: row, value: key.description),
    ])
    let query = TableQuery(sort: [SortTerm(column: number, isDescending: true)], selection: selection)
    guard let page = await page(query, of: mounted, as: presentation, limit: Self.historyLimit), page.count > 0 else {
      return nil
    }
    var section = RowsInPlaceView.Rows(
      id: "history", title: "History", remark: nil,
      address: presentation.address.with(selection.items(presentation.schema)))
    try fill(&section, with: page, presentation, without: [table, row, number])
    return section
  }

  // MARK: Rows

  private func page(
    _ asked: TableQuery, of mounted: MountedTable, as presentation: TablePresentation, limit: Int,
    seconds: Double = RowsInPlace.seconds
  ) async -> RecordPage? {
    var query = asked
    (query.pageSize, query.count) = (limit, .none)
    query.values = .excerpt(textBytes: context.excerptBytes)
    // Tables that can't be read, or take too long, don't hide the row.
    guard let page = try? await mounted.table.page(query, within: seconds),
      page.style == .grid(presentation.source), let section = page.sections.first as? RecordSection
    else { return nil }
    return section.page
  }

  private func fill(
    _ section: inout RowsInPlaceView.Rows, with page: RecordPage, _ presentation: TablePresentation,
    without hidden: Set<Int>,
    isAnchored: Bool = false
  ) throws {
    let all = RecordColumns(presentation.schema)
    let shown = all.order.filter { !hidden.contains($0) }.prefix(Self.columnLimit)
    let columns = RecordColumns(presentation.schema, showing: Array(shown), isOrdered: true)
    let rows = TablePage(title: "", style: .grid(presentation.source), sections: [RecordSection(page)])
    let pool = try presentation.pool(
      columns, isAnchored: isAnchored, searches: [], textBytes: context.excerptBytes)
    section.rows = try pool.withPass { pass in
      try context.part { html in _ = try HTMLPageWriter.write(rows, pass, chrome: context.chrome, into: &html) }
    }
    section.head = GridHeadView(columns: columns.order.map { GridHeadView.Column(columns, $0) })
  }

  /// A new row that refers to the row, for those who may make one: on the spot where all that it needs is another row, else by a form of its own.
  private func offerAddition(
    _ section: inout RowsInPlaceView.Rows, _ selection: RowSelection, _ mounted: MountedTable,
    _ presentation: TablePresentation, number: Int, returnTo: String
  ) async {
    let schema = presentation.schema
    guard context.mayWrite(visitor, mounted, schema), EditingRule(schema.table, in: entry).allowsRows else { return }
    let references = ReferenceFields(context: context, entry: entry, visitor: visitor)
    if let form = await AdditionForm(to: mounted, presentation, of: selection, references) {
      section.addition = form.view(number: number, title: schema.title, returnTo: returnTo)
    } else {
      section.addAddress = presentation.address.below("/-/new").with(
        selection.valuesOfNewRow(schema) + [("_return", returnTo)])
    }
  }
}

extension RowsInPlaceView.Rows {
  /// What comes later.
  fileprivate static func late(_ id: String) -> Self {
    var rows = Self(id: id, title: "", remark: nil, address: nil)
    rows.areLate = true
    return rows
  }

  /// Whether there is something to do in it where no row is.
  fileprivate var takesRows: Bool { addition != nil || addAddress != nil }
}
