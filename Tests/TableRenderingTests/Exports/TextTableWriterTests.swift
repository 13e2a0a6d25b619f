import TableModel
import Testing

@testable import TableRendering

private func table(_ columns: [RecordSchema.Column], _ rows: [[RecordValue]], hasHead: Bool = true) -> String {
  let schema = RecordSchema(table: "t", columns: columns, keyFields: [0])
  var writer = TextTableWriter(schema, hasHead: hasHead)
  return written { writer.write(RecordSamples.page(schema, rows), into: &$0) }
}

@Test func numbersStandAtTheEndAndTextsAtTheStart() {
  #expect(
    table(
      [.init("id", .identifier), .init("name"), .init("amount", .number(fractionDigits: 2))],
      [[.integer(1), .text("Ann"), .real(10.5)], [.integer(100), .null, .integer(7)], [.null, .text(""), .null]])
      == " id  name  amount\n---  ----  ------\n  1  Ann     10.5\n100  ∅          7\n∅          ∅\n")
}

@Test func wideAndCombiningCharactersKeepColumnsAligned() {
  let rows: [[RecordValue]] = ["abcd", "日本", "e\u{301}e\u{301}", "한국", "\u{1112}\u{1161}\u{11AB}a", "🎸!", "ﬀ", "Ａ"].map
  {
    [.text($0), .text("|")]
  }
  #expect(
    table([.init("name"), .init("x")], rows, hasHead: false)
      == "abcd  |\n日本  |\ne\u{301}e\u{301}    |\n한국  |\n\u{1112}\u{1161}\u{11AB}a   |\n🎸!   |\nﬀ     |\nＡ    |\n")
}

@Test func aTerminalIsNeverToldToDoAnything() {
  #expect(
    table([.init("a\nb")], [[.text("\u{1B}[2J\tx\r\n")], [.text("\u{202E}abc\u{9B}\u{7F}")]])
      == "a\\nb\n-----------------------\n\\u{1B}[2J\\tx\\r\\n\n\\u{202E}abc\\u{9B}\\u{7F}\n")
}

@Test func longTextsAreCutAndNumbersAreNot() throws {
  let text = table(
    [.init("a"), .init("b")],
    [
      [.text(String(repeating: "x", count: 61)), .integer(1)], [.text(String(repeating: "y", count: 60)), .integer(2)],
      [.text(String(repeating: "日", count: 31)), .integer(3)],
    ], hasHead: false)
  let lines = text.split(separator: "\n")
  #expect(lines[0] == String(repeating: "x", count: 59) + "…  1")
  #expect(lines[1] == String(repeating: "y", count: 60) + "  2")
  // Two columns each: 29 of them and the ellipsis are 59.
  #expect(lines[2] == String(repeating: "日", count: 29) + "…   3")
}

@Test func laterPagesKeepTheColumnsOfTheFirst() {
  let schema = RecordSchema(
    table: "t", columns: [.init("name"), .init("n", .number(fractionDigits: nil))], keyFields: [])
  var writer = TextTableWriter(schema)
  let text = written {
    writer.write(RecordSamples.page(schema, [[.text("abcd"), .integer(1)]]), into: &$0)
    writer.write(
      RecordSamples.page(schema, [[.text("abcdefg"), .integer(22)], [.text("x"), .integer(3)]]), into: &$0)
  }
  #expect(text == "name  n\n----  -\nabcd  1\nabc…  22\nx     3\n")
}

@Test func blobsTellTheirSize() {
  #expect(table([.init("b", .blob)], [[.blob([1, 2, 3])]], hasHead: false) == "blob, 3 bytes\n")
}

@Test func withoutRowsThereIsTheHead() { #expect(table([.init("id"), .init("name")], []) == "id  name\n--  ----\n") }

@Test func brokenBytesTakeOneColumnEach() {
  var width = 0
  let text = written { sink in
    [0x61, 0xFF, 0xE2, 0x82].withUnsafeBufferPointer { width = sink.terminalText($0, limit: 10) }
  }
  #expect(text == "a\u{FFFD}\u{FFFD}")
  #expect(width == 3)
}
