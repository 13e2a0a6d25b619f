import Glibc
package import TableModel

/// What would take a change back.
package struct Undo: Sendable {
  /// The address of the table.
  package var table: String
  /// Who made the change, where nobody else takes it back; `nil` for all who know its name and may change the table.
  package var visitor: String?
  /// The change backwards, with the versions of the rows that it expects: nothing that was changed since is overwritten.
  package var edits: [TableEdit]
  /// What was done, for people: "Deleted “Overdose”."
  package var message: String
  /// When it was done, in seconds since 1970: servers beside this one read it too.
  package var madeAt: Int

  package init(table: String, visitor: String? = nil, edits: [TableEdit], message: String = "", madeAt: Int = time(nil))
  {
    self.table = table
    self.visitor = visitor
    self.edits = edits
    self.message = message
    self.madeAt = madeAt
  }

  /// About how many bytes of memory it takes.
  var byteCount: Int { edits.reduce(256) { $0 + $1.byteCount } }
}
