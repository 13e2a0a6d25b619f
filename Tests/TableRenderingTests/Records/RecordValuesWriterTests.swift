import TableModel
import Testing

@testable import TableRendering

@Suite struct RecordValuesWriterTests {
  private static let schema = RecordSchema(
    table: "message",
    columns: [
      .init("id", .identifier, isPrimaryKey: true), .init("a \"name\""), .init("size", .number(fractionDigits: 2)),
      .init("author", .identifier, reference: .init(table: "person", column: "id", labelField: 4)),
    ], keyFields: [0], fieldCount: 5)
  private static let values: [[RecordValue]] = [
    [.integer(1), .text("Hällo \"you\"\n\u{1}</script>\u{2028}"), .real(0.1), .integer(7), .text("Ada")],
    [.integer(.max), .text(""), .real(1e300), .null, .null], [.integer(.min), .null, .real(-0.0), .integer(0), .null],
    [.text("x"), .integer(1), .real(.infinity), .text("7"), .text("B")], [.null, .null, .null, .null, .null],
  ]

  /// A row that is written as any other view model.
  private struct Encoded: Encodable {
    let record: Record
    func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
  }

  private func written(_ cell: some CellViewModel) -> String? {
    var writer = RecordValuesWriter()
    var json = ByteSink()
    guard let record = RecordValuesWriter.record(in: cell) else { return nil }
    writer.write(record, into: &json)
    return json.string
  }

  @Test func valuesAreWrittenAsTheyAreEncoded() throws {
    let page = RecordSamples.page(Self.schema, Self.values)
    for row in 0..<page.count {
      var encoded = ByteSink()
      try encoded.json(Encoded(record: page[row]))
      #expect(written(page[row]) == encoded.string)
      #expect(written(RecordItem(page[row], kind: RecordKind(variant: .plain))) == encoded.string)
    }
  }

  @Test func bytesAreWrittenAsInOtherShapes() throws {
    let schema = RecordSchema(table: "t", columns: [.init("b", .blob)], keyFields: [])
    let page = RecordSamples.page(schema, [[.blob([0, 255, 128])]])
    #expect(written(page[0]) == "{\"b\":{\"$base64\":true,\"encoded\":\"AP+A\"}}")
    #expect(try RecordSamples.json(page, shape: .array) == "[\(written(page[0]) ?? "")]")
  }

  @Test func otherCellsAreLeftToOthers() { #expect(written(TextMessage(1, "a", nil)) == nil) }

  @Test func rowsOfTwoTablesHaveTheirOwnKeys() {
    var writer = RecordValuesWriter()
    var json = ByteSink()
    for name in ["a", "b", "a"] {
      let schema = RecordSchema(table: "t", columns: [.init(name)], keyFields: [])
      writer.write(RecordSamples.page(schema, [[.integer(1)]])[0], into: &json)
    }
    #expect(json.string == "{\"a\":1}{\"b\":1}{\"a\":1}")
  }
}
