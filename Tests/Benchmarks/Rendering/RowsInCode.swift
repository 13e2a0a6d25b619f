import TablePages

/// A row of a table in code, with values of several types.
private struct Visit: CellViewModel {
  var id: RowKey
  var time: String
  var kind: String
  var amount: Double
  var note: String?
  var pages: Int
}

/// Rows of a table in code that become records: what they cost before anything is written.
struct RowsInCode: Sendable {
  static let title = "50 rows in code as records"
  private static let query = TableQuery(
    pageSize: 50, sort: [SortTerm(column: 2, isDescending: true)], count: .none)
  private let table: SourceTable

  init() throws {
    let rows = (1...1_000).map { number in
      Visit(
        id: RowKey(number), time: "2026-01-\(10 + number % 20) 12:30:00", kind: "kind \(number % 7)",
        amount: Double(number) / 4, note: number % 3 == 0 ? nil : "the note of number \(number)", pages: number % 11)
    }
    let columns: [TableColumn<Visit>] = [
      .init("time", \.time), .init("kind", \.kind), .init("amount", \.amount), .init("note", \.note),
      .init("pages", \.pages),
    ]
    let memory = try MemoryTable("Visits", columns: columns, rows: rows)
    // Without one nothing would be done, and what is counted would be far below its limit.
    guard let table = SourceTable(memory, named: "visits") else { throw TableError.notFound("no columns") }
    self.table = table
  }

  /// Makes a page so many times.
  func run(_ count: Int) async throws {
    for _ in 0..<count { _ = try await table.page(Self.query) }
  }
}
