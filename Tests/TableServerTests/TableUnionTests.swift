import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// Tables of one shape seen as one.
@Suite struct TableUnionTests {
  private static let matches = """
    CREATE TABLE matches_1968 (winner TEXT, minutes INTEGER); INSERT INTO matches_1968 VALUES ('Laver', 90), ('Rosewall', 120);
    CREATE TABLE matches_1969 (winner TEXT, minutes INTEGER); INSERT INTO matches_1969 VALUES ('Laver', 95);
    CREATE TABLE "matches_1970" (Winner TEXT, Minutes REAL); INSERT INTO matches_1970 VALUES ('Ashe', 61.5);
    CREATE TABLE matches_1971 (winner TEXT, loser TEXT); INSERT INTO matches_1971 VALUES ('Smith', 'Kodes');
    CREATE TABLE matches_notes (winner TEXT, minutes INTEGER); INSERT INTO matches_notes VALUES ('nobody', 0);
    CREATE TABLE "sales o'north" (amount INTEGER); INSERT INTO "sales o'north" VALUES (1);
    CREATE TABLE "sales south" (amount INTEGER); INSERT INTO "sales south" VALUES (2);
    """

  private func with(_ change: (inout Site) throws -> Void = { _ in }, _ body: (TestClient) async throws -> Void)
    async throws
  {
    let sample = try SampleDatabase(Self.matches)
    defer { sample.remove() }
    try await body(.inProcess(try sample.server(change)))
  }

  @Test func rowsOfAllTablesStandInOne() async throws {
    try await with { client in
      let json = try await client.get("/sample/matches_~2A.json?_shape=arrays&_sort=minutes&_extra=count").text
      #expect(
        json.contains(
          #"[["matches_1970","Ashe",61.5],["matches_1968","Laver",90],["matches_1969","Laver",95],["matches_1968","Rosewall",120]]"#
        ),
        "\(json)")
      #expect(json.contains(#""count":4"#), "\(json)")
      let filtered = try await client.get("/sample/matches_~2A.csv?winner=Laver&_sort_desc=file").text
      #expect(filtered == "file,winner,minutes\r\nmatches_1969,Laver,95\r\nmatches_1968,Laver,90\r\n")
      let facet = try await client.get("/sample/matches_~2A.json?_facet=file&_size=1").text
      #expect(facet.contains(#""value":"matches_1968""#), "\(facet)")
      #expect(try await client.get("/sample/matches_~2A").text.contains("Rosewall"))
      #expect(try await client.get("/sample/matches_~2A?_search=rosew").text.contains("matches_1968"))
    }
  }

  @Test func anyTextIsMeantWhereNoTableHasDigits() async throws {
    try await with { client in
      let csv = try await client.get("/sample/sales+~2A.csv?_sort=amount").text
      #expect(csv == "file,amount\r\nsales o'north,1\r\nsales south,2\r\n")
    }
  }

  @Test func whatIsNoUnionIsNoTable() async throws {
    try await with { client in
      for name in ["nothing_~2A", "~2A~2A", "matches_1968~2A", "matches_197~2A"] {
        let response = try await client.get("/sample/" + name)
        #expect(response.status == .notFound, "\(name)")
      }
    }
  }

  @Test func thePageOfTheDatabaseLeadsThere() async throws {
    try await with({
      $0.file = try SiteFile(yaml: "databases: {sample: {tables: {sales *: {title: All sales}}}}")
    }) { client in
      let page = try await client.get("/sample").text
      #expect(page.contains(#"<a href="/sample/sales+~2A"><bdi>All sales</bdi></a>"#), "\(page)")
      #expect(!page.contains("matches_~2A"), "three differ by a number, but not all are of one shape")
      #expect(try await client.get("/sample/sales+~2A").text.contains("<title>All sales"))
    }
  }

  @Test func tablesThatAVisitorMayNotReadAreLeftOut() async throws {
    try await with({
      $0.file = try SiteFile(yaml: "databases: {sample: {tables: {matches_1968: {allow: {id: ada}}}}}")
    }) { client in
      let csv = try await client.get("/sample/matches_~2A.csv").text
      #expect(!csv.contains("Rosewall") && csv.contains("matches_1969") && csv.contains("Ashe"), "\(csv)")
    }
  }

  @Test(arguments: [
    (["sales_2023-05", "sales_2023-06", "sales_2024-01"], ["sales_*"]),
    (["2021 north", "2022 north", "2023 north"], ["* north"]), (["a1b2", "a2b3", "a3b4"], []),
    (["north", "south", "east"], []), (["y1", "y2"], []), (["y1_", "y2_", "y3_"], ["y*_"]),
  ])
  func tablesAreOfferedAsOneWhereANumberAloneTellsThemApart(names: [String], offered: [String]) async throws {
    let sample = try SampleDatabase(names.map { "CREATE TABLE \"\($0)\" (n INTEGER);" }.joined())
    defer { sample.remove() }
    let page = try await TestClient.inProcess(try sample.server()).get("/sample").text
    for name in offered { #expect(page.contains("<bdi>\(name)</bdi>"), "\(name)") }
    #expect(page.contains("~2A") == !offered.isEmpty)
  }
}
