import SeededNumbers
import TableModel
import TableRendering
import Testing

private let schema = RecordSchema(
  table: "task",
  columns: [
    .init("id", .identifier), .init("a,\"b\""), .init("r", .number(fractionDigits: nil)), .init("data", .blob),
  ],
  keyFields: [0])

private func csv(_ page: RecordPage, head: Bool = true, columns: [Int]? = nil, isSafe: Bool = false) -> String {
  var sink = ByteSink(capacity: 16)
  let writer = CSVWriter(page.schema, showing: columns, isSafe: isSafe)
  if head { writer.writeHead(into: &sink) }
  writer.write(page, into: &sink)
  return sink.string
}

@Test func csvQuotesOnlyWhatNeedsIt() {
  let page = RecordSamples.page(
    schema,
    [
      [.integer(9_007_199_254_740_993), .text("plain text"), .real(0.5), .blob([1, 2, 3, 4])],
      [.integer(-1), .text("a,b"), .real(-2), .blob([])],
      [.integer(0), .text("say \"hi\""), .real(.infinity), .null],
      [.null, .text("two\r\nlines"), .real(1e300), .null],
      [.integer(1), .text(" space, "), .null, .null],
    ])
  #expect(
    csv(page)
      == "id,\"a,\"\"b\"\"\",r,data\r\n9007199254740993,plain text,0.5,AQIDBA==\r\n-1,\"a,b\",-2.0,\"\"\r\n"
      + "0,\"say \"\"hi\"\"\",inf,\r\n,\"two\r\nlines\",1e+300,\r\n1,\" space, \",,\r\n")
}

@Test func nullAndTheEmptyTextStayApart() {
  let page = RecordSamples.page(schema, [[.integer(1), .text(""), .null, .null]])
  #expect(csv(page, head: false) == "1,\"\",,\r\n")
  // A line of nothing would be no row to most readers.
  let alone = RecordSamples.page(schema, [[.integer(1), .null, .null, .null]])
  #expect(csv(alone, head: false, columns: [1]) == "\"\"\r\n")
}

@Test func columnsComeInTheOrderAskedFor() {
  let page = RecordSamples.page(schema, [[.integer(1), .text("x"), .real(2), .null]])
  #expect(csv(page, columns: [2, 0, 99]) == "r,id\r\n2.0,1\r\n")
}

@Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx"])
func formulasAreDisarmedOnRequest(text: String) throws {
  let page = RecordSamples.page(schema, [[.integer(-5), .text(text), .real(-2), .null]])
  let plain = try CSVReader.records(Array(csv(page, head: false).utf8))
  #expect(plain[0].map(\.text) == ["-5", text, "-2.0", ""])
  let safe = try CSVReader.records(Array(csv(page, head: false, isSafe: true).utf8))
  #expect(safe[0].map(\.text) == ["-5", "'" + text, "-2.0", ""])
}

@Test func labelsHaveColumnsOfTheirOwn() {
  let schema = RecordSchema(
    table: "track",
    columns: [
      .init("id", .identifier),
      .init("album", reference: .init(table: "album", column: "id", labelField: 3)), .init("name"),
    ], keyFields: [0], fieldCount: 4)
  let page = RecordSamples.page(schema, [[.integer(1), .integer(7), .text("n"), .text("Let, it be")]])
  var sink = ByteSink()
  let writer = CSVWriter(schema, labelled: Set(schema.columns.indices))
  writer.writeHead(into: &sink)
  writer.write(page, into: &sink)
  #expect(sink.string == "id,album,album_label,name\r\n1,7,\"Let, it be\",n\r\n")
}

@Test func brokenUTF8IsReplacedInCSVToo() throws {
  let schema = RecordSchema(table: "t", columns: [.init("a"), .init("b")], keyFields: [])
  var builder = RecordPageBuilder(fieldCount: 2, rows: 1, byteCapacity: 64)
  let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xE2, 0x82]
  bytes.withUnsafeBytes { if let start = $0.baseAddress { builder.append(start, count: bytes.count, kind: .text) } }
  builder.append("ok")
  #expect(csv(builder.finish(schema), head: false) == "a\u{FFFD}b\u{FFFD},ok\r\n")
}

@Test func anyTextsAreReadBackAsTheyWere() throws {
  var generator = SeededGenerator(seed: 41)
  let pieces = [",", "\"", "\r", "\n", "a", "bcdefghij", " ", "é", "日本", "🎸", "=", "'", "\0", "\t", ";"]
  let schema = RecordSchema(table: "t", columns: [.init("a"), .init("b"), .init("c")], keyFields: [])
  for _ in 0..<2_000 {
    let rows: [[RecordValue]] = (0..<3).map { _ in
      (0..<3).map { _ in
        if Int.random(in: 0..<8, using: &generator) == 0 { return .null }
        let count = Int.random(in: 0..<6, using: &generator)
        return .text((0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined())
      }
    }
    let read = try CSVReader.records(Array(csv(RecordSamples.page(schema, rows), head: false).utf8))
    let values = read.map { $0.map { $0.text.isEmpty && !$0.isQuoted ? RecordValue.null : .text($0.text) } }
    #expect(values == rows)
  }
}
