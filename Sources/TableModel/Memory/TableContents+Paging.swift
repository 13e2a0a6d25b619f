/// Cutting a table into pages that run across its sections.
extension TableContents {
  /// A part of the rows, and what leads to those around it.
  struct Cut {
    /// The parts of sections on the page, and whether each has the section's last row. A section without rows shows on the page that its
    /// place is on.
    var runs: [(run: RowOrder.Run, isEnd: Bool)]
    var isFirst: Bool
    var isLast: Bool
    var next: PageToken?
    var previous: PageToken?
  }

  /// The page that a query asks for. Sections that reach over several pages show their header on each, their footer where they end.
  /// - Parameters:
  ///   - identity: ties the page tokens to this table.
  ///   - version: the label of the state that the contents are in.
  /// - Throws: `TableError.badRequest` for a sort, a filter or a token that isn't this table's.
  func page(
    _ query: TableQuery, identity: String, version: DataVersion?, _ steps: inout WorkSteps
  ) throws -> TablePage {
    guard query.sort.isEmpty else { throw TableError.badRequest("This table can't be sorted") }
    guard query.selection.isEverything else { throw TableError.badRequest("This table can't be filtered") }
    return try page(query, RowOrder(self), identity: identity, version: version, &steps)
  }

  /// The page that a query asks for of some of the rows, in sections.
  func page(
    _ query: TableQuery, _ order: RowOrder, identity: String, version: DataVersion?, _ steps: inout WorkSteps
  ) throws -> TablePage {
    let table = identity + order.identity
    let cut = try cut(query, order, table, &steps)
    let shown = cut.runs.map { run, isEnd in
      let rows = OrderedRows(self, order, at: run.rows)
      guard let place = run.section else {
        return pageSection(rows, header: nil, footer: nil, indexTitle: nil, place: nil)
      }
      let section = sections[place]
      return pageSection(
        rows, header: header(of: section), footer: isEnd ? footer(of: section) : nil, indexTitle: section.indexTitle,
        place: place)
    }
    return TablePage(
      title: title, summary: summary, style: style, header: cut.isFirst ? header : nil,
      footer: cut.isLast ? footer : nil, sections: shown, indexTitles: indexEntries(order, table),
      emptyState: emptyState, next: cut.next, previous: cut.previous,
      count: query.count == .none ? .unknown : .exact(order.count), version: version)
  }

  private func pageSection(
    _ rows: OrderedRows<Row>, header: (any SupplementaryViewModel)?, footer: (any SupplementaryViewModel)?,
    indexTitle: String?, place: Int?
  ) -> any SectionViewModel {
    Row.self == AnyRow.self
      ? MixedSection(header: header, footer: footer, indexTitle: indexTitle, place: place, rows.map(\.unwrapped))
      : OrderedSection(header: header, footer: footer, indexTitle: indexTitle, place: place, rows: rows)
  }

  private func cut(
    _ query: TableQuery, _ order: RowOrder, _ table: String, _ steps: inout WorkSteps
  ) throws -> Cut {
    let range = try range(of: query, order, table, &steps)
    var runs: [(run: RowOrder.Run, isEnd: Bool)] = []
    for run in order.runs {
      let part = run.rows.clamped(to: range)
      let start = run.rows.lowerBound
      let isShown =
        run.rows.isEmpty
        ? range.contains(start) || (start == order.count && range.upperBound == order.count) : !part.isEmpty
      guard isShown else { continue }
      let isEnd = run.rows.isEmpty || part.upperBound == run.rows.upperBound
      runs.append((RowOrder.Run(section: run.section, rows: run.rows.isEmpty ? run.rows : part), isEnd))
    }
    let isFirst = range.lowerBound == 0
    let isLast = range.upperBound == order.count
    return Cut(
      runs: runs, isFirst: isFirst, isLast: isLast,
      next: isLast ? nil : token(range.isEmpty ? -1 : range.upperBound - 1, order, table),
      previous: isFirst ? nil : token(range.lowerBound, order, table))
  }

  /// Names the row at a position of an order.
  /// - Parameter table: ties the token to the table and the order.
  func token(_ position: Int, _ order: RowOrder, _ table: String) -> PageToken {
    PageToken(RowToken(place: max(position, 0), id: id(position, order)).text(for: table))
  }

  /// The id of the row at a position of an order; `nil` if there is none. O(sections).
  private func id(_ position: Int, _ order: RowOrder) -> RowKey? {
    guard let place = order.cell(position) else { return nil }
    // The row is large, and would be copied.
    return sections[place.section].rows.withUnsafeBufferPointer { rows in
      guard let first = rows.baseAddress, place.row < rows.count else { return nil }
      return lend(first + place.row) { $0.id }
    }
  }

  /// The positions of the rows that a query asks for.
  private func range(
    of query: TableQuery, _ order: RowOrder, _ table: String, _ steps: inout WorkSteps
  ) throws -> Range<Int> {
    let size = max(query.pageSize, 1)
    switch query.position {
    case .first: return 0..<min(size, order.count)
    case .after(let token):
      let row = try row(token, order, table, &steps)
      let start = min(row.isThere ? row.position + 1 : row.position, order.count)
      return start..<(size < order.count - start ? start + size : order.count)
    case .before(let token):
      let end = min(try row(token, order, table, &steps).position, order.count)
      return max(0, end - size)..<end
    }
  }

  /// Where the row of a token stands now. Where it is gone, its position is that of the row that followed it.
  private func row(
    _ token: PageToken, _ order: RowOrder, _ table: String, _ steps: inout WorkSteps
  ) throws -> (position: Int, isThere: Bool) {
    guard let token = RowToken(token, table: table) else {
      throw TableError.invalidPageToken
    }
    if let id = id(token.place, order), token.isAbout(id) { return (token.place, true) }
    guard let place = try position(of: token, &steps).map(place(of:)), let position = order.position(ofPlace: place)
    else {
      return (token.place, false)
    }
    return (position, true)
  }

  /// The place of a position among the rows of all sections. O(sections).
  func place(of position: CellPosition) -> Int {
    rowCounts.prefix(position.section).reduce(position.row, +)
  }

  private func position(of token: RowToken, _ steps: inout WorkSteps) throws -> CellPosition? {
    switch token.row {
    case .id(let id): return try position(of: id, &steps)
    case .end: return nil
    case .longID:
      for (section, rows) in sections.map(\.rows).enumerated() {
        let row = try rows.firstIndex {
          try steps.take()
          return token.isAbout($0.id)
        }
        if let row { return CellPosition(section: section, row: row) }
      }
      return nil
    }
  }

  /// The index strip; none where rows are sorted across sections. Sections without rows lead to where they would begin.
  private func indexEntries(_ order: RowOrder, _ table: String) -> [IndexTitle] {
    let titles = indexTitles
    guard !titles.isEmpty, order.runs.allSatisfy({ $0.section != nil }) else { return [] }
    let own = sectionIndexTitles
    let starts = Dictionary(order.runs.map { ($0.section, $0.rows.lowerBound) }) { first, _ in first }
    return titles.compactMap { title in
      guard let place = Self.place(ofIndexTitle: title, in: own), let start = starts[place] else { return nil }
      return IndexTitle(title, position: start == 0 ? .first : .after(token(start - 1, order, table)))
    }
  }
}
