/// What a table in memory can do by its columns: everything. It looks through its rows as `MemoryWork` allows.
extension MemoryTable: TableSource {
  /// Everything for tables with columns, nothing for those of cells alone.
  public var capabilities: TableCapabilities {
    var capabilities = TableCapabilities(columns: columns, abilities: .all, sortLimit: .max, hasAlternatives: true)
    capabilities.lookup = { [self] key in try await found(key) }
    capabilities.cursor = { [self] query in
      let snapshot = snapshot
      return MemoryCursor(snapshot, try await work.run { try snapshot.order(query, &$0) })
    }
    capabilities.positions = { [self] key, query in try await place(of: key, in: query) }
    capabilities.pageWithin = { [self] query, seconds in try await page(query, within: seconds) }
    capabilities.facets = TableCapabilities.Facets { [self] selection in
      await suggestedFacets(in: selection)
    } count: { [self] query, waits in
      try await facet(query, waits: waits)
    }
    return capabilities
  }

  /// The page that a query asks for. O(sections + rows of the page), and what it takes to filter and sort for the first who asks.
  /// - Throws: `TableError.badRequest` for a sort or a filter that the columns don't have, or a token of another table;
  ///   `TableError.timeLimitReached` or `TableError.busy` where there is too much to look through.
  public func page(_ query: TableQuery) async throws -> TablePage { try await page(query, within: .infinity) }

  private func page(_ query: TableQuery, within seconds: Double) async throws -> TablePage {
    let (snapshot, identity) = (snapshot, identity)
    let hasColumns = !columns.isEmpty
    return try await work.run(within: seconds) { steps in
      guard hasColumns else {
        return try snapshot.contents.page(query, identity: identity, version: snapshot.version, &steps)
      }
      let order = try snapshot.order(query, &steps)
      return try snapshot.contents.page(query, order, identity: identity, version: snapshot.version, &steps)
    }
  }

  private func found(_ key: RowKey) async throws -> FoundRow? {
    let snapshot = snapshot
    guard let place = try await work.run({ try snapshot.place(of: key, &$0) }) else { return nil }
    return FoundRow(
      snapshot[place].unwrapped, previous: place > 0 ? snapshot[place - 1].id : nil,
      next: place + 1 < snapshot.contents.rowCount ? snapshot[place + 1].id : nil)
  }

  private func place(of key: RowKey, in query: TableQuery) async throws -> RowCursors {
    let (snapshot, identity) = (snapshot, identity)
    return try await work.run { steps in
      let order = try snapshot.order(query, &steps)
      guard
        let place = try snapshot.place(of: key, &steps) ?? key.compound.flatMap({ try snapshot.place(of: $0, &steps) }),
        let position = order.position(ofPlace: place)
      else { throw TableError.notFound("Record not found") }
      let token = snapshot.contents.token(position, order, identity + order.identity)
      return RowCursors(start: token, end: token)
    }
  }

  // MARK: Facets

  private func facet(_ query: FacetQuery, waits: Bool) async throws -> FacetAnswer {
    let snapshot = snapshot
    @Sendable func count(_ steps: inout WorkSteps) throws -> FacetAnswer {
      let rows = try snapshot.order(TableQuery(selection: query.selection), &steps)
      let values = try snapshot.values(of: query.facet.column, &steps)
      return .values(
        try FacetResult(
          counting: (0..<rows.count).lazy.map { values[rows[$0]] }, query.facet.kind, size: query.size, &steps))
    }
    guard waits else { return try work.atOnce(count) ?? .pending }
    do { return try await work.run(count) } catch TableError.timeLimitReached { return .timedOut }
  }

  /// None where that takes too long: no page is refused for what it only offers.
  private func suggestedFacets(in selection: RowSelection) async -> [Facet] {
    let (snapshot, columns) = (snapshot, columns)
    let judged = try? await work.run { steps in
      let rows = try snapshot.order(TableQuery(selection: selection), &steps)
      let looked = (0..<min(rows.count, FacetJudgement.rowLimit)).map { snapshot[rows[$0]] }
      let judged = columns.indices.filter { columns[$0].column.type != .blob && !columns[$0].column.isPrimaryKey }
      return try judged.flatMap { column in
        try FacetJudgement(looked.map { columns[column].reading.value($0) }, &steps).kinds.map {
          Facet(column: column, kind: $0)
        }
      }
    }
    guard let judged else { return [] }
    return judged.filter { $0.kind == .column } + judged.filter { $0.kind != .column }
  }
}

/// Reads the rows of a table in memory as they were when it began, a piece at a time.
private actor MemoryCursor<Row: CellViewModel>: CellCursor {
  private let snapshot: MemorySnapshot<Row>
  private let order: RowOrder
  private var position = 0

  private static var pieceRows: Int { 512 }

  init(_ snapshot: MemorySnapshot<Row>, _ order: RowOrder) {
    self.snapshot = snapshot
    self.order = order
  }

  func next() -> [any CellViewModel]? {
    let end = min(position + Self.pieceRows, order.count)
    guard position < end else { return nil }
    defer { position = end }
    return (position..<end).map { snapshot[order[$0]].unwrapped }
  }
}
