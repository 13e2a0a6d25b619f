/// Reads a table from one end to the other in pieces of a bounded size, for exports.
package protocol RecordCursor: Sendable {
  /// What the columns are.
  var schema: RecordSchema { get }
  /// The next rows, at least one; `nil` behind the last. Asked by one task at a time.
  func next() async throws -> RecordPage?
}

/// A cursor over any table: from page to page by their tokens.
actor PageCursor: RecordCursor {
  private let table: any RecordTable
  private var query: TableQuery?
  nonisolated let schema: RecordSchema

  init(table: any RecordTable, query: TableQuery) async throws {
    self.table = table
    self.query = query
    schema = try await table.schema()
  }

  func next() async throws -> RecordPage? {
    while var query {
      let page = try await table.page(query)
      guard page.style == .grid(schema) else {
        throw TableError.busy("The table changed while it was read; try again.")
      }
      if let next = page.next { query.position = .after(next) }
      self.query = page.next == nil ? nil : query
      for case let section as RecordSection in page.sections where section.page.count > 0 { return section.page }
    }
    return nil
  }
}
