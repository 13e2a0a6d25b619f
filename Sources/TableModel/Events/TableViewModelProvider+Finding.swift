/// Finding single rows and views, whatever the table is.
extension TableViewModelProvider {
  /// The row with an id; an id that looks like a number may also be a text. A table that doesn't find rows itself is looked through,
  /// up to 100,000 rows.
  func found(_ id: CellID) async throws -> TableRow? {
    if let row = try await exactly(id) { return row }
    if case .number(let number) = id { return try await exactly(.text(String(number))) }
    return nil
  }

  /// The rows with these ids that there are, by id. A table that doesn't find rows itself is looked through once for all of them.
  func found(_ ids: Set<CellID>) async throws -> [CellID: TableRow] {
    if self is any EditableTable {
      var rows: [CellID: TableRow] = [:]
      for id in ids { rows[id] = try await found(id) }
      return rows
    }
    var finder = CellFinder(ids: ids)
    for id in ids { if case .number(let number) = id { finder.texts[.text(String(number))] = id } }
    try await look(with: &finder)
    return finder.found.merging(finder.foundAsTexts) { exact, _ in exact }.mapValues { TableRow($0) }
  }

  private func exactly(_ id: CellID) async throws -> TableRow? {
    if let table = self as? any EditableTable { return try await table.row(id) }
    var finder = CellFinder(ids: [id])
    try await look(with: &finder)
    return finder.found[id].map { TableRow($0) }
  }

  /// Goes through the table until everything is found.
  private func look(with finder: inout CellFinder) async throws {
    var query = TableQuery(pageSize: 1_000, count: .none)
    for _ in 0..<100 {
      let page = try await page(query)
      for section in page.sections where !finder.isDone { try section.visitCells(&finder) }
      guard !finder.isDone, let next = page.next else { return }
      query.position = .after(next)
    }
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
  let ids: Set<CellID>
  /// Numbers by the texts that they may be in the table.
  var texts: [CellID: CellID] = [:]
  var found: [CellID: any CellViewModel] = [:]
  var foundAsTexts: [CellID: any CellViewModel] = [:]

  var isDone: Bool { found.count == ids.count }

  mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) {
    let id = cell.id
    if ids.contains(id), found[id] == nil { found[id] = cell }
    if let number = texts[id], foundAsTexts[number] == nil { foundAsTexts[number] = cell }
  }
}
