import SeededNumbers
import TableModel
import Testing

@testable import TableRendering

@Suite struct KeyWritingTests {
  private func key(of record: Record) -> String {
    var sink = ByteSink(capacity: 32)
    FieldWriter(record.schema, links: RecordSamples.links).writeKey(of: record, into: &sink)
    return sink.string
  }

  /// What pages write and what the rest of the program reads are two ways to write the same.
  @Test(arguments: 0..<8)
  func pagesWriteKeysAsTheyAreRead(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let width = Int.random(in: 1...3, using: &random)
      let schema = RecordSchema(
        table: "t", columns: (0..<width).map { .init("c\($0)") },
        keyFields: Array((0..<width).shuffled(using: &random)),
        keyForms: (0..<width).map { _ in Bool.random(using: &random) ? .text : .any },
        rowIDField: Bool.random(using: &random) ? width : nil, fieldCount: width + 1)
      let rows = (0..<10).map { row in
        (0..<width).map { _ in random.value() } + [.integer(Int64(row))]
      }
      for record in Records(page: RecordSamples.page(schema, rows)) {
        let written = key(of: record)
        #expect(written == record.key.map(schema.encoded) ?? "")
        #expect(record.encodedID == (written.isEmpty ? record.id.encoded : written))
        if let key = record.key { #expect(try schema.key(encoded: written) == key) }
      }
    }
  }

  @Test func aRowWhoseKeyCantNameItIsNamedByItsRowID() {
    let schema = RecordSchema(
      table: "t", columns: [.init("k"), .init("v")], keyFields: [0], rowIDField: 2, fieldCount: 3)
    let long = String(repeating: "x", count: RowKey.byteLimit + 1)
    let page = RecordSamples.page(
      schema,
      [
        [.null, .text("a"), .integer(7)], [.text(long), .text("b"), .integer(8)], [.text(""), .text("c"), .integer(9)],
      ])
    #expect(Records(page: page).map(key) == ["~o7", "~o8", "~t"])
    #expect(Records(page: page).map(\.encodedID) == ["~o7", "~o8", "~t"])
    #expect(
      RecordSamples.rows(page, areAnchored: true).hasPrefix(
        "<tr id=\"row-~o7\"><th scope=\"row\"><a href=\"/field/task/~o7\">"))
  }

  @Test func aRowThatNothingNamesIsNoLinkAndSaysWhy() throws {
    let schema = RecordSchema(table: "t", columns: [.init("k"), .init("v", .blob)], keyFields: [0])
    let page = RecordSamples.page(schema, [[.null, .blob([1])], [.text("a"), .null]])
    let rows = RecordSamples.rows(page, areAnchored: true).split(separator: "\n")
    #expect(
      rows[0].hasPrefix(
        "<tr><th scope=\"row\"><span class=\"null\">null</span> <small class=\"null\">no page: "))
    #expect(!rows[0].contains("href=\"/field") && rows[0].contains("1 byte"))
    #expect(rows[1].hasPrefix("<tr id=\"row-a\"><th scope=\"row\"><a href=\"/field/task/a\">a</a><td>"))
    #expect(page[0].key == nil && page[0].id != page[1].id)
    var html = ByteSink(capacity: 32)
    FieldWriter(schema, links: RecordSamples.links).writeAddress(of: page[0], into: &html)
    #expect(html.count == 0)
  }

  @Test func aReferenceLeadsToTheKeyThatItsTableReads() {
    func html(_ value: RecordValue, _ form: RowKey.Form) -> String {
      let reference = RecordSchema.Reference(table: "x", column: "id", keyForm: form)
      return RecordSamples.html(.text, value, reference: reference)
    }
    #expect(html(.text("42"), .any).hasPrefix("<a href=\"/field/x/~t42\">"))
    #expect(html(.text("42"), .text).hasPrefix("<a href=\"/field/x/42\">"))
    #expect(html(.integer(42), .text).hasPrefix("<a href=\"/field/x/42\">"))
    #expect(!html(.text(String(repeating: "x", count: 2_000)), .text).contains("href"))
  }
}

extension SeededGenerator {
  fileprivate mutating func value() -> RecordValue {
    switch Int.random(in: 0...9, using: &self) {
    case 0: return .null
    case 1...3: return .integer(Int64.random(in: -20...20, using: &self))
    case 4: return .real(Double(Int.random(in: -3...3, using: &self)) / 2)
    case 5...7: return .text(["", "42", "-7", "007", "a,b", "~n", "é/", "~x61"].randomElement(using: &self) ?? "")
    default: return .blob(bytes(upTo: 40))
    }
  }
}
