import TableModel

/// How a change of a table built in code is taken back.
struct EventUndo: Sendable {
  /// The address of the table.
  var table: String
  var edits: [TableEdit]

  /// About how many bytes of memory it takes: of a row, what it encodes counts, and as much again for how it is kept.
  var byteCount: Int {
    edits.reduce(256) { count, edit in
      switch edit {
      case .insert(let row, _), .replace(let row, _):
        count + 256 + RowValues(row).items.reduce(0) { $0 + 64 + 2 * ($1.name.utf8.count + $1.text.utf8.count) }
      case .remove, .move: count + 256
      }
    }
  }
}
