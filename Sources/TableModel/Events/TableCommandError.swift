/// Why a command was not carried out, other than by its handler.
public enum TableCommandError: Error, Sendable, Equatable {
  /// The visitor may not change the table.
  case notAllowed
  /// The table or the row doesn't do that.
  case impossible(String)
  /// There is no such row.
  case missing(RowKey)
  /// A handler made a row with another id of the one that was edited, so that nothing was stored. Says which, for the log.
  case otherRow(String)
  /// The table would have more rows than it may.
  case full(Int)
  /// What was pasted can't be stored: what is wrong, by the rows' places in it.
  case invalidRows([Int: FieldErrors])
}

extension TableCommandError {
  /// A table that has too many rows already may still become smaller.
  static func checkRoom(from old: Int, to new: Int, _ maximum: Int) throws(TableCommandError) {
    if new > old, new > maximum { throw .full(maximum) }
  }
}
