internal import SQLTables
internal import TableModel

/// Reads the rows of one page on one connection.
struct PageReader {
  /// What was read, in the order of the table.
  struct Rows {
    var page: RecordPage
    /// The place before the first row and the one behind the last; `nil` where there are no rows, or none on that side of them.
    var start: KeysetCursor?, end: KeysetCursor?
    var hasRowsBefore: Bool, hasRowsBehind: Bool
    var version: DataVersion?
  }

  let plan: PagePlan
  let connection: SQLiteConnection
  /// What the rows are read from, where their version is asked for.
  let file: OpenFile?
  let filterValues: [SQLValue]
  let values: ValueExtent
  /// Bytes that a page of this table is expected to take.
  let expectedBytes: Int
  /// What the page's memory is taken from, and how much of it a page may take: it ends early where it would be larger.
  let memory: PageMemory

  /// The page behind a place, or the one before it; the first one if there is no place.
  func rows(from place: KeysetCursor?, backwards: Bool, limit: Int) throws -> Rows {
    guard let order = plan.order else { return try countedRows(from: place, backwards: backwards, limit: limit) }
    guard let place else { return try rows(backwards: backwards, limit: limit) { nil } }
    guard case .row(let values, let isBehind) = place, values.count == order.terms.count else {
      throw TableError.invalidPageToken
    }
    guard values.allSatisfy({ $0.wholeValue != nil }) else {
      return try rowsOfOneState(backwards: backwards, limit: limit) {
        try origin(values, isBehind: isBehind, backwards: backwards)
      }
    }
    return try rows(backwards: backwards, limit: limit) {
      try origin(values, isBehind: isBehind, backwards: backwards)
    }
  }

  private func rows(backwards: Bool, limit: Int, from findOrigin: () throws -> Origin?) throws -> Rows {
    let origin = try findOrigin()
    let parts = plan.parts(from: origin?.values, backwards: backwards)
    if parts.count == 1, plan.staysPrepared, let rows = try readAlone(parts, origin, backwards, limit) { return rows }
    return try rowsOfOneState(backwards: backwards, limit: limit) { origin }
  }

  /// Reads within a transaction, which the row of a place is found in as well.
  private func rowsOfOneState(backwards: Bool, limit: Int, from findOrigin: () throws -> Origin?) throws -> Rows {
    try connection.transaction {
      guard try connection.schemaVersion() == plan.definition.schemaVersion else { throw SchemaChanged() }
      let origin = try findOrigin()
      let parts = plan.parts(from: origin?.values, backwards: backwards)
      guard let rows = try read(parts, origin, backwards, limit, checked: nil) else { throw SchemaChanged() }
      return rows
    }
  }

  /// Reads without a transaction around, which one statement that was found to be of this schema, and not prepared anew since, is
  /// by itself.
  /// - Parameter parts: one, in the array that it came in: another would be made for each page.
  private func readAlone(
    _ parts: [PagePlan.Part], _ origin: Origin?, _ backwards: Bool, _ limit: Int
  ) throws -> Rows? {
    guard let part = parts.first, let checked = connection.preparedStatement(part.text)?.checkedPreparations else {
      return nil
    }
    do {
      return try read(parts, origin, backwards, limit, checked: checked)
    } catch let failure as SQLiteFailure where failure.isSchemaMismatch {
      return nil
    }
  }

  /// - Parameter checked: outside of a transaction, how often the statement had been prepared when it was checked.
  /// - Returns: `nil` outside of a transaction, where the statement turned out to be prepared anew, or to have no row: the
  ///   transaction is over then, and nothing labels what was seen.
  private func read(
    _ parts: [PagePlan.Part], _ origin: Origin?, _ backwards: Bool, _ limit: Int,
    checked: Int32?
  ) throws -> Rows? {
    var limit = limit
    while true {
      switch try attempt(parts, origin, backwards, limit, checked: checked) {
      case .rows(let rows): return rows
      case .unknown: return nil
      // The place behind the last row is not known once a row behind it was read: read again, the page ends where it has to.
      case .full(let rowCount): limit = rowCount
      }
    }
  }

  private enum Attempt {
    case rows(Rows)
    /// See `read`.
    case unknown
    /// Only so many rows fit.
    case full(rows: Int)
  }

  private func attempt(
    _ parts: [PagePlan.Part], _ origin: Origin?, _ backwards: Bool, _ limit: Int,
    checked: Int32?
  ) throws -> Attempt {
    var version: DataVersion?
    var isLabelled = false
    var builder = builder(rows: limit)
    let appending = self.appending
    // The place's own row does not belong to the page that leads away from it.
    let skipsOrigin = origin.map { $0.isBehind != backwards } ?? false
    var rowCount = 0, isFirstRow = true, sawOrigin = false, hasMore = false
    var first: [KeysetValue] = [], last: [KeysetValue] = []
    parts: for part in parts {
      let statement = try connection.statement(part.text)
      defer { statement.reset() }
      bind(part, origin?.values, limit: limit + 1 - rowCount + (skipsOrigin && isFirstRow ? 1 : 0), to: statement)
      while true {
        let hasRow = try statement.step()
        if !isLabelled {
          isLabelled = true
          if let checked, !hasRow || statement.preparations != checked { return .unknown }
          if let file { version = connection.label(of: file) }
        }
        if checked == nil { statement.checkedPreparations = statement.preparations }
        guard hasRow else { break }
        if isFirstRow {
          isFirstRow = false
          if let origin, isOrigin(statement, origin.values) {
            sawOrigin = true
            if skipsOrigin { continue }
          }
        }
        if rowCount == limit {
          hasMore = true
          break parts
        }
        guard try appending.append(statement, to: &builder) else { return .full(rows: rowCount) }
        rowCount += 1
        if rowCount == 1, origin != nil { first = orderValues(statement) }
        if rowCount == limit { last = orderValues(statement) }
      }
    }
    var hasOthers = origin != nil && skipsOrigin && sawOrigin
    if let origin, !hasOthers {
      guard checked == nil else { return .unknown }
      hasOthers = try exists(from: origin, backwards: !backwards)
    }
    if backwards { builder.reverseRows() }
    let page = builder.finish(plan.definition.schema)
    // The first values are taken where a page leads away from somewhere, the last where more rows follow: tokens are made of them only then.
    let start = backwards ? last : first, end = backwards ? first : last
    let rows = Rows(
      page: page,
      start: start.isEmpty ? nil : .row(values: start, isBehind: false),
      end: end.isEmpty ? nil : .row(values: end, isBehind: true),
      hasRowsBefore: backwards ? hasMore : hasOthers, hasRowsBehind: backwards ? hasOthers : hasMore, version: version)
    return .rows(rows)
  }

  /// What a page is filled in.
  func builder(rows: Int) -> RecordPageBuilder {
    RecordPageBuilder(
      fieldCount: plan.definition.schema.fieldCount, rows: min(rows, 1000), byteCapacity: expectedBytes,
      limit: memory.byteLimit, budget: memory.budget)
  }

  var appending: RowAppending {
    var textBytes = Int.max
    if case .excerpt(let limit) = values { textBytes = max(limit, 4) }
    return RowAppending(
      width: Int32(plan.definition.schema.fieldCount), textBytes: textBytes,
      keyFields: plan.definition.schema.keyFields, blobLengths: plan.blobLengths,
      blobStarts: plan.blobLengths.isEmpty ? nil : BlobStarts(connection, plan.definition),
      byteLimit: memory.byteLimit)
  }

  private func bind(_ part: PagePlan.Part, _ origin: [SQLValue]?, limit: Int, to statement: SQLiteStatement) {
    for value in filterValues { statement.bind(value) }
    if let origin { for index in part.values { statement.bind(origin[index]) } }
    statement.bind(limit)
  }

  /// Whether there is a row on the other side of the place that a page leads away from.
  private func exists(from origin: Origin, backwards: Bool) throws -> Bool {
    let skipsOrigin = origin.isBehind != backwards
    var isFirstRow = true
    for part in plan.parts(from: origin.values, backwards: backwards) {
      let statement = try connection.statement(part.text)
      defer { statement.reset() }
      bind(part, origin.values, limit: 2, to: statement)
      while try statement.step() {
        if isFirstRow, skipsOrigin, isOrigin(statement, origin.values) {
          isFirstRow = false
          continue
        }
        return true
      }
    }
    return false
  }

  private func isOrigin(_ statement: SQLiteStatement, _ origin: [SQLValue]) -> Bool {
    plan.keyTerms.allSatisfy { statement.value(plan.orderFields[$0]).isSame(as: origin[$0]) }
  }

  private func orderValues(_ statement: SQLiteStatement) -> [KeysetValue] {
    plan.orderFields.map { KeysetValue(statement.value($0)) }
  }
}
