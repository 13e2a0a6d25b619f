internal import SQLTables
internal import TableModel

extension PageReader {
  /// A page of a view, of a table whose rows nothing names, or of a tree: rows are counted off, which costs more the further they are, and
  /// rows that come and go between two pages shift the second.
  func countedRows(from place: KeysetCursor?, backwards: Bool, limit: Int) throws -> Rows {
    var offset = 0
    if let place {
      guard case .offset(let number) = place else {
        throw TableError.invalidPageToken
      }
      offset = number
    }
    let start = backwards ? max(0, offset - limit) : offset
    let wanted = backwards ? offset - start : limit
    guard let part = plan.parts(from: nil, backwards: false).first else { throw SchemaChanged() }
    return try connection.transaction {
      guard try connection.schemaVersion() == plan.definition.schemaVersion else { throw SchemaChanged() }
      return try countedRows(part, start: start, wanted: wanted)
    }
  }

  private func countedRows(_ part: PagePlan.Part, start: Int, wanted: Int) throws -> Rows {
    var builder = builder(rows: wanted)
    let statement = try connection.statement(part.text)
    defer { statement.reset() }
    for value in filterValues { statement.bind(value) }
    statement.bind(wanted + 1)
    statement.bind(start)
    let appending = self.appending
    var count = 0, hasMore = false
    var levels: [UInt16] = []
    while try statement.step() {
      guard count < wanted, try appending.append(statement, to: &builder) else {
        hasMore = true
        break
      }
      if let column = plan.levelColumn { levels.append(UInt16(clamping: statement.integer(column))) }
      count += 1
    }
    // The transaction around is still open here.
    let version = file.flatMap(connection.label)
    return Rows(
      page: builder.finish(plan.definition.schema, levels: levels), start: .offset(start), end: .offset(start + count),
      hasRowsBefore: start > 0,
      hasRowsBehind: hasMore, version: version)
  }
}
