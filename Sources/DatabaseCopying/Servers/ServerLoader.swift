internal import PostgreSQLTables
internal import SQLTables
internal import SQLiteTables
internal import TableModel

/// Copies the rows of one table of a server to a file, and sums them up on both sides.
struct ServerLoader {
  let session: CopySession
  /// The table as it stands in statements there.
  let source: String
  let target: FileTarget
  let plan: TablePlan
  let position: Int

  private static let batchRows = 100_000, batchBytes = 64 << 20

  private var forms: [ValueForm] { plan.order.map { plan.columns[$0].form } }

  /// The rows behind a place. They come in the order in which they are stored: the session reads with one process, from the beginning
  /// (`synchronize_seqscans` is off), so that they needn't be sorted.
  private func query(behind last: String?) -> String {
    var columns = plan.order.map { plan.columns[$0].expression }
    var condition = ""
    if case .rowNumber(let number) = plan.outline.reading {
      columns.append("\(number)::text")
      if let last { condition = " WHERE \(number) > '\(last.filter { "(,)0123456789".contains($0) })'::tid" }
    }
    return "SELECT \(columns.joined(separator: ", ")) FROM \(source)\(condition)"
  }

  /// Copies the rows behind those that are there already.
  /// - Parameter tell: told now and then how many rows are there.
  func load(from earlier: TableProgress, tell: (Int) -> Void) throws -> TableProgress {
    var progress = earlier
    guard !progress.isComplete else { return progress }
    let columns = plan.stored.map { SQLIdentifier(plan.columns[$0].name).description }
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let insertion = try target.file.statement(
      "INSERT INTO main.\(SQLIdentifier(plan.name)) (\(columns.joined(separator: ", "))) VALUES (\(places))")
    let (image, forms, isEndless) = (CopyBuffer(), forms, plan.outline.reading == .unordered)
    let storedCount = columns.count
    var (count, bytes) = (0, 0)
    try target.execute("BEGIN IMMEDIATE")
    do {
      try CopyForm.rows(of: query(behind: progress.last), session) { row in
        var end = row.byteCount
        try CopyForm.fields(of: row) { number, field in
          if number < storedCount {
            try ValueBinder.bind(field, forms[number], to: insertion, number)
          } else if number == forms.count, let field {
            progress.last = field.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            end = row.byteCount - field.byteCount - 4
          }
        }
        try insertion.run()
        progress.checksum &+= Self.hash(row, end, forms.count, image)
        progress.rows += 1
        (count, bytes) = (count + 1, bytes + row.byteCount)
        if count & 0x3FFF == 0 { tell(progress.rows) }
        guard !isEndless, count >= Self.batchRows || bytes >= Self.batchBytes else { return }
        (count, bytes) = (0, 0)
        try target.note(progress, ofTable: position)
        try target.execute("COMMIT; BEGIN IMMEDIATE")
      }
      progress.isComplete = true
      try target.note(progress, ofTable: position)
      try target.execute("COMMIT")
    } catch {
      // Where SQLite has ended the transaction by itself, there is none.
      try? target.execute("ROLLBACK")
      throw error
    }
    tell(progress.rows)
    return progress
  }

  /// The hash of a row without the place where it is stored.
  private static func hash(_ row: RawSpan, _ end: Int, _ fieldCount: Int, _ image: CopyBuffer) -> UInt64 {
    image.clear()
    image.append(fieldCount: fieldCount)
    image.append(row.extracting(2..<end))
    return image.hash(from: 0)
  }

  /// How many rows the file has, and the sum of their hashes.
  func sumOfFile() throws -> (Int, UInt64) {
    let columns = plan.order.map { SQLIdentifier(plan.columns[$0].name).description }
    let rows = try target.file.statement(
      "SELECT \(columns.joined(separator: ", ")) FROM main.\(SQLIdentifier(plan.name))")
    return try RowEncoder(forms, storedCount: 0).sum(of: rows)
  }

  /// How many rows the server has, and the sum of their hashes.
  func sumOfServer() throws -> (Int, UInt64) {
    var (count, sum) = (0, UInt64(0))
    let (image, fieldCount) = (CopyBuffer(), forms.count)
    try CopyForm.rows(of: query(behind: nil), session) { row in
      var end = row.byteCount
      CopyForm.fields(of: row) { number, field in
        if number == fieldCount, let field { end = row.byteCount - field.byteCount - 4 }
      }
      sum &+= Self.hash(row, end, fieldCount, image)
      count += 1
    }
    return (count, sum)
  }
}
