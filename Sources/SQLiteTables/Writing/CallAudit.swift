internal import SQLTables
internal import TableModel

/// Writes down what one call does: a line for each row that is another then, whether the call names it, or a reference, a trigger or a row
/// that takes its place is what changes it.
struct CallAudit {
  private let audit: AuditTable
  private let tables: StoredTables
  private let rows: StoredRows
  private let visitor: String
  /// How many touched rows of a call are looked at one by one; of more, only how many there are is written down.
  let rowLimit: Int

  init(_ connection: SQLiteConnection, _ tables: StoredTables, by visitor: String, rowLimit: Int) {
    audit = AuditTable(connection: connection)
    self.tables = tables
    rows = StoredRows(connection, tables)
    self.visitor = visitor
    self.rowLimit = rowLimit
  }

  /// Writes down what was done to rows of a table, where nothing else happened; what left a row as it was is not worth a line.
  func add(_ outcomes: [RecordChangeResult.Outcome], in table: String) throws {
    for outcome in outcomes where outcome.action != .unchanged {
      let line = AuditLine(outcome.action, of: table, before: outcome.before, after: outcome.after)
      _ = try audit.add(line, by: visitor)
    }
  }

  /// Writes down how many rows were touched, besides those of a table that have lines already, where they are not known one by one.
  func addCounts(
    _ log: ChangeLog, without table: String = "", _ outcomes: [RecordChangeResult.Outcome] = []
  ) throws {
    for touched in log.touched(without: table, outcomes) {
      _ = try audit.add(AuditLine(touched.action, of: touched.table, count: touched.count), by: visitor)
    }
  }

  /// Does what touches these rows, and writes down what it makes of each. They are read one after the other, before and after, so that one
  /// of them at a time is in memory.
  func watch<Result>(
    _ touched: ChangeLog, _ work: () throws -> (result: Result, log: ChangeLog)
  ) throws -> Result {
    guard !touched.isIncomplete else {
      let (result, log) = try work()
      try addCounts(log)
      return result
    }
    var numbers: [RowSpot: Int64] = [:]
    for course in touched.courses {
      guard let place = course.before, let before = try row(course.table, place) else { continue }
      let line = AuditLine(table: course.table, action: .deleted, key: before.key, before: before.text)
      numbers[RowSpot(table: course.table, place: place)] = try audit.add(line, by: visitor)
    }
    let (result, log) = try work()
    for course in log.courses {
      let number = course.before.flatMap { numbers.removeValue(forKey: RowSpot(table: course.table, place: $0)) }
      let after = try course.end.flatMap { try row(course.table, $0) }
      guard let number else {
        guard let after else { continue }
        let line = AuditLine(table: course.table, action: .inserted, key: after.key, after: after.text)
        _ = try audit.add(line, by: visitor)
        continue
      }
      guard let after else { continue }
      try audit.complete(number, .init(table: course.table, action: .updated, key: after.key, after: after.text))
    }
    // What was touched the first time alone stays as it was.
    for number in numbers.values { try audit.remove(number) }
    return result
  }

  private func row(_ table: String, _ place: RowPlace) throws -> (key: String, text: RowText)? {
    guard let table = tables[table] else { return nil }
    return try rows.text(table, at: place)
  }
}
