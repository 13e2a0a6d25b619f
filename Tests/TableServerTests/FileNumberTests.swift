import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// Numbers of files keep their spelling, and are numbers all the same.
@Suite struct FileNumberTests {
  private static let versions = """
    kind,name,version,amount,price
    k,a,1.10,3,1.50
    k,b,1.9,3.00,20.00
    k,c,1.1,2.5,0.05
    k,d,1.10,1e+2,7.00
    k,e,1.2,-4,3.25
    k,f,,.5,
    """

  private func with(_ body: (TestClient) async throws -> Void) async throws {
    try await FileExportTests.withFolder { folder in
      let csv = folder.appending(path: "v.csv"), lines = folder.appending(path: "n.ndjson")
      try Data(Self.versions.utf8).write(to: csv)
      try Data("{\"v\":1.10,\"w\":2.50}\n{\"v\":1.1,\"w\":3.00}\n{\"v\":1E400,\"w\":null}\n".utf8).write(to: lines)
      try await body(try await FileExportTests.client([csv.path, lines.path], in: folder))
    }
  }

  /// The names of the rows that a query finds, in order.
  private func names(_ query: String, _ client: TestClient) async throws -> String {
    let response = try await client.get("/loaded/v.json?_shape=array&_col=name&" + query)
    #expect(response.status == .ok, "\(query): \(response.text)")
    return response.text.matches(of: /"name":"(.)"/).map { String($0.1) }.joined()
  }

  @Test func everyFormatHasTheTextOfTheFile() async throws {
    try await with { client in
      let csv = try await client.get("/loaded/v.csv?_stream=on").text
      #expect(csv == Self.versions.replacing("\n", with: "\r\n") + "\r\n")
      let json = try await client.get("/loaded/v.json?_shape=arrays").text
      #expect(json.contains(#"["k","b",1.9,3.00,20.00]"#), "\(json)")
      #expect(json.contains(#"["k","d",1.10,1e+2,7.00]"#), "\(json)")
      #expect(json.contains(#"["k","f",null,0.5,null]"#), "\(json)")
      let text = try await client.get("/loaded/v.txt").text
      #expect(text.contains("1.10") && text.contains("20.00") && text.contains(" .5"), "\(text)")
      let page = try await client.get("/loaded/v").text
      for number in ["1.10", "3.00", "20.00", "1e+2", ".5"] { #expect(page.contains(">\(number)<"), "\(number)") }
      let query = try await client.get("/loaded/-/query.csv?sql=select+version,price+from+v+where+name='a'").text
      #expect(query == "version,price\r\n1.10,1.50\r\n")
      let lines = try await client.get("/loaded/n.ndjson?_stream=on").text
      for row in [#""v":1.10,"w":2.50}"#, #""v":1.1,"w":3.00}"#, #""v":1E400,"w":null}"#] {
        #expect(lines.contains(row), "\(lines)")
      }
    }
  }

  @Test(arguments: [
    ("_sort=amount", "efcabd"), ("_sort_desc=amount", "dbacfe"), ("_sort=version", "fcadeb"),
    ("amount__gt=3", "d"), ("amount__gte=3", "abd"), ("amount__gte=3.0", "abd"), ("amount__lt=3", "cef"),
    ("amount__lte=3", "abcef"), ("amount=3", "a"), ("amount=3.00", "b"), ("version=1.1", "c"), ("version=1.10", "ad"),
    ("version__in=1.10,1.9", "abd"), ("version__not=1.10", "bce"), ("version__notin=1.10,1.9", "ce"),
    ("version__startswith=1.1", "acd"), ("version__isnull=1", "f"), ("price=1.5", "a"), ("price=1.50", "a"),
    ("price__gt=3.25", "bd"), ("price__endswith=.00", "bd"), ("price__contains=1.50", "a"), ("price__like=3.25", "e"),
    ("_search_price=.05", "c"), ("price__notcontains=0", "e"), ("amount__contains=.0", "b"),
    ("amount__glob=1e*", "d"), ("price__in=7,20.0", "bd"), ("_where=amount+%3E+3", "d"), ("_where=amount+%3D+3", "ab"),
    ("_where=amount+between+2.5+and+3", "abc"), ("_where=price+%2F+2+%3D+3.5", "d"),
    ("_where=amount+%3E+price", "acd"), ("_search=1.10", ""),
  ])
  func filtersAndSortsTakeThemForNumbers(query: String, expected: String) async throws {
    try await with { client in
      let found = try await names(query, client)
      #expect(found == expected)
    }
  }

  @Test(arguments: ["_sort=amount", "_sort_desc=amount", "_sort=version", "_sort=price"])
  func pagesFollowEachOtherBothWays(sort: String) async throws {
    try await with { client in
      let whole = try await names(sort, client)
      var pages: [String] = []
      var next: String? = ""
      var previous: String?
      while let token = next {
        let page = try await client.get("/loaded/v.json?\(sort)&_size=2" + (token.isEmpty ? "" : "&_next=\(token)"))
        pages.append(page.text.matches(of: /"name":"(.)"/).map { String($0.1) }.joined())
        next = try page.object()["next"] as? String
        previous = try page.object()["previous_url"] as? String
      }
      #expect(pages.joined() == whole)
      #expect(pages.count == 3)
      let target = try #require(previous?.firstMatch(of: /\/loaded.*/)).0
      let back = try await client.get(String(target))
      #expect(back.text.matches(of: /"name":"(.)"/).map { String($0.1) }.joined() == pages[1])
    }
  }

  @Test func facetsTellEverySpellingApart() async throws {
    try await with { client in
      let json = try await client.get("/loaded/v.json?_facet=version&_facet=price&_size=1&_extra=facet_results").text
      #expect(json.contains(#""value":"1.10","label":"1.10","count":2"#), "\(json)")
      #expect(json.contains(#""value":"1.1","label":"1.1","count":1"#), "\(json)")
      #expect(json.contains("price=20.00"), "\(json)")
      let page = try await client.get("/loaded/v/-/facets?_facet=version&_facet=price").text
      #expect(page.contains("version=1.10") && page.contains("price=1.50"), "\(page)")
    }
  }

  @Test func theyAddUpAndCompareInAnyStatement() async throws {
    try await with { client in
      func row(_ sql: String) async throws -> String {
        let query = sql.replacing(" ", with: "+").replacing("*", with: "%2A")
        let text = try await client.get("/loaded/-/query.json?_shape=arrays&sql=\(query)").text
        return text.firstMatch(of: /"rows":\[\[(.*?)\]\]/).map { String($0.1) } ?? text
      }
      let rows = [
        (try await row("select sum(amount), avg(price), min(amount), max(amount) from v"), #"105.0,6.36,"-4","1e+2""#),
        (try await row("select count(distinct version), count(distinct version collate binary) from v"), "3,4"),
        (try await row("select group_concat(name, '') from (select name from v order by amount)"), #""efcabd""#),
        (try await row("select typeof(price), price / 2 from v where name = 'd'"), #""real",3.5"#),
      ]
      for (found, expected) in rows { #expect(found == expected) }
    }
  }

  @Test(arguments: [
    ("kind", ["k|6 rows"], "Sum of amount 105 · Sum of price 31.80"),
    (
      "version", ["None|1 row", "1.1|1 row", "1.10|2 rows", "1.2|1 row", "1.9|1 row"],
      "Sum of amount 103 · Sum of price 8.50"
    ),
    (
      "price", ["None|1 row", "0.05|1 row", "1.50|1 row", "3.25|1 row", "7.00|1 row", "20.00|1 row"],
      "Sum of amount -4 · Sum of price 3.25"
    ),
  ])
  func sectionsAreInTheirOrderAndAddThemUp(column: String, headers: [String], footer: String) async throws {
    try await FileExportTests.withFolder { folder in
      let csv = folder.appending(path: "v.csv")
      try Data(Self.versions.utf8).write(to: csv)
      let client = try await FileExportTests.client([csv.path], in: folder) {
        $0.file = try SiteFile(
          yaml: """
            databases: {loaded: {tables: {v: {sections: {by: \(column), footer: {sum: [amount, price]}}}}}}
            """)
      }
      let page = try await client.settled("/loaded/v").text
      let found = page.matches(of: /class="section-header"><th[^>]*>([^<]*) <small class="muted">([^<]*)</)
      #expect(found.map { "\($0.1)|\($0.2)" } == headers, "\(page)")
      #expect(page.contains(footer), "\(page)")
    }
  }

  @Test func aFileOfAnotherEncodingSaysSoOnItsPage() async throws {
    try await FileExportTests.withFolder { folder in
      let csv = folder.appending(path: "old.csv")
      try (Data("name,city\n".utf8) + Data((0..<9).flatMap { _ in [0xE9, 0x2C, 0xFC, 0x0A] as [UInt8] })).write(to: csv)
      let client = try await FileExportTests.client([csv.path], in: folder)
      let page = try await client.get("/loaded/old").text
      #expect(page.contains("<a href=\"/loaded/old_problems\">Problems in 1 line of the file</a>"), "\(page)")
      let problems = try await client.get("/loaded/old_problems.json?_shape=array").text
      #expect(problems.contains("read as Windows-1252; 9 lines"), "\(problems)")
    }
  }
}
