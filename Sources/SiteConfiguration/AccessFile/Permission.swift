/// What somebody may do with a table; each includes those before it.
public enum Permission: String, Sendable, Comparable, CaseIterable {
  /// See its rows, search and export them.
  case read
  /// Insert, change, move and delete its rows.
  case write
  /// Change the table itself, and empty or drop it.
  case administer

  /// Whether `left` allows less.
  public static func < (left: Permission, right: Permission) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .read: 0
    case .write: 1
    case .administer: 2
    }
  }
}
