import TableModel
import Testing

@Suite struct SectionKeyTests {
  @Test(arguments: [
    (SectionKey.Part.value, RecordValue.text("abc"), RecordValue.text("abc")), (.letter, .text("abc"), .text("A")),
    (.letter, .text("éa"), .text("é")), (.letter, .text(""), .text("")), (.letter, .integer(42), .text("4")),
    (.day, .text("2025-10-14T08:30"), .text("2025-10-14")), (.month, .text("2025-10-14"), .text("2025-10")),
    (.year, .text("2025-10-14"), .text("2025")), (.day, .text("soon"), .text("soon")), (.month, .null, .null),
    (.value, .integer(5), .integer(5)),
  ])
  func aValueBelongsToTheSectionThatItBeginsWith(part: SectionKey.Part, value: RecordValue, section: RecordValue) {
    let schema = RecordSchema(table: "t", columns: [.init("v")], keyFields: [])
    var builder = RecordPageBuilder(fieldCount: 1, rows: 1, byteCapacity: 64)
    switch value {
    case .integer(let number): builder.append(number)
    case .text(let text): builder.append(text)
    default: builder.appendNull()
    }
    #expect(SectionKey(column: 0, part: part).section(of: builder.finish(schema)[0]) == section)
  }
}
