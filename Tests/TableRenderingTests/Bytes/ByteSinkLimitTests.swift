import BoundedWork
import Glibc
import SeededNumbers
import TableModel
import Testing

@testable import TableRendering

@Suite struct ByteSinkLimitTests {
  private func sink(limit: Int = .max, _ budget: MemoryBudget? = nil) -> ByteSink {
    ByteSink(capacity: 64, limit: limit, budget: budget)
  }

  @Test func whatIsLargerThanAllowedIsSaidToBe() throws {
    var small = sink(limit: 1_000_000)
    small.text(String(repeating: "x", count: 500_000))
    let isFullBefore = small.isFull
    #expect(!isFullBefore)
    try small.checkSize()
    small.text(String(repeating: "&", count: 200_000))
    // A long text is not written on once there is no use in it.
    let (isFull, count) = (small.isFull, small.count)
    #expect(isFull && count < 1_200_000)
    var message = ""
    do { try small.checkSize() } catch {
      if case .badRequest(let text) = error { message = text }
    }
    #expect(message.contains("_size"))
  }

  @Test func whatThereIsNoMemoryForIsSaidToBe() {
    // A piece of a long text is given room for the longest that it can become.
    let budget = MemoryBudget(limit: 350_000)
    var first = sink(budget)
    first.text(String(repeating: "x", count: 100_000))
    var second = sink(budget)
    second.text(String(repeating: "x", count: 100_000))
    let areFull = [first.isFull, second.isFull]
    #expect(areFull == [false, true])
    var error: TableError?
    do { try second.checkSize() } catch let shortage { error = shortage }
    #expect(error == MemoryBudget.shortage)
    _ = consume second
    _ = consume first
    #expect(budget.taken == 0)
  }

  @Test func aBlockThatIsHandedOnKeepsItsShare() {
    let budget = MemoryBudget(limit: 1 << 20)
    var html = sink(budget)
    html.text(String(repeating: "x", count: 300_000))
    html.shrink()
    let capacity = html.capacity
    #expect(capacity == 300_000)
    #expect(budget.taken == 300_000)
    do {
      let block = html.take()
      #expect(budget.taken == 300_000)
      free(block.bytes)
    }
    #expect(budget.taken == 0)
  }

  @Test(arguments: ["json", "csv", "lines"])
  func rowsEndWhereTheSinkIsFull(format: String) throws {
    let schema = RecordSchema(table: "t", columns: [.init("a")], keyFields: [])
    var builder = RecordPageBuilder(fieldCount: 1, rows: 1_000, byteCapacity: 64)
    for _ in 0..<1_000 { builder.append(String(repeating: "x", count: 1_000)) }
    let page = builder.finish(schema)
    var sink = sink(limit: 100_000)
    switch format {
    case "json": try RecordJSONWriter(schema).write([RecordSection(page)], into: &sink)
    case "csv": CSVWriter(schema).write(page, into: &sink)
    default: JSONLinesWriter(schema).write(page, into: &sink)
    }
    let (isFull, count) = (sink.isFull, sink.count)
    #expect(isFull && count < 120_000)
  }

  /// Written in pieces, long texts are what they are as a whole: compared with Swift's own reading of broken UTF-8, with short texts between
  /// them, which are written at once.
  @Test func longTextsAreWrittenAsShortOnesAre() {
    var random = SeededGenerator(seed: 11)
    let parts: [[UInt8]] = [
      Array("plain ".utf8), Array("é".utf8), Array("漢".utf8), Array("😀".utf8), [0x80], [0x80, 0x80, 0x80, 0x80, 0x80],
      [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC3], [0xFF], Array("<&\"\n".utf8), Array(",".utf8), [0xED, 0xA0, 0x80],
    ]
    for _ in 0..<Thoroughness.rounds(60, quickly: 15) {
      var bytes: [UInt8] = []
      let wanted = ByteSink.pieceBytes * Int.random(in: 1...3, using: &random) + Int.random(in: -6...6, using: &random)
      while bytes.count < wanted { bytes += parts.randomElement(using: &random) ?? [] }
      let repaired = String(decoding: bytes, as: UTF8.self)
      let json = written { sink in bytes.withUnsafeBufferPointer { sink.jsonString($0) } }
      #expect(json == "\"" + shortPieces(of: repaired) { sink, piece in sink.jsonString(piece) }.inner + "\"")
      let csv = written { sink in bytes.withUnsafeBufferPointer { sink.csvField($0) } }
      let needsQuotes = repaired.unicodeScalars.contains { ["\"", ",", "\n", "\r"].contains($0) }
      let doubled = repaired.replacing("\"", with: "\"\"")
      #expect(csv == (needsQuotes ? "\"" + doubled + "\"" : doubled))
    }
  }

  /// Each scalar by itself, without what stands around it.
  private func shortPieces(
    of text: String, _ write: (inout ByteSink, String) -> Void
  ) -> (inner: String, count: Int) {
    var all = ""
    var known: [Unicode.Scalar: String] = [:]
    for scalar in text.unicodeScalars {
      let piece = known[scalar] ?? String(written { write(&$0, String(scalar)) }.dropFirst().dropLast())
      known[scalar] = piece
      all += piece
    }
    return (all, text.unicodeScalars.count)
  }
}
