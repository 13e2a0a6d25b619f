/// A place between two rows of an ordered table.
package enum KeysetCursor: Sendable, Hashable {
  /// Just before or just behind the row whose order terms have these values.
  case row(values: [KeysetValue], isBehind: Bool)
  /// Before the row with this number, counted from 0: for tables whose rows nothing names.
  case offset(Int)

  /// Just before or just behind the row whose order terms have these values.
  package init(row values: [SQLValue], isBehind: Bool) {
    self = .row(values: values.map(KeysetValue.init), isBehind: isBehind)
  }
}
