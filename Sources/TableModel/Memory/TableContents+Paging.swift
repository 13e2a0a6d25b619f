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
    let cut = try cut(query, order, identity, &steps)
    let counts = rowCounts
    let shown = cut.runs.map { run, isEnd in
      let rows = rows(run, order, counts)
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
      footer: cut.isLast ? footer : nil, sections: shown, indexTitles: indexEntries(order, identity),
      emptyState: emptyState, next: cut.next, previous: cut.previous,
      count: query.count == .none ? .unknown : .exact(order.count), version: version)
  }

  /// The rows at positions of an order. O(sections) for each.
  /// - Parameter counts: how many rows each section has.
  private func rows(_ run: RowOrder.Run, _ order: RowOrder, _ counts: [Int]) -> [Row] {
    // Rows that stand in the table as on the page are taken in one piece.
    if order.identity.isEmpty, let first = run.rows.first, let start = CellPosition(place: first, rowCounts: counts) {
      return Array(sections[start.section].rows[start.row..<start.row + run.rows.count])
    }
    // What is generic is looked up for each call: rows of one section that follow each other are copied with few.
    return Array(unsafeUninitializedCapacity: run.rows.count) { rows, count in
      var positions = run.rows
      while let first = positions.first, let start = CellPosition(place: order[first], rowCounts: counts) {
        sections[start.section].rows.withUnsafeBufferPointer { all in
          while let position = positions.first, let place = CellPosition(place: order[position], rowCounts: counts),
            place.section == start.section
          {
            rows.initializeElement(at: count, to: all[place.row])
            (count, positions) = (count + 1, positions.dropFirst())
          }
        }
      }
    }
  }

  private func pageSection(
    _ rows: [Row], header: (any SupplementaryViewModel)?, footer: (any SupplementaryViewModel)?, indexTitle: String?,
    place: Int?
  ) -> any SectionViewModel {
    guard let mixed = rows as? [AnyRow] else {
      return UniformSection(header: header, footer: footer, indexTitle: indexTitle, place: place, rows)
    }
    return MixedSection(header: header, footer: footer, indexTitle: indexTitle, place: place, mixed.map(\.base))
  }

  private func cut(
    _ query: TableQuery, _ order: RowOrder, _ identity: String, _ steps: inout WorkSteps
  ) throws -> Cut {
    let range = try range(of: query, order, identity, &steps)
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
      next: isLast ? nil : token(range.isEmpty ? -1 : range.upperBound - 1, order, identity),
      previous: isFirst ? nil : token(range.lowerBound, order, identity))
  }

  /// Names the row at a position of an order.
  func token(_ position: Int, _ order: RowOrder, _ identity: String) -> PageToken {
    let id = (0..<order.count).contains(position) ? row(atPlace: order[position])?.id : nil
    return PageToken(RowToken(place: max(position, 0), id: id).text(for: identity + order.identity))
  }

  /// The positions of the rows that a query asks for.
  private func range(
    of query: TableQuery, _ order: RowOrder, _ identity: String, _ steps: inout WorkSteps
  ) throws -> Range<Int> {
    let size = max(query.pageSize, 1)
    switch query.position {
    case .first: return 0..<min(size, order.count)
    case .after(let token):
      let row = try row(token, order, identity, &steps)
      let start = min(row.isThere ? row.position + 1 : row.position, order.count)
      return start..<(size < order.count - start ? start + size : order.count)
    case .before(let token):
      let end = min(try row(token, order, identity, &steps).position, order.count)
      return max(0, end - size)..<end
    }
  }

  /// Where the row of a token stands now. Where it is gone, its position is that of the row that followed it.
  private func row(
    _ token: PageToken, _ order: RowOrder, _ identity: String, _ steps: inout WorkSteps
  ) throws -> (position: Int, isThere: Bool) {
    guard let token = RowToken(token, table: identity + order.identity) else {
      throw TableError.invalidPageToken
    }
    if token.place < order.count, let id = row(atPlace: order[token.place])?.id, token.isAbout(id) {
      return (token.place, true)
    }
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

  /// The row at a place among the rows of all sections; `nil` before the first and behind the last. O(sections).
  func row(atPlace place: Int) -> Row? { CellPosition(place: place, rowCounts: rowCounts).flatMap { row(at: $0) } }

  /// The index strip; none where rows are sorted across sections. Sections without rows lead to where they would begin.
  private func indexEntries(_ order: RowOrder, _ identity: String) -> [IndexTitle] {
    let (titles, own) = (indexTitles, sectionIndexTitles)
    guard !titles.isEmpty, order.runs.allSatisfy({ $0.section != nil }) else { return [] }
    let starts = Dictionary(order.runs.map { ($0.section, $0.rows.lowerBound) }) { first, _ in first }
    return titles.compactMap { title in
      guard let place = Self.place(ofIndexTitle: title, in: own), let start = starts[place] else { return nil }
      return IndexTitle(title, position: start == 0 ? .first : .after(token(start - 1, order, identity)))
    }
  }
}
