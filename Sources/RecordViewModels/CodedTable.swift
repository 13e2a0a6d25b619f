internal import Synchronization
package import TableModel

/// A table of a database with what code adds to it. Rows are found, sorted, counted and stored by the database.
package final class CodedTable: RecordTable {
  /// The table of the database.
  package let table: any RecordTable
  private let code: TableCode
  private let path: String
  private let current = Mutex<ComputedSchema?>(nil)

  /// A table with code.
  /// - Parameter path: where the table is mounted, as handlers are told.
  package init(_ table: any RecordTable, _ code: TableCode, path: String) {
    self.table = table
    self.code = code
    self.path = path
  }

  /// The columns for a schema of the table. Another one, after the database has changed its own, starts anew.
  func computed(_ source: RecordSchema) -> ComputedSchema {
    current.withLock { current in
      if let known = current, known.source === source { return known }
      let made = ComputedSchema(source, code.columns)
      current = made
      return made
    }
  }

  /// A row of the table with its computed columns, whatever schema a writer has found.
  func shown(_ record: Record) -> Record {
    if let known = current.withLock(\.self), known.source === record.schema { return known.record(record) }
    return ComputedSchema(record.schema, code.columns).record(record)
  }

  package var currentVersion: DataVersion? { table.currentVersion }

  package func schema() async throws -> RecordSchema { computed(try await table.schema()).schema }

  // MARK: Pages

  package func page(_ query: TableQuery) async throws -> TablePage {
    try check(query)
    return shown(try await table.page(query))
  }

  package func page(_ query: TableQuery, within seconds: Double) async throws -> TablePage {
    try check(query)
    return shown(try await table.page(query, within: seconds))
  }

  package func cursor(_ query: TableQuery) async throws -> any RecordCursor {
    try check(query)
    let cursor = try await table.cursor(query)
    return CodedCursor(cursor: cursor, computed: computed(cursor.schema))
  }

  private func shown(_ page: TablePage) -> TablePage {
    guard case .grid(let source) = page.style else { return page }
    let computed = computed(source)
    var shown = page
    shown.style = .grid(computed.schema)
    shown.sections = page.sections.map { section in
      guard let records = section as? RecordSection else { return section }
      var section = RecordSection(computed.page(records.page))
      (section.header, section.footer, section.indexTitle) = (records.header, records.footer, records.indexTitle)
      section.groups = records.groups
      return section
    }
    return shown
  }

  // MARK: Rows

  package func record(_ key: RowKey, neighbours: Bool) async throws -> RecordDetail {
    var detail = try await table.record(key, neighbours: neighbours)
    detail.record = computed(detail.record.schema).record(detail.record)
    return detail
  }

  package func count(_ query: TableQuery) async throws -> TableCount {
    try check(query)
    return try await table.count(query)
  }

  package func count(of reference: RecordSchema.IncomingReference, to record: Record) async throws -> TableCount {
    try await table.count(of: reference, to: record)
  }

  package func place(of key: RowKey, in query: TableQuery) async throws -> RowCursors {
    try check(query)
    return try await table.place(of: key, in: query)
  }

  package func bytes(of column: Int, inRecord key: RowKey) async throws -> [UInt8] {
    guard isStored(column) else { throw TableError.notFound("This column isn't stored") }
    return try await table.bytes(of: column, inRecord: key)
  }

  // MARK: All rows

  package func facet(_ query: FacetQuery, waits: Bool) async throws -> FacetAnswer {
    try check([query.facet.column], query.selection)
    return try await table.facet(query, waits: waits)
  }

  package func suggestedFacets(in selection: RowSelection) async throws -> [Facet] {
    try check([], selection)
    return try await table.suggestedFacets(in: selection)
  }

  package func sections(_ query: SectionQuery) async throws -> [SectionSummary]? {
    try check([query.key.column] + query.sort.map(\.column) + query.sums, query.selection)
    return try await table.sections(query)
  }

  package func description(of query: TableQuery) async throws -> TableDescription {
    try check(query)
    return try await table.description(of: query)
  }

  package func lastChange(ofPages query: TableQuery) -> (@Sendable (_ state: DataVersion) -> DataVersion)? {
    table.lastChange(ofPages: query)
  }

  // MARK: Columns that the database doesn't have

  private func isStored(_ column: Int) -> Bool {
    guard let computed = current.withLock(\.self) else { return true }
    return column < computed.source.columns.count
  }

  private func check(_ query: TableQuery) throws { try check(query.sort.map(\.column), query.selection) }

  /// - Throws: `TableError.badRequest` if the database is asked for a column that it doesn't have.
  package func check(_ columns: [Int], _ selection: RowSelection) throws {
    let named = columns + selection.allFilters.map(\.column) + selection.searches.compactMap(\.column)
    guard let column = named.first(where: { !isStored($0) }), let schema = current.withLock({ $0?.schema }) else {
      return
    }
    throw TableError.badRequest(schema.refusal(ofComputed: column))
  }

  // MARK: Storing

  package var writer: (any RecordWriter)? { writer(for: .anyone) }

  package func writer(for visitor: TableVisitor) -> (any RecordWriter)? {
    table.writer.map { CodedWriter(table: self, writer: $0, handlers: code.handlers, visitor: visitor, path: path) }
  }
}

/// The rows of an export with their computed columns.
private struct CodedCursor: RecordCursor {
  let cursor: any RecordCursor
  let computed: ComputedSchema

  var schema: RecordSchema { computed.schema }

  func next() async throws -> RecordPage? { try await cursor.next().map(computed.page) }
}
