package import SiteAccess
import SiteConfiguration
import SiteTables
package import TableModel

extension SiteContext {
  /// Whether a visitor may change rows of a table.
  package func mayWrite(_ visitor: Visitor, _ mounted: MountedTable, _ schema: RecordSchema) -> Bool {
    guard mounted.table.writer != nil, EditingRule(schema.table, in: mounted.entry).allowsChanges else { return false }
    return access.allows(.write, visitor, mounted.entry.name, schema.table)
  }

  /// Whether a visitor may do what the site's owner has laid out: actions, and moving rows.
  package func mayAct(_ visitor: Visitor, _ mounted: MountedTable, _ schema: RecordSchema) -> Bool {
    mounted.table.writer != nil && access.allows(.write, visitor, mounted.entry.name, schema.table)
  }
}

extension Visitor {
  /// What an audit calls the visitor.
  package var signature: String { name ?? "somebody unknown" }

  /// The visitor as an author of changes in a database.
  package func author(in database: String) -> ChangeAuthor {
    ChangeAuthor(signature) { table in
      permission(database, table).map { $0 >= .write } ?? false
    } mayKnow: { table in
      permission(database, table) != nil
    }
  }
}

extension HTTPProblem {
  /// Why rows can't be changed that others depend on.
  private static func notPermitted(_ table: String?) -> String {
    guard let table else { return "Other rows would be changed or deleted as well, which you may not change" }
    return "Rows of “\(table)” would be changed or deleted as well, which you may not change"
  }

  /// What keeps changes from being applied, in the database's own words.
  init(_ error: RecordChangeError) {
    switch error {
    case .invalid(let problems):
      self.init(status: 400, messages: problems.map(\.engineText), heading: "This can't be written")
    case .stale(let row):
      self.init(EditConflict(row.key, current: row.current.map { TableRow($0) }, expected: row.expected))
    case .missing(let key): self.init(TableCommandError.missing(key))
    case .conflict(let table):
      self.init(
        status: 409, messages: ["Rows of “\(table)” were changed in the meantime"], heading: "This row has changed"
      )
    case .notPermitted(let table):
      self.init(
        status: 403, messages: [AccessError.permissionDenied, Self.notPermitted(table)],
        heading: "Other rows depend on this")
    case .refused(let reason): self.init(status: 400, messages: [reason], heading: "This can't be written")
    }
  }
}
