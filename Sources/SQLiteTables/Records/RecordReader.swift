internal import SQLTables
internal import TableModel

/// Reads one row by its key.
struct RecordReader {
  let definition: TableDefinition
  let connection: SQLiteConnection
  let memory: PageMemory
  /// The file whose state the row of a key is labelled with.
  var file: OpenFile?
  /// Whether it reads without a transaction around. Then it tells nothing where its statement may be of another schema.
  var isAlone = false
  /// Bytes of a text that are brought of a row that is larger than one may be.
  private static let excerptBytes = 64 * 1024

  /// The row of a key and its place in the table's own order. Of a row that is larger than one may be, the beginnings of its values.
  func row(_ locator: RowLocator, order: [Int]) throws -> (detail: RecordDetail, place: [SQLValue])? {
    let asked = definition.statement(ofRowWhere: locator.condition, order: order, blobsUpTo: memory.byteLimit)
    return try row(asked, locator) { detail, statement in (detail, order.map { statement.value($0) }) }
  }

  /// The row of a key and the keys of those before and behind it, of a table whose rows are named by their row ids and put in order by them.
  func rowAmongOthers(_ locator: RowLocator, rowID: Int) throws -> RecordDetail? {
    let asked = definition.statement(ofRowAndNeighboursBy: rowID, blobsUpTo: memory.byteLimit)
    return try row(asked, locator) { row, statement in
      func key(_ column: Int) -> RowKey? {
        if case .integer(let number) = statement.value(column) { RowKey(number) } else { nil }
      }
      var detail = row
      detail.previousKey = key(asked.resultColumns)
      detail.nextKey = key(asked.resultColumns + 1)
      return detail
    }
  }

  private func row<Found>(
    _ asked: SingleRowStatement, _ locator: RowLocator, _ found: (RecordDetail, SQLiteStatement) -> Found
  ) throws -> Found? {
    let statement = try connection.statement(asked.text), checked = statement.checkedPreparations
    if isAlone, checked == nil { return nil }
    let blobStarts = asked.lengths.isEmpty ? nil : BlobStarts(connection, definition)
    return try row(statement, locator.values) { statement in
      if isAlone, statement.preparations != checked { return nil }
      let version = file.flatMap(connection.label)
      if !isAlone { statement.checkedPreparations = statement.preparations }
      var record: Record?
      for textBytes in [.max, Self.excerptBytes] where record == nil {
        let appending = RowAppending(
          width: width, textBytes: textBytes, keyFields: definition.schema.keyFields, blobLengths: asked.lengths,
          blobStarts: blobStarts, byteLimit: memory.byteLimit)
        var builder = builder
        if try appending.fill(statement, into: &builder) {
          record = builder.finish(definition.schema)[0]
        } else if textBytes < .max {
          throw appending.tooLarge
        }
      }
      return record.map { found(RecordDetail(record: $0, version: version), statement) }
    }
  }

  /// The row of a key, every value whole.
  /// - Throws: `TableError.badRequest` if it is larger than one may be.
  func wholeRow(_ locator: RowLocator) throws -> Record? { try wholeRow(where: locator.condition, locator.values) }

  /// The first row that meets a condition with these values, every value whole.
  /// - Throws: `TableError.badRequest` if it is larger than one may be.
  func wholeRow(where condition: String, _ values: [SQLValue]) throws -> Record? {
    try wholeRow(text: wholeRowText(where: condition), values)
  }

  /// The statement that reads whole rows which meet a condition: for whoever reads many.
  func wholeRowText(where condition: String) -> String {
    definition.statement(selecting: definition.expressions.joined(separator: ", "), where: condition)
  }

  /// The first row that a statement finds with these values, every value whole.
  /// - Throws: `TableError.badRequest` if it is larger than one may be.
  func wholeRow(text: String, _ values: [SQLValue]) throws -> Record? {
    try row(try connection.statement(recurring: text), values) { statement in
      let appending = RowAppending(
        width: width, textBytes: .max, blobLengths: [], blobStarts: nil, byteLimit: memory.byteLimit)
      var builder = builder
      _ = try appending.append(statement, to: &builder)
      return builder.finish(definition.schema)[0]
    }
  }

  private var width: Int32 { Int32(definition.schema.fieldCount) }

  private var builder: RecordPageBuilder {
    RecordPageBuilder(
      fieldCount: definition.schema.fieldCount, rows: 1, byteCapacity: 512, limit: memory.byteLimit,
      budget: memory.budget)
  }

  /// What the first row is that a statement finds with these values.
  private func row<Result>(
    _ statement: SQLiteStatement, _ values: [SQLValue], _ read: (SQLiteStatement) throws -> Result?
  ) throws -> Result? {
    defer { statement.reset() }
    for value in values { statement.bind(value) }
    return try statement.step() ? read(statement) : nil
  }

  /// One value of the row of a key; `nil` if there is no such row, or the value is null.
  /// - Throws: `TableError.badRequest` if it has more than `limit` bytes.
  func bytes(of column: Int, _ locator: RowLocator, limit: Int) throws -> [UInt8]? {
    let value = definition.expressions[column]
    let statement = try connection.prepared(
      """
      SELECT CASE WHEN typeof(\(value)) = 'blob' AND length(\(value)) > \(limit) THEN NULL ELSE \(value) END,
      CASE WHEN typeof(\(value)) = 'blob' THEN length(\(value)) END FROM \(definition.source) WHERE \(locator.condition) LIMIT 1
      """)
    for value in locator.values { statement.bind(value) }
    guard try statement.step() else { return nil }
    let tooLarge = TableError.badRequest("The value is larger than the limit of \(limit >> 20) MB.")
    switch statement.value(0) {
    case .null:
      if statement.integer(1) > limit { throw tooLarge }
      return nil
    case .integer(let number): return Array(String(number).utf8)
    case .real(let number): return Array(number.description.utf8)
    case .text(let bytes), .blob(let bytes):
      if bytes.count > limit { throw tooLarge }
      return bytes
    }
  }
}
