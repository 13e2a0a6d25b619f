import Foundation
import MicroHTTP
import MicroHTTPTesting
import TablePages
import Testing

@Suite struct GroupTests {
  private static let everything =
    "_group=BillingCountry&_sum=Total&_avg=Total&_min=Total&_max=Total&_sort=BillingCountry"

  // MARK: Every kind of table

  @Test(arguments: EveryTable.allCases)
  func everyTableGroupsItsRows(_ table: EveryTable) async throws {
    try await table.withClient { client in
      let answer = try await client.get(
        "\(table.path)/-/groups.json?_group=kind&_sum=size&_avg=size&_min=size&_max=name&_sort=kind"
      ).object()
      let rows = try #require(answer["rows"] as? [[String: Any]])
      #expect(rows.map { "\($0["kind"] ?? "")" } == ["leaf", "needle", "other"])
      #expect(rows.map { $0["count"] as? Int } == [4, 4, 4])
      #expect(rows.map { $0["sum_size"] as? Int } == [165, 85, 113])
      #expect(rows.map { $0["avg_size"] as? Double } == [41.25, 21.25, 28.25])
      #expect(rows.map { $0["min_size"] as? Int } == [10, 5, 8])
      #expect(rows.map { "\($0["max_name"] ?? "")" } == ["Juniper", "Katsura", "Larch"])
      let total = try #require(answer["total"] as? [String: Any])
      #expect(total["count"] as? Int == 12 && total["sum_size"] as? Int == 363 && total["avg_size"] as? Double == 30.25)
      #expect(total["min_size"] as? Int == 5 && total["max_name"] as? String == "Larch")
      #expect(answer["group_count"] as? Int == 3)
    }
  }

  @Test(arguments: EveryTable.allCases)
  func groupsAreSortedFilteredAndTakenPageByPage(_ table: EveryTable) async throws {
    try await table.withClient { client in
      let path = "\(table.path)/-/groups"
      func names(_ query: String) async throws -> [String] {
        try await client.get("\(path).json?\(query)").rows().map { "\($0["kind"] ?? $0["size"] ?? "")" }
      }
      #expect(try await names("_group=kind&_sum=size&_sort_desc=sum_size") == ["leaf", "other", "needle"])
      #expect(try await names("_group=kind&size__gte=35&_sort=kind") == ["leaf", "other"])
      #expect(try await names("_group=kind&name__contains=Fig") == ["other"])
      #expect(try await names("_group=size&_by=range&_width=50") == ["0", "50"])
      let first = try await client.get("\(path).json?_group=size&_sort=size&_size=4").object()
      #expect((first["rows"] as? [[String: Any]])?.map { $0["size"] as? Int } == [5, 8, 10, 20])
      let token = try #require(first["next"] as? String)
      #expect(try await names("_group=size&_sort=size&_size=4&_next=\(token)") == ["30", "35", "40", "45"])
      let last = try await client.get("\(path).json?_group=size&_sort=size&_size=4&_next=8").object()
      #expect((last["rows"] as? [[String: Any]])?.count == 1 && last["next"] is NSNull)
      #expect(
        try await client.get("\(path).csv?_group=kind&_sort=kind").text
          == "kind,count\r\nleaf,4\r\nneedle,4\r\nother,4\r\n")
    }
  }

  @Test(arguments: EveryTable.allCases)
  func whatMakesNoSenseIsRefused(_ table: EveryTable) async throws {
    try await table.withClient { client in
      for (query, words) in [
        ("", "_group"), ("_group=nothing", "Unknown column: nothing"),
        ("_group=kind&_sum=nothing", "Unknown column: nothing"),
        ("_group=kind&_sum=name", "“name” has no sum"), ("_group=name&_by=range", "“name” has no numbers"),
        ("_group=name&_by=year", "“name” has no days"),
        ("_group=kind&_by=century", "_by must be one of"), ("_group=kind&_sort=name", "Cannot sort groups by name"),
        ("_group=kind&_size=0", "_size"), ("_group=kind&_next=x", "_next"),
        ("_group=size&_by=range&_width=-1", "_width"),
        ("_group=kind&_chart=pie", "_chart must be one of"), ("_group=kind&nothing=1", "nothing"),
        ("_group=kind&_shape=sections", "sections"),
      ] {
        let answer = try await client.get("\(table.path)/-/groups.json?\(query)")
        #expect(answer.status == .badRequest, "\(query)")
        #expect(answer.text.contains(words), "\(query): \(answer.text)")
      }
    }
  }

  // MARK: The sums of a program that nobody here wrote

  /// The groups as sqlite3 makes them, in cents.
  private static func oracle() throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "sqlite3", "-separator", "|", SiteUnderTest.chinook,
      """
      SELECT BillingCountry, count(*), CAST(round(sum(Total) * 100) AS INT), CAST(round(avg(Total) * 10000) AS INT),
      CAST(round(min(Total) * 100) AS INT), CAST(round(max(Total) * 100) AS INT) FROM Invoice GROUP BY 1 ORDER BY 1
      """,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return text.split(separator: "\n").map(String.init)
  }

  private static func lines(_ rows: [[String: Any]]) -> [String] {
    func scaled(_ value: Any?, _ factor: Double) -> Int { Int(((value as? Double ?? .nan) * factor).rounded()) }
    return rows.map { row in
      [
        "\(row["BillingCountry"] ?? "")", "\(row["count"] ?? "")", "\(scaled(row["sum_Total"], 100))",
        "\(scaled(row["avg_Total"], 10_000))", "\(scaled(row["min_Total"], 100))", "\(scaled(row["max_Total"], 100))",
      ].joined(separator: "|")
    }
  }

  @Test func theSumsOfInvoicesPerCountryAreThoseOfSQLite() async throws {
    let expected = try Self.oracle()
    #expect(expected.count == 24)
    let client = try SiteUnderTest.client()
    #expect(Self.lines(try await client.get("/chinook/Invoice/-/groups.json?\(Self.everything)").rows()) == expected)
  }

  @Test func thoseOfAFileAreTheSame() async throws {
    let expected = try Self.oracle()
    let csv = try await SiteUnderTest.client().get("/chinook/Invoice.csv?_stream=on").text
    try await FileExportTests.withFolder { folder in
      let file = folder.appending(path: "Invoice.csv")
      try Data(csv.utf8).write(to: file)
      let client = try await FileExportTests.client([file.path], in: folder)
      #expect(Self.lines(try await client.get("/loaded/Invoice/-/groups.json?\(Self.everything)").rows()) == expected)
    }
  }

  private struct Invoice: CellViewModel, Equatable {
    let id: RowKey
    let country: String
    let total: Double
  }

  @Test func thoseOfATableInMemoryAreTheSame() async throws {
    let expected = try Self.oracle()
    let rows = try await SiteUnderTest.client().get("/chinook/Invoice.json?_size=1000").rows().map { row in
      Invoice(
        id: RowKey(try #require(row["InvoiceId"] as? Int)), country: "\(row["BillingCountry"] ?? "")",
        total: try #require(row["Total"] as? Double))
    }
    let table = try MemoryTable(
      "Invoice", columns: [.init("BillingCountry", \Invoice.country), .init("Total", \.total)], rows: rows)
    let client = try SiteUnderTest.client {
      $0.databases = []
      $0.mount(table, at: "/invoice")
    }
    #expect(Self.lines(try await client.get("/invoice/-/groups.json?\(Self.everything)").rows()) == expected)
    // Sums say what people would, not what binary fractions leave.
    let usa = try await client.get("/invoice/-/groups.json?_group=BillingCountry&_sum=Total&BillingCountry=USA").text
    #expect(usa.contains("\"sum_Total\":523.06"))
  }

  // MARK: SQLite

  @Test func sumsBeyondIntegersAreReals() async throws {
    let sample = try SampleDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, k TEXT, n INTEGER);
      INSERT INTO t (k, n) VALUES ('a', 9223372036854775807), ('a', 9223372036854775807), ('b', 9007199254740993);
      """)
    defer { sample.remove() }
    let client = TestClient.inProcess(try sample.server())
    let large = try await client.get("/sample/t/-/groups.json?_group=k&_sum=n&_sort=k").rows()
    #expect(large.first?["sum_n"] as? Double == 18_446_744_073_709_551_614)
    let exact = try await client.get("/sample/t/-/groups.json?_group=k&_sum=n&k=b").text
    #expect(exact.contains("\"sum_n\":9007199254740993"))
  }

  @Test func nullsMakeAGroupWhoseRowsAreFound() async throws {
    let page = try await SiteUnderTest.client().get("/chinook/Customer/-/groups?_group=State&_size=max").text
    #expect(page.contains("<a class=\"group-link\" href=\"/chinook/Customer?State__isnull=1\">"))
    #expect(page.contains("<a class=\"group-link\" href=\"/chinook/Customer?State=CA\">"))
  }

  // MARK: Pages

  @Test func aPageHasGroupsFiguresAndALineOfTotals() async throws {
    let page = try await SiteUnderTest.client().get(
      "/chinook/Invoice/-/groups?_group=BillingCountry&_sum=Total&BillingCountry__not=France"
    ).text
    #expect(page.contains("<h1><bdi>Invoice by BillingCountry</bdi></h1>"))
    #expect(page.contains("<b>23</b> groups of 377 rows"))
    #expect(page.contains("href=\"/chinook/Invoice?BillingCountry__not=France&amp;BillingCountry=USA\""))
    let foot = try #require(page.components(separatedBy: "<tfoot>").dropFirst().first)
    #expect(foot.contains("All rows") && foot.contains(">377<") && foot.contains("2,133.50"))
    #expect(page.contains("href=\"/chinook/Invoice?BillingCountry__not=France\">Rows</a>"))
    #expect(page.contains("groups.csv?BillingCountry__not=France&amp;_group=BillingCountry&amp;_sum=Total&amp;_dl=on"))
  }

  @Test func referencesAreCalledByTheirNames() async throws {
    let client = try SiteUnderTest.client()
    let page = try await client.get("/chinook/Track/-/groups?_group=GenreId&_avg=Milliseconds").text
    #expect(
      page.contains("<a class=\"group-link\" href=\"/chinook/Track?GenreId=1\">Rock</a> <small>1</small>"))
    let rows = try await client.get("/chinook/Track/-/groups.json?_group=GenreId&_size=1").rows()
    #expect(rows.first?["GenreId"] as? Int == 1 && rows.first?["GenreId_label"] as? String == "Rock")
  }

  @Test func aFormLeadsToTheAddressOfItsGroups() async throws {
    let client = try SiteUnderTest.client()
    let empty = try await client.get("/chinook/Invoice/-/groups")
    #expect(empty.status == .ok && empty.text.contains("<select name=\"_group\">"))
    let sent = try await client.get(
      "/chinook/Invoice/-/groups?BillingCountry=USA&_group=InvoiceDate&_by=year&_of=Total&_figure=sum&_figure=avg")
    #expect(sent.status == .found)
    #expect(
      sent["Location"]
        == "/chinook/Invoice/-/groups?BillingCountry=USA&_group=InvoiceDate&_by=year&_sum=Total&_avg=Total")
    // What a column has none of is left out, so that no choice of a form is an error.
    let text = try await client.get(
      "/chinook/Invoice/-/groups?_group=BillingCity&_of=BillingState&_figure=sum&_figure=max")
    #expect(text["Location"] == "/chinook/Invoice/-/groups?_group=BillingCity&_max=BillingState")
  }

  @Test func groupsAreDrawn() async throws {
    let client = try SiteUnderTest.client()
    let bars = try await client.get("/chinook/Invoice/-/groups?_group=BillingCountry&_sum=Total&_chart=bars").text
    #expect(
      bars.contains("aria-label=\"Bar chart: Sum of Total by BillingCountry. 24 values, the greatest 523.06 (USA)"))
    #expect(bars.contains("<title>USA: 523.06</title>"))
    let line = try await client.get("/chinook/Invoice/-/groups?_group=InvoiceDate&_by=month&_sum=Total&_chart=line")
      .text
    #expect(line.contains("Line chart: Sum of Total by InvoiceDate. 60 values"))
    let histogram = try await client.get("/chinook/Invoice/-/groups?_group=Total&_by=range&_chart=histogram").text
    #expect(histogram.contains("aria-label=\"Histogram: Rows by Total."))
    #expect(histogram.contains("href=\"/chinook/Invoice?Total__gte=0&amp;Total__lt=1\""))
    for page in [bars, line, histogram] { #expect(!page.contains("style=\"") && !page.contains("NaN")) }
  }

  @Test func aPageIsKeptWhileTheDataStay() async throws {
    let client = try SiteUnderTest.client()
    let target = "/chinook/Invoice/-/groups.json?_group=BillingCountry"
    let tag = try #require(try await client.get(target)["ETag"])
    #expect(try await client.get(target, headers: ["If-None-Match": tag]).status == .notModified)
  }
}
