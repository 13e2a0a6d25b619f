internal import PostgreSQLTables
internal import SQLTables
internal import SQLiteTables
internal import TableModel

/// Copies the rows of one table of a file to a server, and sums them up on both sides.
struct FileLoader {
  let file: CopyFile
  let target: ServerTarget
  let plan: TablePlan
  let position: Int

  /// What is stored at a time, and what a killed copy does again at most.
  private static let batchRows = 100_000, batchBytes = 64 << 20
  /// Bytes that are sent at a time.
  private static let pieceBytes = 128 << 10

  private var encoder: RowEncoder {
    RowEncoder(plan.order.map { plan.columns[$0].form }, storedCount: plan.stored.count)
  }

  private func names(_ columns: [Int]) -> [String] {
    columns.map { SQLIdentifier(plan.outline.columns[$0].name).description }
  }

  /// The columns by which the rows are ordered.
  private var orderColumns: [String] {
    switch plan.outline.reading {
    case .rowNumber(let name): [name]
    // Compared by their bytes, different values are different, whatever the columns' collations are.
    case .key: names(plan.outline.key).map { "\($0) COLLATE BINARY" }
    case .unordered: []
    }
  }

  /// The rows behind a place: the columns, and those by which they are ordered.
  private func rows(behind last: String?) throws -> CopyStatement {
    let order = orderColumns
    var sql =
      "SELECT \((names(plan.order) + order).joined(separator: ", ")) FROM main.\(SQLIdentifier(plan.outline.name))"
    let values = last.map(KeyText.values) ?? []
    if !values.isEmpty {
      sql += " WHERE (\(order.joined(separator: ", "))) > (\(values.map { _ in "?" }.joined(separator: ", ")))"
    }
    if !order.isEmpty { sql += " ORDER BY " + order.joined(separator: ", ") }
    let statement = try file.statement(sql)
    for value in values { statement.bind(value) }
    return statement
  }

  /// Copies the rows behind those that are there already.
  /// - Parameter tell: told now and then how many rows are there.
  func load(from earlier: TableProgress, tell: (Int) -> Void) throws -> TableProgress {
    var progress = earlier
    guard !progress.isComplete else { return progress }
    let rows = try rows(behind: progress.last)
    let (buffer, image) = (CopyBuffer(), CopyBuffer())
    while !progress.isComplete {
      let before = progress
      do {
        try target.transaction {
          // What isn't lost with the program may be lost with the server: then its notes are too.
          try target.execute("SET LOCAL synchronous_commit = off")
          try sendBatch(rows, &progress, buffer, image, tell)
          try target.note(progress, ofTable: position)
        }
      } catch {
        progress = before
        throw error
      }
      tell(progress.rows)
    }
    return progress
  }

  private func sendBatch(
    _ rows: CopyStatement, _ progress: inout TableProgress, _ buffer: CopyBuffer, _ image: CopyBuffer,
    _ tell: (Int) -> Void
  ) throws {
    let encoder = encoder
    let columns = plan.stored.map { SQLIdentifier(plan.columns[$0].name).description }.joined(separator: ", ")
    try target.session.beginSending("COPY \(target.table(plan.name)) (\(columns)) FROM STDIN (FORMAT binary)")
    CopyForm.appendHeader(to: buffer)
    var (count, bytes) = (0, 0)
    let isEndless = plan.outline.reading == .unordered
    while isEndless || count < Self.batchRows && bytes < Self.batchBytes {
      guard try rows.step() else {
        progress.isComplete = true
        break
      }
      let start = buffer.count
      encoder.append(rows, to: buffer)
      bytes += buffer.count - start
      if encoder.storesWhatIsRead {
        progress.checksum &+= buffer.hash(from: start)
      } else {
        image.clear()
        encoder.appendImage(rows, to: image)
        progress.checksum &+= image.hash(from: 0)
      }
      count += 1
      if buffer.count >= Self.pieceBytes {
        try target.session.send(buffer)
        if count & 0xFFF < 64 { tell(progress.rows + count) }
      }
      if !isEndless, count == Self.batchRows || bytes >= Self.batchBytes { progress.last = last(of: rows) }
    }
    buffer.append(Int16(-1))
    try target.session.send(buffer)
    try target.session.endSending()
    progress.rows += count
  }

  private func last(of rows: CopyStatement) -> String {
    let start = plan.columns.count
    return KeyText.text((start..<rows.columnCount).map(rows.value))
  }

  /// How many rows the file has, and the sum of their hashes.
  func sumOfFile() throws -> (Int, UInt64) { try encoder.sum(of: rows(behind: nil)) }

  /// How many rows the server has, and the sum of their hashes.
  func sumOfServer() throws -> (Int, UInt64) {
    let columns = plan.order.map { plan.columns[$0].form.expression(SQLIdentifier(plan.columns[$0].name).description) }
    var (count, sum) = (0, UInt64(0))
    try CopyForm.rows(of: "SELECT \(columns.joined(separator: ", ")) FROM \(target.table(plan.name))", target.session) {
      row in
      sum &+= CopyHash.hash(row)
      count += 1
    }
    return (count, sum)
  }
}
