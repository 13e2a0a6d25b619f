/// Finding single rows and views, whatever the table is.
extension TableViewModelProvider {
  /// The rows with these ids that there are, by id. A table that doesn't find rows itself is looked through once for all of them, up to
  /// 100,000 rows.
  package func found(_ ids: Set<RowKey>) async throws -> [RowKey: TableRow] {
    if let table = self as? any EditableTable { return try await table.rows(ids) }
    var finder = CellFinder(ids: ids)
    try await look(with: &finder)
    return finder.found.mapValues { TableRow($0) }
  }

  /// Goes through the table until everything is found.
  private func look(with finder: inout CellFinder) async throws {
    var query = TableQuery(pageSize: 1_000, count: .none)
    for _ in 0..<100 {
      let page = try await page(query)
      for section in page.sections where !finder.isDone { try section.visitCells(&finder) }
      guard !finder.isDone, let next = page.next else { return }
      query.position = .after(next)
      // Whoever asks holds one of the threads that all requests share.
      await Task.yield()
    }
  }

  /// The header or footer at a place; of a table that doesn't find them itself, those of its first page.
  package func found(_ place: SupplementaryPlace) async throws -> (any SupplementaryViewModel)? {
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
  let ids: Set<RowKey>
  var found: [RowKey: any CellViewModel] = [:]

  var isDone: Bool { found.count == ids.count }

  mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) {
    let id = cell.id
    if ids.contains(id), found[id] == nil { found[id] = cell }
  }
}
