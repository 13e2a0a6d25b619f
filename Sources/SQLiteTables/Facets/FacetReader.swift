internal import SQLTables
internal import TableModel

/// Answers a facet on one connection.
struct FacetReader {
  let query: FacetQuery
  let definition: TableDefinition
  let connection: SQLiteConnection
  private let condition: RowCondition
  private let column: String

  /// Of a sample: how many ranges of row ids it is read from, and how many rows it should have at least.
  private static let sample = (ranges: 1_000, rows: 10_000)
  /// What was seen more seldom in a sample says nothing of how often it is: with ten the error is a third already.
  private static let leastSeen = 10
  /// Bytes of all values of a facet.
  private static let byteLimit = 256 * 1024
  /// Rows that are looked at where no sample can be had.
  private static let firstRows = 20_000

  /// - Throws: `TableError.badRequest` if the question doesn't make sense for this table.
  init(_ query: FacetQuery, _ definition: TableDefinition, _ connection: SQLiteConnection) throws {
    guard definition.schema.columns.indices.contains(query.facet.column) else {
      throw TableError.badRequest("A facet column doesn't exist.")
    }
    self.query = query
    self.definition = definition
    self.connection = connection
    condition = try definition.condition(of: query.selection, on: connection)
    column = definition.distinctExpressions[query.facet.column]
  }

  /// Counts every row.
  func exact() throws -> FacetResult {
    let found = try values(in: .all(of: definition.source, where: condition))
    return FacetResult(
      values: Array(found.values.prefix(query.size)), distinctCount: found.distinctCount,
      isTruncated: found.distinctCount > query.size)
  }

  /// Works the counts out from some of the rows.
  func estimate() throws -> FacetResult {
    if let rowID = definition.rowIDField, let result = try sampled(definition.expressions[rowID]) { return result }
    let rows = FacetRows.first(Self.firstRows, of: definition.source, where: condition)
    let count = try count(rows)
    let found = try values(in: rows)
    return result(found, .firstRows(count)) { $0 }
  }

  /// From ranges of row ids, which are widened until there are rows enough in them; `nil` where row ids lie so far apart that this doesn't end.
  private func sampled(_ rowID: String) throws -> FacetResult? {
    guard let (least, greatest) = try ends(rowID) else { return FacetResult(values: [], distinctCount: 0) }
    var generator = SystemRandomNumberGenerator()
    var width: Int64 = 16
    while let ranges = RowIDRanges(
      from: least, through: greatest, count: Self.sample.ranges, width: width, using: &generator)
    {
      let seen = try count(
        .sample(ranges, of: definition.source, rowID: rowID, where: .everything, in: definition.dialect))
      guard seen >= Self.sample.rows else {
        // Where there was none at all, the next width is far away.
        let factor = seen == 0 ? 1 << 10 : 2 + Int64(Self.sample.rows / seen)
        let (wider, overflow) = width.multipliedReportingOverflow(by: factor)
        guard !overflow else { return nil }
        width = wider
        continue
      }
      var found = try values(
        in: .sample(ranges, of: definition.source, rowID: rowID, where: condition, in: definition.dialect))
      found.values.removeAll { $0.count < Self.leastSeen }
      return result(found, .sample(rows: seen)) { Int((Double($0) / ranges.share).rounded()) }
    }
    return nil
  }

  private func result(
    _ found: (values: [FacetValue], distinctCount: Int), _ basis: FacetResult.Basis, scale: (Int) -> Int
  ) -> FacetResult {
    let values = found.values.prefix(query.size).map { FacetValue($0.value, label: $0.label, count: scale($0.count)) }
    return FacetResult(values: Array(values), isTruncated: found.distinctCount > values.count, basis: basis)
  }

  // MARK: Statements

  private func values(in rows: FacetRows) throws -> (values: [FacetValue], distinctCount: Int) {
    let label = query.facet.kind == .column ? definition.labels[query.facet.column] : nil
    let statement = FacetStatement(
      query.facet.kind, of: column, in: rows, limit: query.size, dialect: definition.dialect,
      label: label.map { $0.expression(of:) })
    var values: [FacetValue] = []
    var distinctCount = 0
    var byteCount = 0
    try connection.rows(statement.sql, statement.values) { row in
      byteCount += row.byteCount(0) + row.byteCount(3)
      guard byteCount <= Self.byteLimit else {
        throw TableError.badRequest(
          "The values of the column “\(definition.schema.columns[query.facet.column].name)” are too long for facets.")
      }
      values.append(FacetValue(row.recordValue(0), label: row.text(3), count: row.integer(1)))
      distinctCount = row.integer(2)
    }
    return (values, distinctCount)
  }

  private func count(_ rows: FacetRows) throws -> Int {
    var count = 0
    try connection.rows(rows.count.sql, rows.count.values) { count = $0.integer(0) }
    return count
  }

  /// The least and the greatest row id; `nil` if there are no rows. Two statements: SQLite answers each from the end of the tree.
  private func ends(_ rowID: String) throws -> (Int64, Int64)? {
    var ends: [Int64] = []
    for function in ["min", "max"] {
      try connection.rows("SELECT \(function)(\(rowID)) FROM \(definition.source)") {
        if case .integer(let number) = $0.value(0) { ends.append(number) }
      }
    }
    return ends.count == 2 ? (ends[0], ends[1]) : nil
  }
}
