internal import SQLTables
internal import TableModel

/// Reads the rows of one page: in one round trip, unless the place that it leads away from has to be looked up first.
struct PageReader {
  /// What was read, in the order of the table.
  struct Rows {
    var page: RecordPage
    /// The place before the first row and the one behind the last; `nil` where there are no rows.
    var start: KeysetCursor?, end: KeysetCursor?
    var hasRowsBefore: Bool, hasRowsBehind: Bool
    /// What `count` answered of the rows, and of those without the filters; `nil` where nobody asked.
    var count: TableCount?, total: TableCount?
  }

  /// Where a page begins, in whole values.
  struct Origin {
    var values: [SQLValue]
    var isBehind: Bool
  }

  let plan: PagePlan
  let filterValues: [SQLValue]
  let values: ValueExtent
  /// Bytes that a page of this table is expected to take.
  let expectedBytes: Int
  let memory: PageMemory
  /// Where values may be long: how many bytes of them are read.
  let byteLimit: Int?
  /// Counts the rows up to a limit, and all rows where these are filtered, in the same round trip; `nil` where the page is to come without.
  let count: (requests: [PostgreSQLRequest], limit: Int)?
  let answers: ([PostgreSQLRequest]) async throws -> [PostgreSQLRows]

  /// The page behind a place, or the one before it; the first one if there is no place.
  func rows(from place: KeysetCursor?, backwards: Bool, limit: Int) async throws -> Rows {
    guard let order = plan.order else { return try await countedRows(from: place, backwards: backwards, limit: limit) }
    var origin: Origin?
    if let place {
      guard case .row(let values, let isBehind) = place, values.count == order.terms.count else {
        throw TableError.invalidPageToken
      }
      origin = Origin(values: try await wholeValues(of: values), isBehind: isBehind)
    }
    let parts = plan.parts(from: origin?.values, backwards: backwards)
    let skipsOrigin = origin.map { $0.isBehind != backwards } ?? false
    let (results, counts) = try await counted(
      parts.map { part in request(part, origin, limit: limit + 1 + (skipsOrigin ? 1 : 0), isUsual: isUsual(limit)) })
    var found = try page(results, origin, skipsOrigin: skipsOrigin, backwards: backwards, limit: limit)
    if let origin, !found.sawOrigin || !skipsOrigin {
      found.hasOthers = try await exists(from: origin, backwards: !backwards)
    }
    var rows = found.rows(backwards: backwards)
    (rows.count, rows.total) = (counts.first, counts.dropFirst().first)
    return rows
  }

  /// The answers to some requests, and the counts that were asked for beside them.
  private func counted(_ requests: [PostgreSQLRequest]) async throws -> ([PostgreSQLRows], [TableCount]) {
    guard let count else { return (try await answers(requests), []) }
    // First, since nothing is read behind rows that are cut.
    let results = try await answers(count.requests + requests)
    let counts = results.prefix(count.requests.count).map { TableCount($0.integer(0, 0), upTo: count.limit) }
    return (Array(results.dropFirst(count.requests.count)), counts)
  }

  /// A part of the page as it is asked for.
  /// - Parameter isUsual: whether it is asked for with so many rows again and again.
  private func request(
    _ part: PagePlan.Part, _ origin: Origin?, limit: Int, isUsual: Bool = false
  ) -> PostgreSQLRequest {
    let place = part.values.compactMap { origin?.values[$0] }
    var (sql, values) = (part.text.sql, filterValues + place)
    if isUsual {
      sql = sql.dropLast(plan.definition.dialect.parameter(values.count).count) + String(limit)
    } else {
      values.append(.integer(Int64(limit)))
    }
    var request = PostgreSQLRequest(sql: sql, values: values, recurs: plan.staysPrepared)
    request.byteLimit = byteLimit
    return request
  }

  /// Whether a page of this size has statements of its own, with its number of rows in their text.
  ///
  /// The server plans a statement anew whenever it is asked, as long as no plan for all values looks as cheap as that; a limit that may be
  /// anything never does. Where rows come by one key and nothing else, one plan is right for all. Only so many sizes, for each is prepared.
  private func isUsual(_ size: Int) -> Bool {
    plan.order?.terms.count == 1 && filterValues.isEmpty && size <= 200 && size.isMultiple(of: 25)
  }

  private struct Found {
    var page: RecordPage
    var first: [SQLValue], last: [SQLValue]
    var hasMore: Bool
    var sawOrigin: Bool
    var hasOthers: Bool

    func rows(backwards: Bool) -> Rows {
      let hasRows = page.count > 0
      let (start, end) = backwards ? (last, first) : (first, last)
      return Rows(
        page: page, start: hasRows ? KeysetCursor(row: start, isBehind: false) : nil,
        end: hasRows ? KeysetCursor(row: end, isBehind: true) : nil,
        hasRowsBefore: backwards ? hasMore : hasOthers, hasRowsBehind: backwards ? hasOthers : hasMore)
    }
  }

  /// The rows of the parts, one part behind the other, until the page is full.
  private func page(
    _ results: [PostgreSQLRows], _ origin: Origin?, skipsOrigin: Bool, backwards: Bool, limit: Int
  ) throws -> Found {
    var builder = builder(rows: limit)
    let appending = self.appending
    var isFirstRow = true, sawOrigin = false, hasMore = false
    var first: (PostgreSQLRows, Int)?, last: (PostgreSQLRows, Int)?
    filling: for rows in results {
      for row in 0..<rows.count {
        if isFirstRow {
          isFirstRow = false
          // The place's own row does not belong to the page that leads away from it.
          if let origin, isOrigin(rows, row, origin.values) {
            sawOrigin = true
            if skipsOrigin { continue }
          }
        }
        guard builder.rowCount < limit, try appending.append(rows, row, to: &builder) else {
          hasMore = true
          break filling
        }
        if first == nil { first = (rows, row) }
        last = (rows, row)
      }
      if rows.isCut {
        hasMore = true
        break
      }
    }
    if backwards { builder.reverseRows() }
    return Found(
      page: builder.finish(plan.definition.schema), first: first.map(orderValues) ?? [],
      last: last.map(orderValues) ?? [], hasMore: hasMore, sawOrigin: sawOrigin, hasOthers: sawOrigin && skipsOrigin)
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
      width: plan.definition.schema.fieldCount, textBytes: textBytes, keyFields: plan.definition.schema.keyFields,
      blobLengths: plan.blobLengths, byteLimit: memory.byteLimit)
  }

  /// Whether there is a row on the other side of the place that a page leads away from.
  private func exists(from origin: Origin, backwards: Bool) async throws -> Bool {
    let skipsOrigin = origin.isBehind != backwards
    let results = try await answers(
      plan.parts(from: origin.values, backwards: backwards).map { request($0, origin, limit: 2) })
    var isFirstRow = true
    for rows in results {
      for row in 0..<rows.count {
        if isFirstRow, skipsOrigin, isOrigin(rows, row, origin.values) {
          isFirstRow = false
          continue
        }
        return true
      }
    }
    return false
  }

  /// A token has only the beginnings of long values: the row is asked for them, by its key.
  private func wholeValues(of place: [KeysetValue]) async throws -> [SQLValue] {
    let whole = place.compactMap(\.wholeValue)
    if whole.count == place.count { return whole }
    let definition = plan.definition
    let keys = plan.keyTerms.compactMap { place[$0].wholeValue }
    guard keys.count == plan.keyTerms.count else { throw TableError.invalidPageToken }
    let fields = plan.orderFields.map { definition.readExpressions[$0] }.joined(separator: ", ")
    let condition = plan.keyTerms.map { "\(definition.keyExpression(of: plan.orderFields[$0])) = ?" }
    let found = try await answers([
      PostgreSQLRequest(
        "SELECT \(fields) FROM \(definition.source) WHERE \(condition.joined(separator: " AND ")) LIMIT 1", keys,
        recurs: true)
    ])
    guard let row = found.first, row.count == 1 else {
      throw TableError.badRequest("The row that this page begins at is gone; start from the first page.")
    }
    return place.indices.map { row.value(0, $0) }
  }

  private func isOrigin(_ rows: PostgreSQLRows, _ row: Int, _ origin: [SQLValue]) -> Bool {
    plan.keyTerms.allSatisfy { rows.value(row, plan.orderFields[$0]).isSame(as: origin[$0]) }
  }

  private func orderValues(_ rows: PostgreSQLRows, _ row: Int) -> [SQLValue] {
    plan.orderFields.map { rows.value(row, $0) }
  }

  // MARK: Counted pages

  /// A page of a view, of a table whose rows nothing names, or of a tree: rows are counted off, which costs more the further they are, and
  /// rows that come and go between two pages shift the second.
  private func countedRows(from place: KeysetCursor?, backwards: Bool, limit: Int) async throws -> Rows {
    var offset = 0
    if let place {
      guard case .offset(let number) = place else { throw TableError.invalidPageToken }
      offset = number
    }
    let start = backwards ? max(0, offset - limit) : offset
    let wanted = backwards ? offset - start : limit
    guard let part = plan.parts(from: nil, backwards: false).first else { throw SchemaChanged() }
    var request = PostgreSQLRequest(
      sql: part.text.sql, values: filterValues + [.integer(Int64(wanted + 1)), .integer(Int64(start))],
      recurs: plan.staysPrepared)
    request.byteLimit = byteLimit
    let (results, counts) = try await counted([request])
    var builder = builder(rows: wanted)
    let appending = self.appending
    var levels: [UInt16] = []
    var hasMore = false
    if let rows = results.first {
      for row in 0..<rows.count {
        guard builder.rowCount < wanted, try appending.append(rows, row, to: &builder) else {
          hasMore = true
          break
        }
        if let column = plan.levelColumn { levels.append(UInt16(clamping: rows.integer(row, column))) }
      }
      hasMore = hasMore || rows.isCut
    }
    let count = builder.rowCount
    return Rows(
      page: builder.finish(plan.definition.schema, levels: levels), start: .offset(start), end: .offset(start + count),
      hasRowsBefore: start > 0, hasRowsBehind: hasMore, count: counts.first,
      total: counts.dropFirst().first)
  }
}
