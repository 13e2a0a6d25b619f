import MicroHTTPTesting
import SQLiteTables
import SeededNumbers
import TableModel
import TablePages
import Testing

/// A page that people read holds, field by field, what the provider has: `ExportTests` says the same of the other formats.
@Suite struct OneContentTests {
  private static let size = Thoroughness.rounds(1_000, quickly: 200)

  @Test(arguments: TableJSONTests.tables)
  func everyFieldOfEveryTableIsOnItsPage(table name: String) async throws {
    let table = try #require(
      try await SQLiteDatabase.open(path: SiteUnderTest.chinook).table(named: name))
    let schema = try await table.schema()
    let columns = RecordColumns(schema)
    let page = try await table.page(TableQuery(pageSize: Self.size))
    let records = page.sections.compactMap { $0 as? RecordSection }.flatMap { Array(Records(page: $0.page)) }
    let html = try await SiteUnderTest.client().get("/chinook/\(name)?_size=\(Self.size)").text
    let rows = html.matches(of: /<tr>(<th scope="row".*?)<\/tr>/.dotMatchesNewlines()).map(\.1)
    #expect(rows.count == records.count && rows.count > 0)
    for (row, record) in zip(rows, records) {
      let cells = row.matches(of: /<t[hd]\b[^>]*>(.*?)(?=<\/th>|<td\b|$)/.dotMatchesNewlines()).map {
        Self.value(of: $0.1)
      }
      #expect(cells.count == columns.order.count)
      for (cell, position) in zip(cells, columns.order) {
        let column = schema.columns[position]
        var expected =
          column.format == nil || record[position] == .null
          ? Self.shown(record[position], column.type) : record[position].description
        // The head of a row shows the label alone; the key is in its address.
        if position == columns.order.first, let label = column.reference?.labelField {
          expected = record[label].description
        }
        #expect(Self.isSame(cell, expected), "\(name).\(column.name): \(cell ?? "null") for \(expected ?? "null")")
      }
    }
  }

  /// Links show the start of a long text, which is whole where they lead; other cells show the start, and unfold the whole.
  private static func isSame(_ cell: String?, _ expected: String?) -> Bool {
    guard let cell, let expected, expected.count > 80 else { return cell == expected }
    return cell.hasSuffix(expected) || (cell.count > 60 && cell.hasSuffix("…") && expected.hasPrefix(cell.dropLast()))
  }

  /// What a cell says to those who read it: the key where it shows a label too, what is stored where it shows that otherwise.
  private static func value(of cell: Substring) -> String? {
    if cell.contains("class=\"null\"") { return nil }
    if let title = cell.firstMatch(of: /title="([^"]*)"/) { return text(title.1) }
    if let time = cell.firstMatch(of: /<time datetime="([^"]*)"/) { return String(time.1) }
    if let key = cell.firstMatch(of: /<\/a> <small>(.*?)<\/small>/) { return text(key.1) }
    return text(cell)
  }

  private static func text(_ html: Substring) -> String {
    var text = html.replacing(/<[^>]*>/, with: "")
    for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
      text = text.replacing(entity, with: character)
    }
    return String(text)
  }

  /// The value as a page writes it, but for the marks of thousands and the digits that an amount always shows.
  private static func shown(_ value: RecordValue, _ type: FieldType) -> String? {
    switch value {
    case .null: return nil
    case .integer(let number): return type.isGrouped ? grouped(String(number)) : String(number)
    case .real(let number):
      let text = number.description
      // Two digits of amounts of money: 1.0 is 1.00.
      guard case .number(let digits?) = type, let dot = text.firstIndex(of: ".") else { return grouped(text) }
      let fraction = text[text.index(after: dot)...]
      return grouped(text + String(repeating: "0", count: max(0, digits - fraction.count)))
    default: return value.description
    }
  }

  private static func grouped(_ number: String) -> String {
    let parts = number.split(separator: ".", maxSplits: 1)
    var whole = String(parts[0]), at = whole.endIndex
    while whole.distance(from: whole.startIndex, to: at) > (whole.hasPrefix("-") ? 4 : 3) {
      at = whole.index(at, offsetBy: -3)
      whole.insert(",", at: at)
    }
    return ([whole] + parts.dropFirst().map(String.init)).joined(separator: ".")
  }
}

extension FieldType {
  /// Whether whole numbers have marks of thousands.
  fileprivate var isGrouped: Bool {
    if case .number = self { true } else { false }
  }
}
