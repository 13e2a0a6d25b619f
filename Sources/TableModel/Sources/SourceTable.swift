/// A source as a table of records: what can be done with a table of a database is so done with it as well, and its rows are still cells
/// where the site has a cell for them.
package final class SourceTable: RecordTable {
  private let source: any TableSource
  private let capabilities: TableCapabilities
  private let recordSchema: RecordSchema

  private var columns: [RecordSchema.Column] { capabilities.columns }

  /// `nil` for a source of cells alone.
  /// - Parameters:
  ///   - name: what the table is called in addresses.
  ///   - title: what people call it; `nil` for the name.
  package init?(_ provider: any TableViewModelProvider, named name: String, title: String? = nil) {
    guard let source = provider as? any TableSource else { return nil }
    let capabilities = source.capabilities
    guard !capabilities.columns.isEmpty else { return nil }
    self.source = source
    self.capabilities = capabilities
    var columns = capabilities.columns
    if capabilities.facets == nil { for index in columns.indices { columns[index].abilities.hasFacets = false } }
    var abilities = TableAbilities()
    abilities.sortLimit = capabilities.sortLimit
    abilities.hasAlternatives = capabilities.hasAlternatives
    abilities.isInDatabase = false
    recordSchema = RecordSchema(
      table: name, title: title, columns: columns,
      keyFields: columns.firstIndex(where: \.isPrimaryKey).map { [$0] } ?? [],
      labelColumn: columns.firstIndex { $0.type == .text && !$0.isPrimaryKey }, abilities: abilities)
  }

  package var currentVersion: DataVersion? { source.currentVersion }

  package func schema() async throws -> RecordSchema { recordSchema }

  // MARK: Rows

  package func page(_ query: TableQuery) async throws -> TablePage {
    try check(query)
    return page(try await source.page(query), query)
  }

  package func page(_ query: TableQuery, within seconds: Double) async throws -> TablePage {
    guard let pageWithin = capabilities.pageWithin else { return try await page(query) }
    try check(query)
    return page(try await pageWithin(query, seconds), query)
  }

  package func record(_ key: RowKey, neighbours: Bool) async throws -> RecordDetail {
    let version = source.currentVersion
    let row = try await row(key)
    var detail = RecordDetail(record: records([row.cell])[0], version: version)
    if neighbours { (detail.previousKey, detail.nextKey) = (row.previous?.inOneColumn, row.next?.inOneColumn) }
    return detail
  }

  package func place(of key: RowKey, in query: TableQuery) async throws -> RowCursors {
    guard let positions = capabilities.positions else {
      throw TableError.badRequest("The rows of this table have no positions.")
    }
    try check(query)
    return try await positions(key, query)
  }

  package func bytes(of column: Int, inRecord key: RowKey) async throws -> [UInt8] {
    guard columns.indices.contains(column) else { throw Self.notFound }
    switch records([try await row(key).cell])[0][column] {
    case .null: throw Self.notFound
    case .blob(let bytes): return bytes
    case let value: return Array(value.description.utf8)
    }
  }

  package func cursor(_ query: TableQuery) async throws -> any RecordCursor {
    try check(query)
    guard let cursor = capabilities.cursor else { return try await PageCursor(table: self, query: query) }
    return SourceCursor(schema: recordSchema, cells: try await cursor(query)) { [self] in records($0) }
  }

  private static let notFound = TableError.notFound("Record not found")

  private func row(_ key: RowKey) async throws -> FoundRow {
    for key in [key, key.compound].compactMap(\.self) {
      if let lookup = capabilities.lookup {
        if let row = try await lookup(key) { return row }
      } else if let row = try await source.found([key])[key] {
        return FoundRow(row.cell)
      }
    }
    throw Self.notFound
  }

  /// - Throws: `TableError.badRequest` for what the source doesn't declare.
  private func check(_ query: TableQuery) throws(TableError) {
    guard query.tree == nil else { throw .badRequest("The rows of this table are no tree.") }
    guard query.sort.allSatisfy({ columns.indices.contains($0.column) }) else {
      throw .badRequest("A sort column doesn't exist.")
    }
    try check(query.selection)
    if let refusal = recordSchema.refusals(ofSort: query.sort).first { throw .badRequest(refusal) }
  }

  private func check(_ selection: RowSelection) throws(TableError) {
    guard selection.allFilters.allSatisfy({ columns.indices.contains($0.column) }),
      selection.searches.allSatisfy({ $0.column.map(columns.indices.contains) ?? true })
    else { throw .badRequest("A filter column doesn't exist.") }
    if let refusal = recordSchema.refusals(of: selection).first { throw .badRequest(refusal) }
  }

  // MARK: Records

  /// A page of cells as one of records that know which sections they are of.
  private func page(_ cells: TablePage, _ query: TableQuery) -> TablePage {
    var page = cells
    var groups: [RecordSection.Group] = []
    var builder = builder(rows: query.pageSize)
    for section in cells.sections {
      let start = builder.rowCount
      capabilities.reader.append(section, query.values, to: &builder)
      groups.append(RecordSection.Group(rows: start..<builder.rowCount, section: section))
    }
    var all = RecordSection(builder.finish(recordSchema))
    all.groups = groups
    page.sections = [all]
    if page.style == .grouped { page.listStyle = .grouped }
    page.style = .grid(recordSchema)
    if query.count == .none { page.count = .unknown }
    return page
  }

  private func records(_ cells: [any CellViewModel]) -> RecordPage {
    var builder = builder(rows: cells.count)
    capabilities.reader.append(MixedSection(cells), .whole, to: &builder)
    return builder.finish(recordSchema)
  }

  /// Has room for so many rows, but for no more than a step: a query may ask for any number.
  private func builder(rows: Int) -> RecordPageBuilder {
    let rows = min(rows, RecordPageBuilder.stepRows(fieldCount: columns.count))
    return RecordPageBuilder(fieldCount: columns.count, rows: rows, byteCapacity: rows * 128)
  }

  // MARK: Facets

  package func facet(_ query: FacetQuery, waits: Bool) async throws -> FacetAnswer {
    guard columns.indices.contains(query.facet.column), let facets = capabilities.facets else {
      throw TableError.badRequest("A facet column doesn't exist.")
    }
    if let refusal = recordSchema.refusal(of: query.facet) { throw TableError.badRequest(refusal) }
    try check(query.selection)
    return try await facets.count(query, waits)
  }

  package func suggestedFacets(in selection: RowSelection) async throws -> [Facet] {
    guard let suggestions = capabilities.facets?.suggestions else { return [] }
    try check(selection)
    return try await suggestions(selection).filter { recordSchema.refusal(of: $0) == nil }
  }
}

/// The cells of a source as records, a piece at a time.
private struct SourceCursor: RecordCursor {
  let schema: RecordSchema
  let cells: any CellCursor
  let records: @Sendable ([any CellViewModel]) -> RecordPage

  func next() async throws -> RecordPage? { try await cells.next().map(records) }
}
