internal import SQLTables
internal import TableModel

/// What a transaction has to write down: a line for each row that is known, and how many others were touched, by triggers or by statements that
/// name no rows.
struct AuditLog {
  /// What isn't written yet.
  private(set) var lines: [AuditLine] = []
  /// What the rows that are known account for, by the names of tables.
  private var known: [String: TouchedRows.Counts] = [:]
  private let start: TouchedRows

  init(since start: TouchedRows) { self.start = start }

  /// Notes what became of a row; one that stays as it was needs no line.
  mutating func add(_ line: AuditLine) {
    guard line.action != .unchanged else { return }
    pass(line.action, of: line.table)
    if line.before?.text != line.after?.text { lines.append(line) }
  }

  /// Notes that a row was touched, and is what it was.
  mutating func pass(_ action: RecordChangeResult.Action, of table: String) {
    switch action {
    case .inserted: known[table, default: .init()].inserted += 1
    case .updated: known[table, default: .init()].updated += 1
    case .deleted: known[table, default: .init()].deleted += 1
    case .unchanged: break
    }
  }

  /// The lines to be written now.
  mutating func take() -> [AuditLine] {
    defer { lines = [] }
    return lines
  }

  /// Adds how many rows were touched besides those that are known.
  /// - Parameter name: what a table is called here; `nil` for one that isn't known.
  mutating func addRest(_ end: TouchedRows, name: (_ number: Int) -> String?) {
    for (table, counts) in end.since(start).sorted(by: { $0.table.name < $1.table.name }) {
      let name = name(table.number) ?? table.name
      let known = known[name] ?? .init()
      var rest = TouchedRows.Counts(
        inserted: counts.inserted - known.inserted, updated: counts.updated - known.updated,
        deleted: counts.deleted - known.deleted)
      // A row that goes to another partition is deleted in one and inserted in the other.
      let moved = min(max(-rest.updated, 0), max(rest.inserted, 0), max(rest.deleted, 0))
      rest.inserted -= moved
      rest.deleted -= moved
      if rest.inserted > 0 { lines.append(AuditLine(.inserted, of: name, count: rest.inserted)) }
      if rest.updated > 0 { lines.append(AuditLine(.updated, of: name, count: rest.updated)) }
      if rest.deleted > 0 { lines.append(AuditLine(.deleted, of: name, count: rest.deleted)) }
    }
  }
}
