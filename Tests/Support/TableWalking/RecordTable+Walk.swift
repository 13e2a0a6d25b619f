package import TableModel

extension TablePage {
  /// The rows of a page of records.
  package var records: [Record] {
    sections.flatMap { ($0 as? RecordSection).map { Array(Records(page: $0.page)) } ?? [] }
  }
  /// The values of the columns, row by row.
  package var rows: [[RecordValue]] { records.map { record in record.schema.columns.indices.map { record[$0] } } }
}

/// Why pages don't lead to each other.
package struct WalkError: Error { package let message: String }

extension RecordTable {
  private static var pageLimit: Int { 20_000 }

  /// Every row, by following `next` to the end and `previous` back to the start.
  package func walk(
    _ query: TableQuery
  ) async throws -> (forwards: [[RecordValue]], backwards: [[RecordValue]], pages: Int) {
    var query = query
    var forwards: [[RecordValue]] = []
    var page = try await page(query)
    var pages = 1
    guard page.previous == nil else { throw WalkError(message: "a page before the first") }
    forwards += page.rows
    while let next = page.next {
      query.position = .after(next)
      page = try await self.page(query)
      if page.rows.isEmpty { throw WalkError(message: "an empty page was promised") }
      if pages > Self.pageLimit { throw WalkError(message: "pages without end") }
      forwards += page.rows
      pages += 1
    }
    var backwards = page.rows
    var pagesBack = 1
    while let previous = page.previous {
      query.position = .before(previous)
      page = try await self.page(query)
      pagesBack += 1
      if pagesBack > Self.pageLimit { throw WalkError(message: "pages without end") }
      if page.rows.isEmpty || page.next == nil {
        throw WalkError(message: "an empty page, or the last one, before another")
      }
      backwards = page.rows + backwards
    }
    return (forwards, backwards, pages)
  }
}
