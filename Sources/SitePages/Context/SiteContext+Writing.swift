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
}

extension HTTPProblem {
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
    case .refused(let reason): self.init(status: 400, messages: [reason], heading: "This can't be written")
    }
  }
}
