import TableModel
import TableRendering
import Testing

@Suite struct JSONValueFormsTests {
  private static let schema = RecordSchema(
    table: "t",
    columns: [
      .init("genre", .identifier, reference: .init(table: "g", column: "id", labelField: 3)),
      .init("plain", .identifier, reference: .init(table: "h", column: "id")), .init("tags", .json),
    ], keyFields: [0], fieldCount: 4)

  private func json(_ rows: [[RecordValue]], _ forms: JSONValueForms) throws -> String {
    var json = ByteSink()
    try RecordJSONWriter(Self.schema, forms: forms).write(
      [RecordSection(RecordSamples.page(Self.schema, rows))], shape: .array, into: &json)
    return json.string
  }

  @Test func aReferenceIsWrittenWithItsLabel() throws {
    let row: [RecordValue] = [.integer(1), .integer(7), .null, .text("Rock \"n\" Roll")]
    #expect(
      try json([row], JSONValueForms(labelled: [0]))
        == #"[{"genre":{"value":1,"label":"Rock \"n\" Roll"},"plain":7,"tags":null}]"#)
    #expect(
      try json([row], JSONValueForms(labelled: [0, 1])).contains(#""plain":{"value":7,"label":"7"}"#))
  }

  @Test func aReferenceThatLeadsNowhereStaysAValue() throws {
    let forms = JSONValueForms(labelled: [0])
    #expect(try json([[.integer(9), .null, .null, .null]], forms) == #"[{"genre":9,"plain":null,"tags":null}]"#)
    #expect(try json([[.null, .null, .null, .null]], forms) == #"[{"genre":null,"plain":null,"tags":null}]"#)
  }

  @Test(arguments: [
    ("[1, 2.50, 12345678901234567890]", "[1, 2.50, 12345678901234567890]"), ("\"a\"", "\"a\""), ("5", "5"),
    ("{\"a\":\n[true]}", "{\"a\": [true]}"), ("1-2", "\"1-2\""), ("[1,", "\"[1,\""), ("", "\"\""),
    ("nope", "\"nope\""), ("{\"a\":1}}", "\"{\\\"a\\\":1}}\""),
  ])
  func textThatIsJSONIsWrittenAsItIs(text: String, expected: String) throws {
    let json = try json([[.null, .null, .text(text), .null]], JSONValueForms(parsed: [2]))
    #expect(json == "[{\"genre\":null,\"plain\":null,\"tags\":\(expected)}]")
  }

  @Test func infinityIsWrittenWhereItIsWanted() throws {
    let row: [RecordValue] = [.real(.infinity), .real(-.infinity), .real(0.5), .null]
    #expect(
      try json([row], JSONValueForms(writesInfinity: true)) == #"[{"genre":Infinity,"plain":-Infinity,"tags":0.5}]"#)
    #expect(try json([row], .stored) == #"[{"genre":null,"plain":null,"tags":0.5}]"#)
  }
}
