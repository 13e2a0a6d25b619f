import MicroHTTP
import MicroHTTPTesting
import PostgreSQLServer
import PostgreSQLTables
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// Tables of a server that have one shape are seen as one, as those of a file are.
@Suite struct ServerTableUnionTests {
  private static let matches = """
    CREATE TABLE matches_1968 (id integer PRIMARY KEY, winner text, minutes integer, day date);
    INSERT INTO matches_1968 VALUES (1, 'Laver', 90, '1968-05-01'), (2, 'Rosewall', 120, '1968-06-01');
    CREATE TABLE matches_1969 (id integer PRIMARY KEY, winner text, minutes integer, day date);
    INSERT INTO matches_1969 VALUES (1, 'Laver', 95, NULL);
    CREATE TABLE matches_1970 (id bigint PRIMARY KEY, winner text, minutes integer, day date);
    CREATE TABLE matches_1971 (winner text, loser text);
    CREATE TABLE "sales o'north" (amount integer); INSERT INTO "sales o'north" VALUES (1);
    CREATE TABLE "sales south" (amount integer); INSERT INTO "sales south" VALUES (2);
    """

  private func client(_ tables: String, _ file: String = "") throws -> TestClient {
    let database = try PostgreSQLDatabase.ofTest(try TestDatabase(tables), isWritable: true)
    return try SiteUnderTest.client {
      $0.databases = [database]
      $0.file = try SiteFile(yaml: file)
    }
  }

  @Test func rowsOfAllTablesOfOneShapeStandInOne() async throws {
    let client = try client(Self.matches)
    let json = try await client.get("/db/matches_~2A.json?_shape=arrays&_sort=minutes&_extra=count").text
    #expect(
      json.contains(
        #"[["matches_1968",1,"Laver",90,"1968-05-01"],["matches_1969",1,"Laver",95,null],["matches_1968",2,"Rosewall",120,"1968-06-01"]]"#
      ), "\(json)")
    #expect(json.contains(#""count":3"#), "\(json)")
    let filtered = try await client.get("/db/matches_~2A.csv?winner=Laver&_sort_desc=file").text
    #expect(
      filtered == "file,id,winner,minutes,day\r\nmatches_1969,1,Laver,95,\r\nmatches_1968,1,Laver,90,1968-05-01\r\n")
    #expect(try await client.get("/db/matches_~2A.json?_facet=file&_size=1").text.contains(#""value":"matches_1968""#))
    let page = try await client.get("/db/matches_~2A?_extra=view_definition")
    #expect(page.status == .ok && page.text.contains("Rosewall") && page.text.contains("1968"))
    #expect(try await client.get("/db/matches_~2A?_search=rosew").text.contains("matches_1968"))
    #expect(try await client.get("/db/matches_~2A.json?_size=2&_extra=view_definition").status == .ok)
    for name in ["nothing_~2A", "~2A~2A", "matches_1968~2A", "matches_197~2A"] {
      #expect(try await client.get("/db/" + name).status == .notFound, "\(name)")
    }
  }

  @Test func theyAreFoundAndNamedOnThePageOfTheDatabase() async throws {
    let file = "databases: {db: {tables: {sales *: {title: All sales}}}}"
    let client = try client(Self.matches, file)
    #expect(
      try await client.get("/db").text.contains(#"<a href="/db/sales+~2A"><bdi>All sales</bdi></a>"#))
    #expect(
      try await client.get("/db/sales+~2A.csv?_sort=amount").text
        == "file,amount\r\nsales o'north,1\r\nsales south,2\r\n")
  }

  @Test func tablesThatAVisitorMayNotReadAreLeftOut() async throws {
    let client = try client(
      Self.matches
        + "CREATE TABLE matches_1967 (LIKE matches_1968 INCLUDING ALL); INSERT INTO matches_1967 VALUES (1, 'Ashe', 1, NULL);",
      "databases: {db: {tables: {matches_1968: {allow: {id: ada}}}}}")
    let csv = try await client.get("/db/matches_~2A.csv").text
    #expect(!csv.contains("Rosewall") && csv.contains("matches_1969") && csv.contains("Ashe"), "\(csv)")
  }

  @Test func thereMayBeMany() async throws {
    let client = try client(
      (1...120).map { "CREATE TABLE part_\($0) (n integer); INSERT INTO part_\($0) VALUES (\($0));" }.joined())
    #expect(
      try await client.get("/db/part_~2A.json?_sort_desc=n&_size=1&_shape=arrays").text.contains(#"["part_120",120]"#))
  }
}
