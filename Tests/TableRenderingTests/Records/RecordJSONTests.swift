import Foundation
import SeededNumbers
import TableModel
import TableRendering
import Testing

private let schema = RecordSchema(
  table: "task",
  columns: [
    .init("id", .identifier), .init("a \"b\""), .init("r", .number(fractionDigits: nil)), .init("data", .blob),
  ],
  keyFields: [0, 1])

private let page = RecordSamples.page(
  schema,
  [
    [.integer(9_007_199_254_740_993), .text("x/y"), .real(.infinity), .blob([1, 2, 3, 4])],
    [.integer(-1), .null, .real(0.5), .null],
  ])

private let rows = [
  "{\"id\":9007199254740993,\"a \\\"b\\\"\":\"x/y\",\"r\":null,\"data\":{\"$base64\":true,\"encoded\":\"AQIDBA==\"}}",
  "{\"id\":-1,\"a \\\"b\\\"\":null,\"r\":0.5,\"data\":null}",
]

@Test func theDefaultShapeIsAnObjectAroundRows() throws {
  #expect(
    try RecordSamples.json(page)
      == "{\"ok\":true,\"next\":null,\"next_url\":null,\"previous\":null,\"previous_url\":null,\"rows\":[\(rows[0]),\(rows[1])],\"truncated\":false}"
  )
}

@Test func tokensAndExtrasStandAroundTheRows() throws {
  let envelope = RecordJSONWriter.Envelope(
    next: PageToken("n1"), nextURL: "http://h/t.json?_next=n1", previous: PageToken("p"), previousURL: "http://h/\"",
    isTruncated: true)
  let json = try RecordSamples.json(page, shape: .arrays, columns: [0], envelope: envelope) { json in
    json.jsonMember("count")
    json.json(Int64(2))
    json.jsonMember("columns")
    json.jsonList(of: [0, 1]) { ["id", "a\"b"][$0] }
  }
  #expect(
    json
      == "{\"ok\":true,\"next\":\"n1\",\"next_url\":\"http://h/t.json?_next=n1\",\"previous\":\"p\",\"previous_url\":\"http://h/\\\"\",\"rows\":[[9007199254740993],[-1]],\"truncated\":true,\"count\":2,\"columns\":[\"id\",\"a\\\"b\"]}"
  )
}

@Test func bareShapesHoldTheRowsAlone() throws {
  #expect(try RecordSamples.json(page, shape: .array) == "[\(rows[0]),\(rows[1])]")
  #expect(try RecordSamples.json(page, shape: .array, isLineDelimited: true) == "\(rows[0])\n\(rows[1])")
  #expect(try RecordSamples.json(page, shape: .arrayfirst, columns: [2, 0]) == "[null,0.5]")
  #expect(try RecordSamples.json(page, shape: .arrayfirst, columns: []) == "[null,null]")
}

@Test func rowsStandBehindTheirKeys() throws {
  let rows: [[RecordValue]] = [
    [.integer(9_007_199_254_740_993), .text("x/y"), .real(.infinity), .null],
    [.integer(-1), .text(""), .real(0.5), .null],
    [.text("-1"), .blob([0xA0]), .real(1), .null],
  ]
  #expect(
    try RecordSamples.json(RecordSamples.page(schema, rows), shape: .object, columns: [2])
      == "{\"9007199254740993,x~2Fy\":{\"r\":null},\"-1,~t\":{\"r\":0.5},\"~t-1,~xA0\":{\"r\":1.0}}")
}

@Test func aRowThatNothingNamesHasNoObjectShape() throws {
  #expect {
    try RecordSamples.json(page, shape: .object)
  } throws: { error in if case TableError.badRequest = error { true } else { false } }
  let writer = RecordJSONWriter(schema)
  var sink = ByteSink()
  #expect(throws: TableError.self) { try writer.write(page[1], shape: .object, into: &sink) }
}

@Test func rowsWithoutAKeyHaveNoObjectShape() {
  let view = RecordSchema(table: "v", columns: [.init("a")], keyFields: [])
  #expect(throws: TableError.badRequest("_shape=object is only available for tables with a primary key")) {
    try RecordSamples.json(RecordSamples.page(view, []), shape: .object)
  }
}

@Test func emptyPagesAreValidInEveryShape() throws {
  let empty = RecordSamples.page(schema, [])
  #expect(try RecordSamples.json(empty).contains("\"rows\":[]"))
  #expect(try RecordSamples.json(empty, shape: .array) == "[]")
  #expect(try RecordSamples.json(empty, shape: .array, isLineDelimited: true) == "")
  #expect(try RecordSamples.json(empty, shape: .object) == "{}")
}

@Test func oneRowIsAnAnswerOfItsOwn() throws {
  let writer = RecordJSONWriter(schema, showing: [0])
  func written(_ shape: RecordShape) throws -> String {
    var sink = ByteSink()
    try writer.write(page[1], shape: shape, into: &sink) { json in
      json.jsonMember("x")
      json.markup("{}")
    }
    return sink.string
  }
  #expect(try written(.objects) == "{\"ok\":true,\"rows\":[{\"id\":-1}],\"truncated\":false,\"x\":{}}")
  #expect(try written(.arrays) == "{\"ok\":true,\"rows\":[[-1]],\"truncated\":false,\"x\":{}}")
  #expect(try written(.array) == "[{\"id\":-1}]")
  #expect(try written(.arrayfirst) == "[-1]")
  #expect(throws: TableError.self) { try written(.object) }
}

@Test func sectionsOfRecordsFollowEachOther() throws {
  var sink = ByteSink()
  try RecordJSONWriter(schema, showing: [2]).write(
    [RecordSection(page), RecordSection(page)], shape: .array, into: &sink)
  #expect(sink.string == "[{\"r\":null},{\"r\":0.5},{\"r\":null},{\"r\":0.5}]")
}

@Test(arguments: 0...20)
func blobsComeBackFromBase64(count: Int) throws {
  var random = SeededGenerator(seed: count)
  let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  let blobs = RecordSchema(table: "t", columns: [.init("b", .blob)], keyFields: [])
  let json = try RecordSamples.json(RecordSamples.page(blobs, [[.blob(bytes)]]), shape: .arrayfirst)
  let encoded = json.dropFirst("[{\"$base64\":true,\"encoded\":\"".count).dropLast("\"}]".count)
  #expect(Data(base64Encoded: String(encoded)) == Data(bytes))
}

/// What is written is read back by another reader, value by value, whatever the names and texts are.
@Test func everythingComesBackThroughAnotherReader() throws {
  var random = SeededGenerator(seed: 11)
  let letters: [Character] = ["a", "\"", "\\", "\n", "\u{1}", "é", "😀", "<", "/", " ", "\u{2028}", "{", "}"]
  func text() -> String {
    String((0..<Int.random(in: 1...24, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
  }
  for round in 0..<200 {
    let names = (0..<4).map { "\($0)" + text() }
    let schema = RecordSchema(table: "t", columns: names.map { .init($0) }, keyFields: [])
    let values: [[RecordValue]] = (0..<3).map { _ in
      [
        .text(text()), .integer(.random(in: .min ... .max, using: &random)),
        .real(.random(in: -1e6...1e6, using: &random)), .null,
      ]
    }
    let json = try RecordSamples.json(RecordSamples.page(schema, values), shape: .array)
    let read = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    for (row, value) in zip(read, values) {
      #expect(row[names[0]] as? String == value[0].description, "round \(round)")
      #expect((row[names[1]] as? NSNumber)?.int64Value.description == value[1].description)
      // This reader isn't exact to the last digit; the next test is.
      #expect(abs(((row[names[2]] as? NSNumber)?.doubleValue ?? .nan) - (Double(value[2].description) ?? 0)) < 1e-6)
      #expect(row[names[3]] is NSNull)
    }
  }
}

@Test func realsComeBackToTheLastDigit() throws {
  var random = SeededGenerator(seed: 12)
  let reals = RecordSchema(table: "t", columns: [.init("r", .number(fractionDigits: nil))], keyFields: [])
  let values = (0..<500).flatMap { _ in
    [
      Double.random(in: -1e6...1e6, using: &random), Double(bitPattern: random.next()),
      Double(Int.random(in: -99999...99999, using: &random)) / 100,
    ]
  }
  .filter(\.isFinite)
  let json = try RecordSamples.json(RecordSamples.page(reals, values.map { [.real($0)] }), shape: .arrayfirst)
  #expect(json.dropFirst().dropLast().split(separator: ",").map { Double($0) } == values)
}
