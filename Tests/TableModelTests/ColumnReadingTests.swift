import TableModel
import Testing

/// A row that stores every type that is read from its place, between others that shift the places.
private struct Everything: CellViewModel {
  struct Inner: Sendable, Codable {
    var isOdd = true
    var text: String
  }

  var id: RowKey
  var isThere: Bool
  var number: Int
  var small: UInt8
  var isKnown: Bool?
  var amount: Double?
  var text: String
  var count: Int?
  var note: String?
  var real: Double
  var inner: Inner
  var made: String { "\(text) \(number)" }
}

/// A row that is a reference, whose values lie elsewhere.
private final class Shared: CellViewModel {
  let id: RowKey
  let text: String

  init(id: RowKey, text: String) { (self.id, self.text) = (id, text) }
}

@Suite struct ColumnReadingTests {
  private static let texts = [
    "", "a", "fifteen letters", "sixteen letters!", "größer — 大きい 🎈", String(repeating: "é", count: 300),
  ]
  private static let numbers = [0, 1, -1, .max, .min]
  private static let reals = [0, -0.0, 1.5, -2.25, .infinity, .nan, .greatestFiniteMagnitude]

  private static let rows = (0..<210).map { row in
    let text = texts[row % 6], number = numbers[row % 5], real = reals[row % 7]
    return Everything(
      id: row % 2 == 0 ? RowKey(row) : RowKey("row \(row)"), isThere: row % 2 == 0, number: number,
      small: UInt8(row), isKnown: row % 3 == 0 ? nil : row % 3 == 1, amount: row % 4 == 0 ? nil : real, text: text,
      count: row % 3 == 0 ? nil : number, note: row % 4 == 0 ? nil : text, real: real, inner: .init(text: text))
  }

  private static let stored: [TableColumn<Everything>] = [
    .init("is_there", \.isThere), .init("number", \.number), .init("small", \.small), .init("is_known", \.isKnown),
    .init("amount", \.amount), .init("text", \.text), .init("count", \.count), .init("note", \.note),
    .init("real", \.real), .init("inner", \.inner.text), .init("is_odd", \.inner.isOdd), .init("made", \.made),
  ]

  private static let computed: [TableColumn<Everything>] = [
    .init("is_there") { $0.isThere }, .init("number") { $0.number }, .init("small") { $0.small },
    .init("is_known") { $0.isKnown }, .init("amount") { $0.amount }, .init("text") { $0.text },
    .init("count") { $0.count }, .init("note") { $0.note }, .init("real") { $0.real },
    .init("inner") { $0.inner.text }, .init("is_odd") { $0.inner.isOdd }, .init("made") { $0.made },
  ]

  private func page<Row: CellViewModel>(
    _ columns: [TableColumn<Row>], _ rows: [Row], _ extent: ValueExtent = .whole, sort: [SortTerm] = []
  ) async throws -> RecordPage {
    let memory = try MemoryTable("Rows", columns: columns, rows: rows)
    let table = try #require(SourceTable(memory, named: "rows"))
    let query = TableQuery(pageSize: rows.count, sort: sort, values: extent)
    return try #require(try await table.page(query).sections.first as? RecordSection).page
  }

  @Test(arguments: [ValueExtent.whole, .excerpt(textBytes: 16)])
  func whatIsStoredInRowsIsReadAsWhatCodeFinds(extent: ValueExtent) async throws {
    let stored = try await page(Self.stored, Self.rows, extent)
    let computed = try await page(Self.computed, Self.rows, extent)
    #expect(stored.count == Self.rows.count && computed.count == Self.rows.count)
    for row in 0..<stored.count {
      for column in 0...Self.stored.count {
        #expect(stored[row][column] == computed[row][column], "row \(row), column \(column)")
        #expect(stored[row].field(column).kind == computed[row].field(column).kind, "row \(row), column \(column)")
      }
    }
    #expect(stored[0][0] == .integer(0) && stored[1][0] == .text("row 1"))
    // What is no number is null; a long text is cut where pages show its beginning.
    #expect(stored[5][9] == .null && stored[6][9] == .real(.greatestFiniteMagnitude))
    #expect(stored[5].field(6).kind == (extent == .whole ? .text : .textExcerpt))
  }

  @Test func rowsOfOneOrderHaveTheirOwnValues() async throws {
    let sorted = try await page(Self.stored, Self.rows, sort: [SortTerm(column: 2, isDescending: true)])
    let numbers = (0..<sorted.count).map { sorted[$0][2] }
    #expect(numbers.first == .integer(.max) && numbers.last == .integer(.min))
    let texts = Dictionary(uniqueKeysWithValues: Self.rows.map { ($0.id.recordValue.description, $0.text) })
    for row in 0..<sorted.count { #expect(sorted[row][6] == .text(texts[sorted[row][0].description] ?? "-")) }
  }

  @Test func valuesOfReferencesAreFoundWhereTheyLie() async throws {
    let rows = Self.texts.enumerated().map { Shared(id: RowKey($0), text: $1) }
    let page = try await page([TableColumn("text", \Shared.text)], rows)
    #expect((0..<page.count).map { page[$0][1] } == Self.texts.map { .text($0) })
  }
}
