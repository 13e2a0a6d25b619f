import Foundation
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// Columns as real tables have them: each is shown right by itself, and nothing of a value is lost.
@Suite struct RealColumnTests {
  /// A column, the values of its first rows as SQL, what the first is shown as, and its title where that isn't all of it.
  struct Column: Sendable {
    let name: String, type: String, values: [String], shown: String
    var title: String?
    init(_ name: String, _ type: String, _ values: [String], _ shown: String, title: String? = nil) {
      (self.name, self.type, self.values, self.shown, self.title) = (name, type, values, shown, title)
    }
  }

  static let columns: [Column] = [
    // Identifiers.
    Column("artist_id", "INTEGER", ["12345", "2"], "12345"),
    Column("CustomerID", "INTEGER", ["20417", "20418"], "20417"),
    Column("userid", "INT", ["123456", "7"], "123456"),
    Column("zip", "INTEGER", ["94110", "10001"], "94110"),
    Column("postal_code", "TEXT", ["'01234'", "'99998'"], "01234"),
    Column("country_code", "INTEGER", ["1868", "49"], "1868"),
    Column("order_no", "INTEGER", ["1000234", "1000235"], "1000234"),
    Column("isbn", "INTEGER", ["9780131103627", "9783161484100"], "9780131103627"),
    Column("ean", "TEXT", ["'4006381333931'"], "4006381333931"),
    Column("phone", "INTEGER", ["4930123456", "4930123457"], "4930123456"),
    Column("phone_text", "TEXT", ["'+49 30 123456'"], "+49 30 123456"),
    Column("AccountNumber", "INTEGER", ["12345678", "87654321"], "12345678"),
    Column("port", "INTEGER", ["18080", "443"], "18080"),
    // Years.
    Column("birth_year", "INTEGER", ["1987", "2001"], "1987"),
    Column("season", "INTEGER", ["2019", "2020"], "2019"),
    Column("Released", "INTEGER", ["1994", "1995", "2001", "2010", "2022", "2024"], "1994"),
    Column("period", "INTEGER", ["202510", "202511"], "202510"),
    // Days and times.
    Column("day", "TEXT", ["'2025-10-14'", "'2025-02-28'"], "2025-10-14"),
    Column("created_at", "TEXT", ["'2025-10-14T06:30:00Z'"], "2025-10-14 06:30:00"),
    Column("InvoiceDate", "DATETIME", ["'2025-10-14 00:00:00'"], "2025-10-14", title: "2025-10-14 00:00:00"),
    Column("tourney_date", "INTEGER", ["20251014", "19990228"], "2025-10-14", title: "20251014"),
    Column("updated_at", "INTEGER", ["1760423400", "1760423401"], "2025-10-14 06:30:00", title: "1760423400"),
    Column("event_time", "INTEGER", ["1760423400123"], "2025-10-14 06:30:00", title: "1760423400123"),
    Column("Datum", "TEXT", ["'04.10.1987'", "'1.2.2003'"], "1987-10-04", title: "04.10.1987"),
    Column("us_date", "TEXT", ["'10/04/2025'", "'10/14/2025'"], "2025-10-04", title: "10/04/2025"),
    Column("fr_date", "TEXT", ["'14/10/2025 6:30'"], "2025-10-14 06:30:00", title: "14/10/2025 6:30"),
    Column("jp_date", "TEXT", ["'2025/10/4'"], "2025-10-04", title: "2025/10/4"),
    Column("either_date", "TEXT", ["'04/05/2025'", "'05/04/2025'"], "04/05/2025"),
    // Money.
    Column("UnitPrice", "NUMERIC(10,2)", ["4", "0.99"], "4.00"),
    Column("total", "REAL", ["1234.5", "0.99"], "1,234.50"),
    Column("price_eur", "REAL", ["9.99", "1000"], "9.99\u{A0}EUR"),
    Column("salary", "INTEGER", ["52000", "61000"], "52,000"),
    // Other numbers.
    Column("rating", "REAL", ["4.7", "4.25"], "4.7"),
    Column("average", "REAL", ["523.0600000000003"], "523.06", title: "523.0600000000003"),
    Column("latitude", "REAL", ["52.520008", "-33.9"], "52.520008"),
    Column("population", "INTEGER", ["3769495", "100"], "3,769,495"),
    Column("growth_pct", "REAL", ["12.5", "-3"], "12.5\u{A0}%"),
    Column("share_percent", "REAL", ["0.125", "1"], "12.5\u{A0}%", title: "0.125"),
    Column("file_size", "INTEGER", ["11170334", "20"], "11.2 MB", title: "11170334"),
    Column("Milliseconds", "INTEGER", ["343719", "342562"], "5:44", title: "343719"),
    Column("trip_seconds", "INTEGER", ["3725", "61"], "1:02:05", title: "3725"),
    Column("latency_ms", "REAL", ["12.5", "250"], "12.5\u{A0}ms"),
  ]

  /// A table whose only other column is a key, so that every column here is one of many.
  private static var statements: String {
    let declared = columns.map { "\"\($0.name)\" \($0.type)" }.joined(separator: ", ")
    let rows = (0..<6).map { row in
      "(\(row + 1), "
        + columns.map { $0.values.indices.contains(row) ? $0.values[row] : "NULL" }.joined(separator: ", ") + ")"
    }
    return "CREATE TABLE t (id INTEGER PRIMARY KEY, \(declared)); INSERT INTO t VALUES \(rows.joined(separator: ", "))"
  }

  private func with(_ change: (inout Site) throws -> Void = { _ in }, _ body: (TestClient) async throws -> Void)
    async throws
  {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    try await body(.inProcess(try sample.server(change)))
  }

  /// The cells of the first row of a page, behind the key.
  private func cells(_ page: String) -> [Substring] {
    guard let body = page.ranges(of: "<tbody").first else { return [] }
    let row = page[body.upperBound...].split(separator: "<tr").dropFirst().first ?? ""
    return row.split(separator: "<td").dropFirst().map { $0.drop { $0 != ">" }.dropFirst() }
  }

  private func text(_ cell: Substring) -> String {
    cell.replacing(#/<[^>]*>/#, with: "").trimmingCharacters(in: .newlines)
  }

  private func check(_ page: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let cells = cells(page).suffix(Self.columns.count)
    #expect(cells.count == Self.columns.count, sourceLocation: sourceLocation)
    for (column, cell) in zip(Self.columns, cells) {
      #expect(text(cell) == column.shown, "\(column.name)", sourceLocation: sourceLocation)
      let title = cell.firstMatch(of: #/title="([^"]*)"/#).map { String($0.1) }
      #expect(title == column.title, "\(column.name)", sourceLocation: sourceLocation)
    }
  }

  @Test func eachIsShownRightByItself() async throws {
    try await with { client in
      check(try await client.get("/sample/t").text)
      // As the result of a query it has no table, but the same name and values.
      check(try await client.get("/sample/-/query?sql=select+*+from+t").text)
    }
  }

  @Test func dataFormatsHaveWhatIsStored() async throws {
    try await with { client in
      let csv = try await client.get("/sample/t.csv").text.split(separator: "\r\n")[1]
      let json = try await client.get("/sample/t.json?_shape=arrays").text
      for value in [
        "2025-10-14 00:00:00", "20251014", "1760423400123", "04.10.1987", "523.0600000000003", "0.125", "343719",
      ] {
        #expect(csv.contains(value) && json.contains(value), "\(value)")
      }
    }
  }

  @Test(arguments: [
    ("artist_id: {type: number}", "12,345"), ("Released: {type: number}", "1,994"),
    ("tourney_date: {type: number}", "20,251,014"), ("updated_at: {type: identifier}", "1760423400"),
    ("InvoiceDate: {type: timestamp}", "2025-10-14 00:00:00"), ("Datum: {type: text}", "04.10.1987"),
    ("either_date: {type: date, format: DD.MM.YYYY}", "2025-05-04"),
    ("either_date: {type: date, format: MM/DD/YYYY}", "2025-04-05"),
    ("population: {type: timestamp, format: epoch}", "1970-02-13 15:04:55"),
    ("price_eur: {type: number}", "9.99"), ("total: {format: plain}", "1234.5"),
    ("growth_pct: {unit: points}", "12.5\u{A0}points"),
    ("Milliseconds: {type: number}", "343,719"), ("file_size: {format: plain}", "11170334"),
    ("salary: {type: date}", "52000"), ("trip_seconds: {format: milliseconds}", "0:04"),
  ])
  func everyGuessIsOverruledInOneLine(line: String, shown: String) async throws {
    let name = String(line.prefix { $0 != ":" })
    try await with({ $0.file = try SiteFile(yaml: "databases: {sample: {tables: {t: {columns: {\(line)}}}}}") }) {
      client in
      let page = try await client.get("/sample/t").text
      let place = try #require(Self.columns.firstIndex { $0.name == name })
      #expect(text(try #require(cells(page).dropFirst(place).first)) == shown)
    }
  }
}
