import Foundation
import SeededNumbers
import TableModel
import Testing

private let schema = RecordSchema(
  table: "t", columns: [.init("id", .identifier), .init("Name"), .init("data", .blob)], keyFields: [0], fieldCount: 4)

private func page(
  _ rows: [[RecordValue]], _ schema: RecordSchema = schema, rowsExpected: Int = 1, isReversed: Bool = false
) -> RecordPage {
  var builder = RecordPageBuilder(fieldCount: schema.fieldCount, rows: rowsExpected, byteCapacity: 0)
  for row in rows {
    for value in row {
      switch value {
      case .null: builder.appendNull()
      case .integer(let number): builder.append(number)
      case .real(let number): builder.append(number)
      case .text(let text): builder.append(text)
      case .blob(let bytes):
        bytes.withUnsafeBytes { if let start = $0.baseAddress { builder.append(start, count: $0.count, kind: .blob) } }
      }
    }
  }
  #expect(builder.rowCount == rows.count)
  if isReversed { builder.reverseRows() }
  return builder.finish(schema)
}

@Test func whatGoesIntoAPageComesOut() {
  var random = SeededGenerator(seed: 3)
  for count in [0, 1, 2, 100] {
    let rows: [[RecordValue]] = (0..<count).map { row in
      [
        .integer(.random(in: .min ... .max, using: &random)),
        .text(String(repeating: "é", count: .random(in: 0...40, using: &random))),
        .blob((0...Int.random(in: 0...99, using: &random)).map { UInt8(truncatingIfNeeded: $0 * row) }),
        row % 2 == 0 ? .null : .real(Double.random(in: -1...1, using: &random)),
      ]
    }
    let forwards = page(rows)
    #expect(forwards.count == count)
    #expect(Records(page: forwards).map { record in (0..<4).map { record[$0] } } == rows)
    let backwards = page(rows, isReversed: true)
    #expect(Records(page: backwards).map { record in (0..<4).map { record[$0] } } == rows.reversed())
  }
}

@Test func aRecordIsKnownByItsKey() {
  let row: [RecordValue] = [.integer(7), .text("a"), .null, .real(0.5)]
  #expect(page([row])[0].id == 7)
  #expect(page([row])[0].key == [.integer(7)])
  func id(_ keys: [Int]) -> RowKey {
    page([row], RecordSchema(table: "t", columns: schema.columns, keyFields: keys, fieldCount: 4))[0].id
  }
  #expect(id([1]) == "a")
  #expect(id([0, 1, 3]) == [7, "a", .real(0.5)])
  #expect(id([]) == 0)
}

@Test func fieldsAreFoundByNameWithoutRegardToCase() {
  let record = page([[.integer(7), .text("a"), .null, .null]])[0]
  #expect(record["name"] == .text("a"))
  #expect(record["Name"] == .text("a"))
  #expect(record["nothing"] == nil)
  let twins = RecordSchema(table: "t", columns: [.init("a"), .init("A")], keyFields: [])
  #expect(twins.column(named: "A") == 1)
  #expect(twins.column(named: "a") == 0)
}

@Test func excerptsKnowTheirWholeSize() {
  var builder = RecordPageBuilder(fieldCount: 1, rows: 1, byteCapacity: 8)
  let bytes = Array(0..<UInt8(32))
  bytes.withUnsafeBytes {
    if let start = $0.baseAddress { builder.append(start, count: 32, kind: .blobExcerpt, wholeCount: 5000) }
  }
  let page = builder.finish(RecordSchema(table: "t", columns: [.init("b", .blob)], keyFields: []))
  #expect(page[0].field(0).length == 5000)
  #expect(page[0][0] == .blob(bytes))
}

@Test func aPageOfRecordsIsOneRun() throws {
  let section = RecordSection(page([[.integer(1), .null, .null, .null], [.integer(2), .null, .null, .null]]))
  var collector = IDCollector()
  try section.visitCells(&collector)
  #expect(collector.runs == 1)
  #expect(collector.ids == [1, 2])
}

@Test func recordsEncodeAsObjectsOfTheirColumns() throws {
  let record = page([[.integer(7), .text("a"), .blob([1]), .real(0.5)]])[0]
  let read = try JSONSerialization.jsonObject(with: JSONEncoder().encode(record)) as? [String: Any]
  #expect(read?.keys.sorted() == ["Name", "data", "id"])
  #expect(read?["id"] as? Int == 7)
  #expect(read?["Name"] as? String == "a")
  #expect(read?["data"] as? [Int] == [1])
}

@Test func valuesDescribeThemselves() {
  #expect(
    [RecordValue.null, .integer(-3), .real(0.5), .text("a"), .blob([0x41])].map(\.description) == [
      "", "-3", "0.5", "a", "A",
    ])
}

@Test func numericColumnsAreAlignedAtTheEnd() {
  #expect(FieldType.identifier.isNumeric && FieldType.number(fractionDigits: 2).isNumeric)
  #expect(!FieldType.text.isNumeric && !FieldType.timestamp.isNumeric)
}
