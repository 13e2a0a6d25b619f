import MicroHTTP
import MicroHTTPTesting
import SiteTables
import TableServer
import Testing

/// The list of a database's tables, which is kept as it was drawn.
@Suite struct DrawnTablesTests {
  private func names(_ page: String) -> [String] {
    page.matches(of: /<th scope="row"><a href="[^"]*"><bdi>([^<]*)<\/bdi>/).map { String($0.1) }
  }

  private func counts(_ page: String) -> [String] {
    page.matches(of: /<td class="number"><span id="[^"]*">([0-9,]+)<\/span>/).map { String($0.1) }
  }

  @Test(arguments: ["/", "/sample"]) func aListShowsWhatIsThereNow(_ path: String) async throws {
    let database = try SampleDatabase(
      "CREATE TABLE a (id INTEGER PRIMARY KEY, x); CREATE TABLE b (y); INSERT INTO a VALUES (1, 2)")
    defer { database.remove() }
    // Nothing else is kept.
    let client = TestClient.inProcess(try database.server { $0.options.pageCacheBytes = 0 })
    for _ in 0..<2 {
      let page = try await client.get(path).text
      #expect(names(page) == ["a", "b"])
      #expect(counts(page) == ["1", "0"])
    }
    try database.execute("INSERT INTO b VALUES (1), (2), (3)")
    #expect(counts(try await client.get(path).text) == ["1", "3"])
    try database.execute("ALTER TABLE a RENAME COLUMN x TO <z>".replacing("<z>", with: "\"<z>\""))
    #expect(try await client.get(path).text.contains("&lt;z&gt;"))
    try database.execute("DROP TABLE b; CREATE TABLE c (z)")
    #expect(names(try await client.get(path).text) == ["a", "c"])
  }

  @Test func chosenTablesAreOthersThanTheFirstOnes() async throws {
    let statements = (0..<60).map { "CREATE TABLE \($0 % 2 == 0 ? "even" : "odd")_\($0) (x);" }.joined()
    let database = try SampleDatabase(statements)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server { $0.options.pageCacheBytes = 0 })
    for _ in 0..<2 {
      #expect(names(try await client.get("/sample").text).count == 60)
      #expect(names(try await client.get("/sample?_name=odd").text).allSatisfy { $0.hasPrefix("odd_") })
      #expect(names(try await client.get("/").text).count == 24)
    }
  }

  @Test func tablesThatCanBeSeenAsOneAreThoseThatAreThereNow() async throws {
    let database = try SampleDatabase(
      "CREATE TABLE year_2023 (x); CREATE TABLE year_2024 (x); CREATE TABLE year_2025 (x);")
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server { $0.options.pageCacheBytes = 0 })
    for _ in 0..<2 { #expect(try await client.get("/sample").text.contains("<bdi>year_*</bdi></a> <small>3 tables")) }
    try database.execute("CREATE TABLE year_2026 (x)")
    #expect(try await client.get("/sample").text.contains("<bdi>year_*</bdi></a> <small>4 tables"))
    try database.execute("ALTER TABLE year_2023 RENAME COLUMN x TO y; ALTER TABLE year_2024 RENAME COLUMN x TO y")
    #expect(!(try await client.get("/sample").text.contains("year_*")))
  }
}
