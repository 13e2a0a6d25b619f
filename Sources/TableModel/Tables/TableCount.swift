/// What is known of the number of rows behind a page.
public enum TableCount: Sendable, Hashable {
  /// Nobody has asked, or it isn't known yet.
  case unknown
  /// Exactly so many.
  case exact(Int)
  /// Counting stopped at this number; there are more.
  case moreThan(Int)
  /// An exact count is under way and has seen so many.
  case counting(soFar: Int)

  package var isExact: Bool { if case .exact = self { true } else { false } }
}
