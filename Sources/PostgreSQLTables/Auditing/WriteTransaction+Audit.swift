internal import SQLTables
internal import TableModel

/// A row that goes along with one that is changed, as it was before.
struct CarriedRow: Sendable {
  let table: WrittenTable
  let record: Record
  /// What names the row afterwards; `nil` if it is deleted.
  let key: RowKey?
}

extension WriteTransaction {
  /// Lines that are kept before they are written.
  private static var lineLimit: Int { 100 }

  /// Begins to note what is changed.
  func beginAudit() async throws {
    audit = AuditLog(since: TouchedRows(try await ask(TouchedRows.request)))
  }

  /// Notes what became of a row that a change names.
  func note(_ outcome: RecordChangeResult.Outcome, in table: WrittenTable) async throws {
    guard audit != nil else { return }
    audit?.add(AuditLine(outcome.action, of: table.name, before: outcome.before, after: outcome.after))
    try await writeLines(atLeast: Self.lineLimit)
  }

  /// Notes a row that was written, and is what it was.
  func notePassed(in table: WrittenTable) { audit?.pass(.updated, of: table.name) }

  /// Keeps rows that will go along with another, as they are before. Those of a table without a key can't be found again: they are counted.
  func carry(_ rows: [CarriedRow]) { if audit != nil { carried += rows } }

  /// Notes what became of the rows that went along.
  func noteCarried() async throws {
    guard audit != nil else { return }
    let rows = carried
    carried = []
    // A row that refers to another one twice goes along twice.
    var seen: [String: Set<RowKey>] = [:]
    for row in rows {
      guard let key = row.key else {
        audit?.add(AuditLine(.deleted, of: row.table.name, before: row.record, after: nil))
        continue
      }
      guard seen[row.table.name, default: []].insert(key).inserted else {
        notePassed(in: row.table)
        continue
      }
      guard let locator = RowLocator(key, in: row.table.definition),
        let after = try await self.row(row.table.definition, where: locator.condition, locator.values)
      else { continue }
      audit?.add(AuditLine(.updated, of: row.table.name, before: row.record, after: after))
      try await writeLines(atLeast: Self.lineLimit)
    }
  }

  /// Writes down everything that was changed, before it is stored.
  func endAudit() async throws {
    guard audit != nil else { return }
    // What rules and triggers leave for the end is done now, so that it is counted too.
    _ = try await ask("SET CONSTRAINTS ALL IMMEDIATE")
    let end = TouchedRows(try await ask(TouchedRows.request))
    let names = try await database.whole.currentSchema().relations.values.map { ($0.number, $0.name) }
    let name = Dictionary(names, uniquingKeysWith: { first, _ in first })
    audit?.addRest(end) { name[$0] }
    try await writeLines(atLeast: 1)
  }

  private func writeLines(atLeast count: Int) async throws {
    guard let lines = audit?.lines, lines.count >= count else { return }
    _ = audit?.take()
    do {
      try await ask(lines.map { AuditTable.addition(of: $0, by: author.name) })
    } catch let failure as PostgreSQLFailure where failure.code == "42501" {
      throw RecordChangeError.refused(
        "The database doesn't let the server's user add to \(AuditTable.fullName), so that the change can't be recorded; nothing was changed."
      )
    }
  }
}
