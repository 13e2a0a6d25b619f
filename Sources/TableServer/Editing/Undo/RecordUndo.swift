import Secrets
import SiteAccess
import TableModel

/// What would take back the changes of one call, with the versions of the rows that it expects: nothing that was changed since is overwritten.
struct RecordUndo: Sendable {
  var database: String
  var table: String
  var inverse: RecordInverse
  /// Who made the changes: nobody else takes them back.
  var visitor: String
  /// What was done, for people: "Deleted “Overdose”."
  var message: String
}

extension SiteContext {
  /// Keeps what would take changes back. - Returns: the name that brings it back; `nil` if they can't be taken back.
  func keepUndo(
    of result: RecordChangeResult, _ mounted: MountedTable, _ schema: RecordSchema, by visitor: Visitor, message: String
  ) -> String? {
    result.inverse.map { inverse in
      undos.keep(
        RecordUndo(
          database: mounted.entry.name, table: schema.table, inverse: inverse, visitor: visitor.signature,
          message: message))
    }
  }

  /// What would take back the changes of a name; `nil` for those of other tables and other visitors, and for what is forgotten.
  func undo(
    named name: String, _ mounted: MountedTable, _ schema: RecordSchema, by visitor: Visitor
  ) -> RecordUndo? {
    guard let undo = undos[name], undo.database == mounted.entry.name, undo.table == schema.table,
      undo.visitor == visitor.signature
    else { return nil }
    return undo
  }
}
