/// How long it is rested between two looks at an answer that was made again and is still the same.
///
/// Its tables change elsewhere than where it shows them, or nobody can tell whether they do. What takes long to make would else take the server's
/// time again and again.
package struct ChangePatience {
  /// How many times as long as it took to make it.
  private static let share = 100
  /// Where nobody can tell, it is looked less and less often, from this pause on.
  private var pause = Duration.seconds(1)
  /// How long it is rested now: not at all before it was made again.
  package private(set) var rest = Duration.zero

  package init() {}

  /// Notes that an answer is still the same.
  /// - Parameter took: how long it took to make.
  package mutating func note(_ standing: Standing, took: Duration) {
    rest = took * Self.share
    guard standing.version == nil else { return }
    rest = max(rest, pause)
    pause *= 2
  }
}
