/// Finding single rows and views, whatever the table is.
extension TableViewModelProvider {
  /// The row with an id; an id that looks like a number may also be a text. A table that doesn't find rows itself is looked through,
  /// up to 100,000 rows.
  func found(_ id: CellID) async throws -> TableRow? {
    if let row = try await exactly(id) { return row }
    if case .number(let number) = id { return try await exactly(.text(String(number))) }
    return nil
  }

  private func exactly(_ id: CellID) async throws -> TableRow? {
    if let table = self as? any EditableTable { return try await table.row(id) }
    var query = TableQuery(pageSize: 1_000, count: .none)
    for _ in 0..<100 {
      let page = try await page(query)
      var finder = CellFinder(id: id)
      for section in page.sections where finder.found == nil { try section.visitCells(&finder) }
      if let cell = finder.found { return TableRow(cell) }
      guard let next = page.next else { return nil }
      query.position = .after(next)
    }
    return nil
  }

  /// The header or footer at a place; of a table that doesn't find them itself, those of its first page.
  func found(_ place: SupplementaryPlace) async throws -> (any SupplementaryViewModel)? {
    if let table = self as? any EditableTable { return try await table.view(place) }
    let page = try await page(TableQuery(count: .none))
    switch place {
    case .header: return page.header
    case .footer: return page.footer
    case .sectionHeader(let section): return page.sections.first { $0.place == section }?.header
    case .sectionFooter(let section): return page.sections.first { $0.place == section }?.footer
    }
  }
}

private struct CellFinder: CellVisitor {
  let id: CellID
  var found: (any CellViewModel)?

  mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) {
    if found == nil, cell.id == id { found = cell }
  }
}
