import SiteConfiguration
import TableModel
import Testing
import TextCoding

struct SiteFileDescriptionTests {
  @Test func everyTypeFormatAndUnitReadsBack() throws {
    var columns: [RecordSchema.Column] = []
    let types: [FieldType] = [
      .text, .identifier, .number(fractionDigits: nil), .number(fractionDigits: 3), .boolean, .date, .timestamp, .link,
      .image, .email, .json, .blob,
    ]
    for type in types { columns.append(.init("c", type)) }
    let formats: [ValueFormat] =
      [.plain, .percent, .bytes, .duration, .milliseconds] + StoredTime.allCases.map { .time($0) }
    for format in formats {
      columns.append(.init("c", format == .time(.midnight) ? .timestamp : .number(fractionDigits: nil)))
      columns[columns.count - 1].format = format
      columns[columns.count - 1].unit = "a \"b\"\n"
    }
    for column in columns {
      let line = SiteFile.Column.line(for: column)
      let file = try SiteFile(yaml: "databases: {d: {tables: {t: {columns: {c: \(line)}}}}}")
      let read = try #require(file.databases.first?.tables.first?.columns.first)
      if case .number(3) = column.type {
        #expect(read.format == .fixed(fractionDigits: 3))
      } else {
        #expect(read.format == column.format && read.unit == column.unit, "\(line)")
      }
      #expect(read.type != nil, "\(line)")
    }
  }

  @Test(arguments: ["name", "2024", "a b", "null", "é", "\u{2028}", "\"", "", "#", "a: b", "No"])
  func namesReadBack(name: String) throws {
    let file = try SiteFile(
      yaml: "databases: {\(YAMLText.quoted("x" + name)): {tables: {\(YAMLText.quoted(name + "t")): }}}")
    #expect(file.databases.first?.name == "x" + name && file.databases.first?.tables.first?.name == name + "t")
  }
}
