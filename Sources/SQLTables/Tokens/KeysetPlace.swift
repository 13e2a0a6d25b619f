/// A place between two rows of an ordered table.
public enum KeysetPlace: Sendable, Hashable {
  /// Just before or just behind the row whose order terms have these values.
  case row(values: [SQLValue], isBehind: Bool)
  /// Before the row with this number, counted from 0: for tables whose rows nothing names.
  case offset(Int)
}
