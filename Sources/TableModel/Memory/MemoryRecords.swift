/// A table in memory as records: the columns that its rows have are filtered, sorted, searched, counted and exported like those of any
/// other table, and its rows are still cells where the site has a cell for them.
final class MemoryRecords: RecordTable {
  private let table: MemoryTable
  private let columns: [MemoryColumn]
  private let recordSchema: RecordSchema

  /// - Parameter name: what the table is called in addresses.
  init(_ table: MemoryTable, named name: String) {
    self.table = table
    columns = table.columns
    let label = columns.firstIndex { $0.column.type == .text && !$0.column.isPrimaryKey }
    let key = columns.firstIndex(where: \.column.isPrimaryKey)
    recordSchema = RecordSchema(
      table: name, title: table.contents.title, columns: columns.map(\.column), keyFields: key.map { [$0] } ?? [],
      labelColumn: label)
  }

  var currentVersion: DataVersion? { table.currentVersion }

  func schema() async throws -> RecordSchema { recordSchema }

  // MARK: Rows

  func page(_ query: TableQuery) async throws -> TablePage { try await page(query, within: .infinity) }

  func page(_ query: TableQuery, within seconds: Double) async throws -> TablePage {
    let (snapshot, identity) = (table.snapshot, table.identity)
    var page = try await table.work.run(within: seconds) { steps in
      let order = try snapshot.order(query, &steps)
      return try snapshot.contents.page(query, order, identity: identity, version: snapshot.version, &steps)
    }
    page.sections = [section(page.sections.compactMap { $0 as? MixedSection }, query.values)]
    if page.style == .grouped { page.listStyle = .grouped }
    page.style = .grid(recordSchema)
    return page
  }

  func record(_ key: RowKey) async throws -> RecordDetail {
    let snapshot = table.snapshot
    let place = try await place(of: key, snapshot)
    var detail = RecordDetail(
      record: records([snapshot[place]], .whole)[0], version: snapshot.version)
    if place > 0 { detail.previousKey = snapshot[place - 1].id.inOneColumn }
    if place + 1 < snapshot.contents.cellCount { detail.nextKey = snapshot[place + 1].id.inOneColumn }
    return detail
  }

  func place(of key: RowKey, in query: TableQuery) async throws -> RecordPlace {
    let snapshot = table.snapshot
    let place = try await place(of: key, snapshot)
    let order = try await table.work.run { try snapshot.order(query, &$0) }
    guard let position = order.position(ofPlace: place) else { throw Self.notFound }
    let token = snapshot.contents.token(position, order, table.identity)
    return RecordPlace(start: token, end: token)
  }

  func bytes(of column: Int, inRecord key: RowKey) async throws -> [UInt8] {
    let snapshot = table.snapshot
    guard columns.indices.contains(column) else { throw Self.notFound }
    switch columns[column].value(snapshot[try await place(of: key, snapshot)]) {
    case .null: throw Self.notFound
    case .blob(let bytes): return bytes
    case let value: return Array(value.description.utf8)
    }
  }

  func cursor(_ query: TableQuery) async throws -> any RecordCursor {
    let snapshot = table.snapshot
    let order = try await table.work.run { try snapshot.order(query, &$0) }
    return MemoryCursor(schema: recordSchema, order: order) { [self] places in
      records(places.map { snapshot[$0] }, .whole)
    }
  }

  private static let notFound = TableError.notFound("Record not found")

  /// The place of the row with a key.
  private func place(of key: RowKey, _ snapshot: MemorySnapshot) async throws -> Int {
    let place = try await table.work.run { steps in
      try snapshot.place(of: key, &steps) ?? key.compound.flatMap { try snapshot.place(of: $0, &steps) }
    }
    guard let place else { throw Self.notFound }
    return place
  }

  /// Sections of cells as records that know which cells and sections they are of.
  private func section(_ sections: [MixedSection], _ extent: ValueExtent) -> RecordSection {
    var all = RecordSection(records(sections.flatMap(\.cells), extent))
    all.viewModels = sections.flatMap(\.cells)
    var end = 0
    all.groups = sections.map { section in
      defer { end += section.cells.count }
      return RecordSection.Group(
        rows: end..<(end + section.cells.count), header: section.header, footer: section.footer,
        indexTitle: section.indexTitle, place: section.place)
    }
    return all
  }

  private func records(_ cells: [any CellViewModel], _ extent: ValueExtent) -> RecordPage {
    var builder = RecordPageBuilder(fieldCount: columns.count, rows: cells.count, byteCapacity: cells.count * 64)
    for cell in cells {
      for column in columns { builder.append(column.value(cell), extent) }
    }
    return builder.finish(recordSchema)
  }

  // MARK: Facets

  func facet(_ query: FacetQuery, waits: Bool) async throws -> FacetAnswer {
    let snapshot = table.snapshot
    guard columns.indices.contains(query.facet.column) else {
      throw TableError.badRequest("A column of the facets does not exist.")
    }
    @Sendable func count(_ steps: inout WorkSteps) throws -> FacetAnswer {
      let rows = try snapshot.order(TableQuery(selection: query.selection), &steps)
      let values = try snapshot.values(of: query.facet.column, &steps)
      return .values(
        try FacetResult(
          counting: (0..<rows.count).lazy.map { values[rows[$0]] }, query.facet.kind, size: query.size, &steps))
    }
    guard waits else { return try table.work.atOnce(count) ?? .pending }
    do { return try await table.work.run(count) } catch TableError.timeLimitReached { return .timedOut }
  }

  func suggestedFacets(in selection: RowSelection) async throws -> [Facet] {
    let (snapshot, columns, keyFields) = (table.snapshot, columns, recordSchema.keyFields)
    // No page is refused for what it only offers.
    let judged = try? await table.work.run { steps in
      let rows = try snapshot.order(TableQuery(selection: selection), &steps)
      let cells = (0..<min(rows.count, FacetJudgement.rowLimit)).map { snapshot[rows[$0]] }
      return try columns.indices.filter { columns[$0].column.type != .blob && keyFields != [$0] }.flatMap { column in
        try FacetJudgement(cells.map { columns[column].value($0) }, &steps).kinds.map {
          Facet(column: column, kind: $0)
        }
      }
    }
    guard let judged else { return [] }
    return judged.filter { $0.kind == .column } + judged.filter { $0.kind != .column }
  }
}

extension RecordPageBuilder {
  /// The next field is a value, or as much of it as a page shows.
  mutating func append(_ value: RecordValue, _ extent: ValueExtent) {
    switch (value, extent) {
    case (.null, _): appendNull()
    case (.integer(let number), _): append(number)
    case (.real(let number), _): append(number)
    case (.text(let text), .excerpt(let limit)) where text.utf8.count > limit:
      append(bytes: Array(String(decoding: text.utf8.prefix(limit), as: UTF8.self).utf8), kind: .textExcerpt)
    case (.text(let text), _): append(text)
    case (.blob(let bytes), .excerpt):
      append(bytes: Array(bytes.prefix(32)), kind: .blobExcerpt, wholeCount: bytes.count)
    case (.blob(let bytes), .whole): append(bytes: bytes, kind: .blob)
    }
  }
}

extension RowKey {
  /// The key as the one column of ids holds it: one of several values is a text there.
  fileprivate var inOneColumn: RowKey { if case .text(let text) = recordValue { RowKey(text) } else { self } }

  /// The key that a text in the column of ids stands for.
  fileprivate var compound: RowKey? {
    guard parts.count == 1, case .text(let bytes) = parts[0] else { return nil }
    return RowKey(encoded: String(decoding: bytes, as: UTF8.self))
  }
}
