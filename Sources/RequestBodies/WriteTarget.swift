/// An address that takes changes to the rows of a table.
package struct WriteTarget: Sendable, Hashable {
  /// What is done there; the names are those of the paths.
  package enum Action: String, Sendable, CaseIterable {
    case insert, upsert, update, delete
    /// Rows as text, looked at before they are stored.
    case paste
    /// What the site's owner lets be done to rows, and where they are put in their order.
    case act, move
    /// The last changes backwards.
    case undo
    /// Sent by forms alone: the changes of several rows.
    case change

    /// Whether its path names a row.
    package var isForOneRow: Bool { self == .update || self == .delete }
  }

  package var action: Action
  /// The key of the row that the path names, as it stands there.
  package var key = ""

  package init(action: Action, key: String = "") {
    self.action = action
    self.key = key
  }
}
