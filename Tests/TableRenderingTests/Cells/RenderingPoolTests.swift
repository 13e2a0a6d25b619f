import TableModel
import Testing

@testable import TableRendering

@Test func aPoolCountsWhatItsPassesDid() throws {
  let pool = RenderingPool(try .messages())
  let page = TablePage(title: "", sections: [MixedSection([TextMessage(1, "a", nil), TextMessage(2, "b", nil)])])
  for _ in 0..<3 {
    var html = ByteSink()
    _ = try pool.withPass { try HTMLPageWriter.write(page, $0, chrome: CellChrome(sprite: "/icons.svg"), into: &html) }
  }
  let counts = pool.counts
  #expect(
    counts.first { $0.reuseIdentifier == "TextMessageCell" }
      == ReuseCount(reuseIdentifier: "TextMessageCell", created: 1, dequeued: 6))
  #expect(counts.first { $0.reuseIdentifier == "ImageMessageCell" }?.created == 0)
}

@Test func aPoolMakesAsManyPassesAsAreUsedAtOnce() throws {
  let pool = RenderingPool(try .messages(), limit: 1)
  let message = TextMessage(1, "a", nil)
  func draw(depth: Int) {
    pool.withPass { pass in
      _ = written { pass.dequeue(for: message)?.draw(message, into: &$0) }
      if depth > 1 { draw(depth: depth - 1) }
    }
  }
  draw(depth: 3)
  #expect(pool.counts.first { $0.reuseIdentifier == "TextMessageCell" }?.created == 3)
  // One of the three was kept.
  draw(depth: 1)
  #expect(
    pool.counts.first { $0.reuseIdentifier == "TextMessageCell" }
      == ReuseCount(reuseIdentifier: "TextMessageCell", created: 3, dequeued: 4))
}
