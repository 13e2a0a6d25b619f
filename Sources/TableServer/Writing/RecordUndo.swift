import TableModel

/// What would take back the changes of one call, which carry the versions of the rows that they expect: nothing that was changed since
/// is overwritten.
struct RecordUndo: Sendable {
  var database: String
  var table: String
  var changes: [RecordChange]
  /// Who made the changes: nobody else takes them back.
  var visitor: String
  /// What was done, for people: "Deleted “Overdose”."
  var message: String
}
