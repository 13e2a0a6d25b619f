import TableModel

/// Puts a row elsewhere in the order that one column of its table holds.
struct RowMove {
  /// Where a row is to stand.
  enum Place: Sendable, Equatable {
    /// A place nearer to the start, or to the end.
    case up, down
    /// Just before, or just behind, the row of a key.
    case before([String]), after([String])
  }

  /// What the asker saw.
  enum Seen: Sendable, Equatable {
    case anything
    case version(RecordVersion)
    /// What the column held, as a text; empty for null.
    case number(String)
  }

  let mounted: MountedTable
  let presentation: TablePresentation
  let writer: any RecordWriter
  let visitor: Visitor
  /// The position of the column.
  let column: Int

  /// Rows that are put in order at most.
  static let rowLimit = 10_000

  /// - Throws: `RecordChangeError` for rows that are gone or not what the asker saw, `PageFailure` 400 where there is no such place.
  func run(_ key: [String], to place: Place, seen: Seen) async throws -> RecordChangeResult {
    let all = try await records()
    guard let moved = all.first(where: { Self.key($0) == key }) else { throw RecordChangeError.missing(key: key) }
    try check(moved, key, seen)
    // Rows of a tree change places with those beside them.
    let rows =
      presentation.configuration.tree.map { tree in all.filter { $0[tree.parent] == moved[tree.parent] } } ?? all
    guard let from = rows.firstIndex(where: { Self.key($0) == key }) else { throw RecordChangeError.missing(key: key) }
    let to = try target(of: place, from, rows)
    let changes = try changes(moving: from, to: to, rows)
    guard !changes.isEmpty else { return RecordChangeResult(outcomes: [], inverse: .changes([])) }
    return try await writer.apply(changes, by: visitor.signature)
  }

  private func check(_ record: Record, _ key: [String], _ seen: Seen) throws(RecordChangeError) {
    let version = RecordVersion(record)
    let expected: RecordVersion
    switch seen {
    case .anything: return
    case .version(let seen): expected = seen
    case .number(let text):
      let number = record[column]
      expected = (number == .null ? "" : number.description) == text ? version : RecordVersion(digest: 0)
    }
    guard expected != version else { return }
    throw .stale(StaleRecord(change: 0, key: key, expected: expected, current: record))
  }

  /// How many of the other rows stand before the row then.
  private func target(of place: Place, _ from: Int, _ rows: [Record]) throws -> Int {
    func position(_ key: [String]) throws -> Int {
      guard let position = rows.firstIndex(where: { Self.key($0) == key }) else {
        throw RecordChangeError.missing(key: key)
      }
      return position
    }
    switch place {
    case .up: return max(from - 1, 0)
    case .down: return min(from + 1, rows.count - 1)
    case .before(let key):
      let position = try position(key)
      return position > from ? position - 1 : position
    case .after(let key):
      let position = try position(key)
      return position < from ? position + 1 : position
    }
  }

  private func changes(moving from: Int, to: Int, _ rows: [Record]) throws(PageFailure) -> [RecordChange] {
    let name = presentation.schema.columns[column].name
    func updates<Number>(_ changes: [RowOrder<Number>.Change]?, _ value: (Number) -> RecordValue) throws(PageFailure)
      -> [RecordChange]
    {
      guard let changes else { throw Self.refusal("There are no numbers left in “\(name)”") }
      return changes.map { change in
        .update(
          key: Self.key(rows[change.row]), [ColumnValue(name, value(change.number))],
          expected: RecordVersion(rows[change.row]))
      }
    }
    var whole: [Int64?] = []
    var numbers: [Double?] = []
    for row in rows {
      switch row[column] {
      case .null:
        whole.append(nil)
        numbers.append(nil)
      case .integer(let number):
        whole.append(number)
        numbers.append(Double(number))
      case .real(let number): numbers.append(number)
      case .text, .blob: throw Self.refusal("“\(name)” holds something that is no number")
      }
    }
    return whole.count == rows.count
      ? try updates(RowOrder(numbers: whole).moving(from, to: to)) { .integer($0) }
      : try updates(RowOrder(numbers: numbers).moving(from, to: to)) { .real($0) }
  }

  /// All rows in their order.
  private func records() async throws -> [Record] {
    var records: [Record] = []
    var query = TableQuery(pageSize: 1_000, sort: [SortTerm(column: column)], count: .none)
    while true {
      let page = try await mounted.table.page(query)
      guard page.style == .grid(presentation.source) else {
        throw TableError.busy("The table is being changed; try again in a moment")
      }
      for case let section as RecordSection in page.sections { records += Records(page: section.page) }
      guard records.count <= Self.rowLimit else {
        throw Self.refusal("There are more than \(Self.rowLimit) rows: too many to be moved here")
      }
      guard let next = page.next else { return records }
      query.position = .after(next)
    }
  }

  private static func key(_ record: Record) -> [String] { record.key.map(\.description) }

  private static func refusal(_ message: String) -> PageFailure {
    PageFailure(status: 400, messages: [message], heading: "This row can't be moved")
  }
}
