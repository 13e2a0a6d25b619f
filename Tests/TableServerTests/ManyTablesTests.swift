import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteTables
import Testing

/// Databases of many tables: no page and no data names all of them again and again.
@Suite struct ManyTablesTests {
  private static let count = 1_234

  private static func with(_ test: (TestClient) async throws -> Void) async throws {
    let tables = (0..<count).map { number in
      let name = "table_" + String(repeating: "0", count: 4 - String(number).count) + String(number)
      return "CREATE TABLE \(name) (id INTEGER PRIMARY KEY, other INTEGER REFERENCES table_0000(id));"
    }
    let sample = try SampleDatabase(tables.joined())
    defer { sample.remove() }
    // Enough time also where all is slower, as under a sanitizer.
    try await test(
      .inProcess(try sample.server { $0.databases = [try sample.writable { $0.timeLimitSeconds = 60 }] }))
  }

  @Test func theirListComesInPages() async throws {
    try await Self.with { client in
      let first = try await client.get("/sample")
      #expect(first.text.contains("<b>1,234</b> tables") && first.text.contains("/sample/table_0499\""))
      #expect(!first.text.contains("/sample/table_0500\"") && !first.text.contains("rel=\"prev\""))
      #expect(first.text.contains("href=\"/sample?_from=500\">More tables"))
      let last = try await client.get("/sample?_from=1000")
      #expect(last.text.contains("/sample/table_1233\"") && last.text.contains("href=\"/sample?_from=500\""))
      #expect(!last.text.contains("More tables") && last.text.contains("1,001–1,234"))
      let beyond = try await client.get("/sample?_from=99999")
      #expect(beyond.status == .ok)
      for wrong in ["x", "-1", "1e3"] {
        #expect(try await client.get("/sample?_from=\(wrong)").status == .badRequest, "\(wrong)")
      }
    }
  }

  @Test func namesFilterIt() async throws {
    try await Self.with { client in
      let found = try await client.get("/sample?_name=E_12")
      #expect(found.text.contains("/sample/table_1200\"") && !found.text.contains("/sample/table_0012\""))
      #expect(found.text.contains("value=\"E_12\"") && !found.text.contains("More tables"))
      let more = try await client.get("/sample?_name=table%26")
      #expect(more.text.contains("No table has a name that contains “table&amp;”"))
      #expect(!more.text.contains("no tables yet"))
      let paged = try await client.get("/sample?_name=table")
      #expect(paged.text.contains("href=\"/sample?_name=table&amp;_from=500\""))
    }
    // A few are seen at a glance.
    #expect(try await !SiteUnderTest.client().get("/chinook").text.contains("name=\"_name\""))
  }

  @Test func namesFilterTheFirstPageAndTheMenuOfTables() async throws {
    try await Self.with { client in
      let home = try await client.get("/?_name=E_12").text
      #expect(home.contains("/sample/table_1200\"") && !home.contains("/sample/table_0012\""))
      #expect(home.contains("value=\"E_12\"") && home.contains("href=\"/sample?_name=E_12\""))
      #expect(try await client.get("/?_name=nothing").text.contains("No table has a name that contains “nothing”"))
      #expect(try await client.get("/").text.contains("name=\"_name\""))
      let table = try await client.get("/sample/table_0600").text
      #expect(table.contains("action=\"/sample\"><input type=\"search\" name=\"_name\""))
    }
    for path in ["/", "/chinook/Track"] {
      #expect(try await !SiteUnderTest.client().get(path).text.contains("name=\"_name\""), "\(path)")
    }
  }

  @Test func pagesOfTablesLeadToThoseAroundThem() async throws {
    try await Self.with { client in
      let page = try await client.get("/sample/table_0600")
      #expect(page.text.ranges(of: "<a href=\"/sample/table_").count < 120)
      #expect(page.text.contains("/sample/table_0599\"") && page.text.contains("/sample/table_0649\""))
      #expect(page.text.contains("All 1,234 tables and views"))
      let first = try await client.get("/sample/table_0000")
      #expect(first.text.contains("/sample/table_0099\"") && first.text.contains("aria-current=\"page\""))
    }
  }

  /// Each table's references are found at once for all.
  @Test func dataTellWhichTablesReferToEach() async throws {
    try await Self.with { client in
      let listing = try await client.get("/sample.json").object()
      let tables = try #require(listing["tables"] as? [[String: Any]])
      let keys = try #require(tables.first?["foreign_keys"] as? [String: [[String: Any]]])
      #expect(tables.count == Self.count && keys["incoming"]?.count == Self.count)
      #expect(keys["incoming"]?.last?["other_table"] as? String == "table_1233")
      #expect(keys["incoming"]?.last?["column"] as? String == "id")
    }
  }
}
