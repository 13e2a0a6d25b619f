import TableModel

/// What of a row matters where rows change places.
struct OrderedRow {
  let key: RowKey
  let version: RowVersion
  /// The number that it stands by; `nil` for none.
  let number: Double?
  /// The same, where it is a whole one.
  let whole: Int64?
  /// Whether it stands by something that is no number.
  let isText: Bool

  init(_ record: Record, _ column: Int) {
    key = record.fullKey
    version = RowVersion(record)
    let value = record[column]
    switch value {
    case .integer(let number): (self.number, whole, isText) = (Double(number), number, false)
    case .real(let number): (self.number, whole, isText) = (number, nil, false)
    case .null: (number, whole, isText) = (nil, nil, false)
    case .text, .blob: (number, whole, isText) = (nil, nil, true)
    }
  }
}

/// Rows in the order of one column, read around one of them.
struct OrderedRows {
  let table: any RecordTable
  /// The schema that the rows have to have.
  let source: RecordSchema
  let column: Int
  /// The rows that are meant.
  let among: RowSelection
  private static let pageSize = 500

  init(table: any RecordTable, source: RecordSchema, column: Int, among: RowSelection) {
    self.table = table
    self.source = source
    self.column = column
    self.among = among
  }

  private var query: TableQuery {
    TableQuery(pageSize: Self.pageSize, sort: [SortTerm(column: column)], selection: among, count: .none)
  }

  /// The rows just before a row, in their order.
  func before(_ key: RowKey, _ count: Int) async throws -> [OrderedRow] {
    var pages: [[OrderedRow]] = []
    var token: PageToken? = try await place(of: key).start
    while let position = token, pages.reduce(0, { $0 + $1.count }) < count {
      let page = try await page(.before(position), count)
      pages.append(page.rows)
      token = page.previous
    }
    return Array(pages.reversed().joined().suffix(count))
  }

  /// The rows just behind a row, in their order.
  func behind(_ key: RowKey, _ count: Int) async throws -> [OrderedRow] {
    var rows: [OrderedRow] = []
    var token: PageToken? = try await place(of: key).end
    while let position = token, rows.count < count {
      let page = try await page(.after(position), count)
      rows += page.rows
      token = page.next
    }
    return Array(rows.prefix(count))
  }

  private func place(of key: RowKey) async throws -> RowCursors {
    do { return try await table.place(of: key, in: query) } catch TableError.notFound {
      throw TableCommandError.missing(key)
    }
  }

  private func page(
    _ position: PagePosition, _ count: Int
  ) async throws -> (rows: [OrderedRow], previous: PageToken?, next: PageToken?) {
    var query = query
    query.pageSize = min(count, Self.pageSize)
    query.position = position
    let page = try await table.page(query)
    guard page.style == .grid(source) else {
      throw TableError.busy("The table's schema is changing; try again in a moment")
    }
    var rows: [OrderedRow] = []
    for case let section as RecordSection in page.sections {
      rows += Records(page: section.page).map { OrderedRow($0, column) }
    }
    return (rows, page.previous, page.next)
  }
}
