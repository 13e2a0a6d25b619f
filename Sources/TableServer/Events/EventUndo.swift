import TableModel

/// How a change of a table built in code is taken back.
struct EventUndo: Sendable {
  /// The address of the table.
  var table: String
  var edits: [TableEdit]
}
