package import SiteConfiguration
package import SiteTables
package import TableEditing
import TableModel

/// What may be written to a table, after the site's owner has had his say.
package struct EditingRule: Sendable {
  private let editing: SiteFile.Editing?

  package init(_ editing: SiteFile.Editing?) { self.editing = editing }

  /// What the site file says of a table.
  package init(_ table: String, in entry: SiteMap.DatabaseEntry) {
    editing = entry.notes.table(named: table)?.editable
  }

  /// Whether anything may be written.
  package var allowsChanges: Bool { editing != .nothing }

  /// Whether rows may come and go.
  package var allowsRows: Bool { editing == nil || editing == .everything }

  /// Whether the values of a column may be changed.
  package func allows(_ column: String) -> Bool {
    switch editing {
    case nil, .everything?: true
    case .nothing?: false
    case .columns(let names)?: names.contains { $0.text.lowercased() == column.lowercased() }
    }
  }

  /// - Throws: `HTTPProblem` 403 for changes that the site's owner does not want.
  package func check(_ deed: Command.Deed) throws(HTTPProblem) {
    switch deed {
    case .update(let values) where allowsChanges:
      guard let value = values.first(where: { !allows($0.column) }) else { return }
      throw Self.refusal("“\(value.column)” can't be changed here")
    case .update, .insert, .insertRecords, .upsert, .delete:
      if !allowsRows { throw Self.refusal("Rows of this table can't be inserted or deleted") }
    // What the site's owner has laid out, and what was allowed to be done.
    default: return
    }
  }

  private static func refusal(_ message: String) -> HTTPProblem {
    HTTPProblem(status: 403, messages: [message], heading: "This may not be changed")
  }
}
