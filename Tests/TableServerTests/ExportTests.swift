import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import TableModel
import Testing

@Suite struct ExportTests {
  /// Every row as the provider reads it.
  private static func values(_ name: String) async throws -> (schema: RecordSchema, rows: [[RecordValue]]) {
    let database = try SQLiteDatabase.open(path: SiteUnderTest.chinook)
    let table = try #require(try await database.table(named: name))
    let page = try await table.page(TableQuery(pageSize: 20_000))
    let schema = try await table.schema()
    let rows = page.sections.compactMap { $0 as? RecordSection }.flatMap { section in
      Records(page: section.page).map { record in schema.columns.indices.map { record[$0] } }
    }
    return (schema, rows)
  }

  /// The fields of CSV, `nil` for null, by RFC 4180 alone.
  private static func csv(_ text: String) -> [[String?]] {
    var records: [[String?]] = [], record: [String?] = []
    var field = "", isQuoted = false, isInside = false
    var scalars = text.unicodeScalars[...]
    func end() { record.append(field.isEmpty && !isQuoted ? nil : field) }
    while let scalar = scalars.popFirst() {
      if isInside {
        if scalar != "\"" {
          field.unicodeScalars.append(scalar)
        } else if scalars.first == "\"" {
          field += "\""
          scalars.removeFirst()
        } else {
          isInside = false
        }
        continue
      }
      switch scalar {
      case "\"": (isInside, isQuoted) = (true, true)
      case ",", "\r":
        end()
        (field, isQuoted) = ("", false)
        guard scalar == "\r" else { continue }
        scalars.removeFirst()
        records.append(record)
        record = []
      default: field.unicodeScalars.append(scalar)
      }
    }
    return records
  }

  /// A value as text; `nil` for null.
  private static func text(_ value: RecordValue) -> String? { value == .null ? nil : value.description }

  @Test(arguments: TableJSONTests.tables)
  func allFormatsHoldTheSame(table: String) async throws {
    let client = try SiteUnderTest.client()
    let (schema, rows) = try await Self.values(table)
    let head = schema.columns.map { Optional($0.name) }
    let csv = Self.csv(try await client.get("/chinook/\(table).csv?_stream=on").text)
    #expect(csv.first == head)
    #expect(Array(csv.dropFirst()) == rows.map { $0.map(Self.text) })
    let lines = try await client.get("/chinook/\(table).ndjson?_stream=on").text.split(separator: "\n")
    #expect(lines.count == rows.count)
    for (line, row) in zip(lines, rows) {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object.count == row.count)
      for (column, value) in zip(schema.columns, row) {
        switch value {
        case .null: #expect(object[column.name] is NSNull)
        case .integer(let number): #expect((object[column.name] as? NSNumber)?.int64Value == number)
        case .real(let number): #expect((object[column.name] as? NSNumber)?.doubleValue == number)
        default: #expect(object[column.name] as? String == value.description)
        }
      }
    }
    let page = try await client.get("/chinook/\(table).json?_size=1000&_shape=array").text
    #expect(page == "[" + lines.prefix(1000).joined(separator: ",") + "]")
    let text = try await client.get("/chinook/\(table).txt?_size=1000").text.split(separator: "\n")
    #expect(text.count == 2 + min(rows.count, 1000))
    for (line, row) in zip(text.dropFirst(2), rows) {
      var rest = line[...]
      for value in row {
        let whole = Self.text(value) ?? "∅"
        let shown = whole.count > 60 ? whole.prefix(50) : whole[...]
        let found = try #require(rest.range(of: shown))
        #expect(rest[..<found.lowerBound].allSatisfy { $0 == " " || $0 == "…" || whole.count > 60 } || shown.isEmpty)
        rest = rest[found.upperBound...]
        if whole.count > 60, let cut = rest.firstIndex(of: "…") { rest = rest[rest.index(after: cut)...] }
      }
    }
  }

  @Test(
    arguments: [
      ("csv", "text/csv", "text/csv; charset=utf-8"), ("ndjson", "application/x-ndjson", "application/x-ndjson"),
      ("txt", "text/plain", "text/plain; charset=utf-8"),
    ])
  func suffixAndAcceptAskForAFormat(suffix: String, accept: String, type: String) async throws {
    let client = try SiteUnderTest.client()
    let bySuffix = try await client.get("/chinook/Genre.\(suffix)?_size=3")
    let byAccept = try await client.get("/chinook/Genre?_size=3", headers: ["Accept": accept])
    #expect(bySuffix["Content-Type"] == type && byAccept["Content-Type"] == type)
    #expect(bySuffix.body == byAccept.body)
    #expect(bySuffix["ETag"] != nil && bySuffix["ETag"] == byAccept["ETag"])
    // What is kept for one format is not the answer in another.
    #expect(try await client.get("/chinook/Genre?_size=3")["Content-Type"] == "text/html; charset=utf-8")
  }

  @Test func linksLeadFromPageToPage() async throws {
    let client = try SiteUnderTest.client()
    var lines: [String] = []
    var target: String? = "/chinook/Genre.csv?_size=10&_header=off"
    while let path = target {
      let page = try await client.get(path)
      lines += page.text.split(separator: "\r\n").map(String.init)
      target = page["Link"].map { String($0.dropFirst().prefix { $0 != ">" }) }
    }
    #expect(lines.count == 25 && lines.first == "1,Rock" && lines.last == "25,Opera")
  }

  @Test func filtersSortAndColumnsHoldForAllRows() async throws {
    let client = try SiteUnderTest.client()
    let text = try await client.get(
      "/chinook/Track.csv?_stream=on&AlbumId=1&_sort_desc=Name&_col=Name&_size=2&_header=off"
    ).text
    let rows = Self.csv(text)
    #expect(rows.count == 10 && rows.allSatisfy { $0.count == 2 })
    let names = rows.compactMap { $0[1] }
    #expect(names == names.sorted(by: >))
  }

  @Test func downloadsHaveAName() async throws {
    let client = try SiteUnderTest.client()
    let page = try await client.get("/chinook/Genre.csv?_dl=on")
    #expect(page["Content-Disposition"] == "attachment; filename=\"Genre.csv\"")
    #expect(try await client.get("/chinook/Genre.csv")["Content-Disposition"] == nil)
  }

  @Test func whatIsWrongIsSaid() async throws {
    let client = try SiteUnderTest.client()
    let option = try await client.get("/chinook/Genre.csv?_header=perhaps")
    #expect(option.status == .badRequest && option.text.contains("_header must be on or off"))
    let column = try await client.get("/chinook/Genre.txt?_sort=nothing")
    #expect(column.status == .badRequest && column["Content-Type"] == "text/plain; charset=utf-8")
    #expect(try await client.get("/chinook.csv").status == .notFound)
    #expect(try await client.get("/chinook/Genre/1.ndjson").status == .notFound)
    // What only likes text gets the page.
    #expect(
      try await client.get("/chinook", headers: ["Accept": "text/plain"])["Content-Type"] == "text/html; charset=utf-8")
  }
}
