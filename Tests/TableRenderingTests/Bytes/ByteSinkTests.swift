import Testing

@testable import TableRendering

#if canImport(Glibc)
  import Glibc
#endif

@Test func sinkGrowsBeyondItsFirstBlock() {
  let text = String(repeating: "abc<", count: 5000)
  #expect(unescaped(written { $0.text(text) }) == text)
}

@Test func sinkHandsItsBlockOverAndTakesItBack() {
  var sink = ByteSink(capacity: 100)
  sink.markup("<p>")
  let block = sink.take()
  #expect(block.count == 3)
  #expect(block.capacity >= 100)
  var again = ByteSink(adopting: (bytes: block.bytes, capacity: block.capacity))
  #expect(again.count == 0)
  again.text("x")
  #expect(again.string == "x")
}

@Test func adoptedBlockOfNoSizeGrows() throws {
  let block = try #require(malloc(1))
  var sink = ByteSink(adopting: (bytes: block, capacity: 1))
  sink.text(String(repeating: "&", count: 100))
  #expect(sink.string == String(repeating: "&amp;", count: 100))
}

@Test func truncatingKeepsTheStart() {
  var sink = ByteSink()
  sink.markup("abc")
  sink.truncate(to: 1)
  #expect(sink.string == "a")
  sink.truncate(to: 9)
  #expect(sink.string == "a")
  sink.removeAll()
  #expect(sink.string == "")
}

@Test func markupAndHTMLGoInAsTheyAre() {
  let html = HTML { $0.markup("<b>") }
  #expect(
    written {
      $0.markup("<i>"); $0.html(html)
    } == "<i><b>")
  #expect(HTML { $0.text("<") }.description == "&lt;")
  #expect(("<hr>" as HTML).description == "<hr>")
}

@Test(arguments: [0, 1, 31, 32, 33, 100]) func repeatedBytesAreCopiedWhole(_ length: Int) {
  var sink = ByteSink(capacity: 64)
  let text = String((0..<length).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
  sink.text(text)
  sink.append(again: 0..<length)
  sink.text("!")
  #expect(sink.string == text + text + "!")
}
