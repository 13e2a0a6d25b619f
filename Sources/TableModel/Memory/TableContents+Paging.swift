/// Cutting a table into pages that run across its sections.
extension TableContents {
  /// The page that a query asks for. Sections that reach over several pages show their header on each, their footer where they end.
  /// - Parameters:
  ///   - identity: ties the page tokens to this table.
  ///   - version: the label of the state that the contents are in.
  /// - Throws: `TableError.badRequest` for a sort, a filter or a token that isn't this table's.
  func page(_ query: TableQuery, identity: String, version: DataVersion?) throws -> TablePage {
    guard query.sort.isEmpty else { throw TableError.badRequest("This table can't be sorted") }
    guard query.selection.isEverything else { throw TableError.badRequest("This table can't be filtered") }
    let range = try range(of: query, identity)
    func token(_ place: Int) -> PageToken {
      PageToken(RowToken(place: max(place, 0), id: cell(atPlace: place)?.id).text(for: identity))
    }
    let isFirst = range.lowerBound == 0
    let isLast = range.upperBound == cellCount
    return TablePage(
      title: title, summary: summary, style: style, header: isFirst ? header : nil, footer: isLast ? footer : nil,
      sections: sections(showing: range), indexTitles: indexEntries(token), emptyState: emptyState,
      next: isLast ? nil : token(range.isEmpty ? -1 : range.upperBound - 1),
      previous: isFirst ? nil : token(range.lowerBound),
      count: query.count == .none ? .unknown : .exact(cellCount), version: version)
  }

  /// The places of the cells that a query asks for.
  private func range(of query: TableQuery, _ identity: String) throws -> Range<Int> {
    let size = max(query.pageSize, 1)
    switch query.position {
    case .first: return 0..<min(size, cellCount)
    case .after(let token):
      let row = try row(token, identity)
      let start = min(row.isThere ? row.place + 1 : row.place, cellCount)
      return start..<(size < cellCount - start ? start + size : cellCount)
    case .before(let token):
      let end = min(try row(token, identity).place, cellCount)
      return max(0, end - size)..<end
    }
  }

  /// Where the row of a token stands now. Where it is gone, its place is that of the row that followed it.
  private func row(_ token: PageToken, _ identity: String) throws -> (place: Int, isThere: Bool) {
    guard let token = RowToken(token, table: identity) else {
      throw TableError.badRequest("The page token doesn't belong to this table")
    }
    if let id = cell(atPlace: token.place)?.id, token.isAbout(id) { return (token.place, true) }
    guard let position = position(of: token) else { return (token.place, false) }
    return (sections[..<position.section].reduce(position.row) { $0 + $1.cells.count }, true)
  }

  private func position(of token: RowToken) -> CellPosition? {
    switch token.row {
    case .id(let id): return position(of: id)
    case .end: return nil
    case .longID:
      for (section, cells) in sections.map(\.cells).enumerated() {
        if let row = cells.firstIndex(where: { token.isAbout($0.id) }) {
          return CellPosition(section: section, row: row)
        }
      }
      return nil
    }
  }

  /// The cell at a place among the cells of all sections; `nil` before the first and behind the last. O(sections).
  private func cell(atPlace place: Int) -> (any CellViewModel)? {
    guard place >= 0 else { return nil }
    var rest = place
    for section in sections {
      if rest < section.cells.count { return section.cells[rest] }
      rest -= section.cells.count
    }
    return nil
  }

  /// The parts of sections within a range of places. A section without cells shows on the page that its place is on.
  private func sections(showing range: Range<Int>) -> [any SectionViewModel] {
    var shown: [any SectionViewModel] = []
    var start = 0
    for (place, section) in sections.enumerated() {
      let all = start..<(start + section.cells.count)
      let part = all.clamped(to: range)
      let isShown =
        all.isEmpty
        ? range.contains(start) || (start == cellCount && range.upperBound == cellCount) : !part.isEmpty
      if isShown {
        shown.append(
          MixedSection(
            header: section.header, footer: all.isEmpty || part.upperBound == all.upperBound ? section.footer : nil,
            indexTitle: section.indexTitle, place: place,
            part == all ? section.cells : Array(section.cells[(part.lowerBound - start)..<(part.upperBound - start)])))
      }
      start = all.upperBound
    }
    return shown
  }

  private func indexEntries(_ token: (Int) -> PageToken) -> [IndexTitle] {
    let titles = indexTitles
    guard !titles.isEmpty else { return [] }
    var starts: [Int] = []
    var start = 0
    for section in sections {
      starts.append(start)
      start += section.cells.count
    }
    return titles.compactMap { title in
      guard let place = place(ofIndexTitle: title) else { return nil }
      return IndexTitle(title, position: starts[place] == 0 ? .first : .after(token(starts[place] - 1)))
    }
  }
}
