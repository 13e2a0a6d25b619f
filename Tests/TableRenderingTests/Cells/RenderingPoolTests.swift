import Synchronization
import TableModel
import Testing

@testable import TableRendering

@Test func aPoolCountsWhatItsPassesDid() throws {
  let counts = Mutex<[String: ReuseCount]>([:])
  let pool = RenderingPool(try .messages()) { count in counts.add(count) }
  let page = TablePage(title: "", sections: [MixedSection([TextMessage(1, "a", nil), TextMessage(2, "b", nil)])])
  for _ in 0..<3 {
    var html = ByteSink()
    _ = try pool.withPass { try HTMLPageWriter.write(page, $0, chrome: CellChrome(sprite: "/icons.svg"), into: &html) }
  }
  #expect(
    counts.withLock(\.self) == [
      "TextMessageCell": ReuseCount(reuseIdentifier: "TextMessageCell", created: 1, dequeued: 6)
    ])
}

@Test func aPoolMakesAsManyPassesAsAreUsedAtOnce() throws {
  let counts = Mutex<[String: ReuseCount]>([:])
  let pool = RenderingPool(try .messages(), limit: 1) { counts.add($0) }
  let message = TextMessage(1, "a", nil)
  func draw(depth: Int) {
    pool.withPass { pass in
      _ = written { pass.dequeue(for: message)?.draw(message, into: &$0) }
      if depth > 1 { draw(depth: depth - 1) }
    }
  }
  draw(depth: 3)
  #expect(counts.withLock { $0["TextMessageCell"] }?.created == 3)
  // One of the three was kept.
  draw(depth: 1)
  #expect(
    counts.withLock { $0["TextMessageCell"] }
      == ReuseCount(reuseIdentifier: "TextMessageCell", created: 3, dequeued: 4))
}

extension Mutex<[String: ReuseCount]> {
  /// Adds what one page took.
  fileprivate func add(_ count: ReuseCount) {
    withLock { known in
      let before =
        known[count.reuseIdentifier] ?? ReuseCount(reuseIdentifier: count.reuseIdentifier, created: 0, dequeued: 0)
      known[count.reuseIdentifier] = ReuseCount(
        reuseIdentifier: count.reuseIdentifier, created: before.created + count.created,
        dequeued: before.dequeued + count.dequeued)
    }
  }
}
