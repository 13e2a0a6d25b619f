internal import Synchronization

/// How many bytes a page is likely to take: what the largest of late took, and a little more.
struct ExpectedBytes: ~Copyable, Sendable {
  private let expected: Atomic<Int>
  /// One page that is much larger than others is no reason to make room for it with each.
  private static let limit = 256 * 1_024

  /// - Parameter bytes: what is expected of the first.
  init(_ bytes: Int) { expected = Atomic(bytes) }

  var bytes: Int { expected.load(ordering: .relaxed) }

  /// Learns from a page. One that was much smaller lets the expectation fall slowly.
  func learn(_ count: Int) {
    let known = bytes, count = min(count, Self.limit)
    expected.store(max(count + count / 8, known - known / 64), ordering: .relaxed)
  }
}
