import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SitePages
import SiteTables
import TableServer
import Testing

/// Rows that the site's owner shows as a tree.
@Suite struct TreeTests {
  private static let statements = """
    CREATE TABLE place (id INTEGER PRIMARY KEY, inside INTEGER REFERENCES place(id), name TEXT);
    INSERT INTO place VALUES (1, NULL, 'Europe'), (2, 1, 'Norway'), (3, 2, 'Bergen'), (4, NULL, 'Asia'), (5, 4, 'Japan');
    CREATE TABLE visit (id INTEGER PRIMARY KEY, place INTEGER REFERENCES place(id), parts TEXT);
    CREATE TABLE pair (a TEXT, b TEXT, PRIMARY KEY (a, b));
    CREATE VIEW names AS SELECT * FROM place;
    """

  private func with(_ tables: String, _ test: (TestClient) async throws -> Void) async throws {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    let server = try sample.server {
      $0.file = try SiteFile(yaml: "databases: {sample: {tables: {\(tables)}}}")
      $0.nibs = .init(sources: ["place": "<b>{{name}}</b>"])
    }
    try await test(.inProcess(server))
  }

  @Test func rowsAreIndentedAndTheirLevelsAreTold() async throws {
    try await with("place: {tree: inside, sort: name}") { client in
      let page = try await client.get("/sample/place").text
      let rows = page.matches(
        of: /<tr><th scope="row".*?<a href="\/sample\/place\/(\d+)">.*?<\/tr>/.dotMatchesNewlines())
      #expect(rows.map { String($0.1) } == ["4", "5", "1", "2", "3"])
      let levels = page.matches(of: #/tree-level indent-(\d)"><span class="visually-hidden">Level (\d)/#)
      #expect(levels.map { String($0.1) } == ["1", "1", "2"] && levels.map { String($0.2) } == ["2", "2", "3"])
      #expect(rows.map { $0.0.contains("tree-level") } == [false, true, false, true, true])
      #expect(page.contains("pages use offsets") && page.contains("/notes."))
    }
  }

  @Test(arguments: ["name__contains=o", "_search=o", "_sort=id", "_sort_desc=name"])
  func chosenOrSortedOtherwiseTheyAreAFlatList(arguments: String) async throws {
    try await with("place: {tree: inside, sort: name}") { client in
      let page = try await client.get("/sample/place?\(arguments)").text
      #expect(page.contains("<tr><th scope=\"row\"") && !page.contains("tree-level"))
      let levels = try await client.get("/sample/place.json?_extra=levels&\(arguments)").object()["levels"]
      #expect(levels is NSNull)
    }
  }

  @Test func dataHaveTheSameRowsAndTheirLevels() async throws {
    try await with("place: {tree: inside, sort: name}") { client in
      let object = try await client.get("/sample/place.json?_extra=levels&_size=3").object()
      #expect((object["rows"] as? [[String: Any]])?.compactMap { $0["id"] as? Int } == [4, 5, 1])
      #expect(object["levels"] as? [Int] == [0, 1, 0])
      let next = try #require(object["next_url"] as? String).replacing(/^https?:\/\/[^\/]*/, with: "")
      let rest = try await client.get(next).object()
      #expect((rest["rows"] as? [[String: Any]])?.compactMap { $0["id"] as? Int } == [2, 3])
      #expect(rest["levels"] as? [Int] == [1, 2] && rest["next"] is NSNull)
      let sections = try await client.get("/sample/place.json?_shape=sections").text
      #expect(sections.matches(of: /"indentation_level":(\d)/).map { $0.1 } == ["0", "1", "0", "1", "2"])
      let csv = try await client.get("/sample/place.csv?_stream=on&_col=name").text
      let names = csv.split(separator: "\r\n").map { $0.split(separator: ",").last }
      #expect(names == ["name", "Asia", "Japan", "Europe", "Norway", "Bergen"])
      let query = try await client.get("/sample/place.json?_extra=query").text
      #expect(query.contains("WITH RECURSIVE"))
    }
  }

  @Test func cellsOfOnesOwnAreIndentedToo() async throws {
    try await with("place: {tree: inside, cells: [{nib: place}]}") { client in
      let page = try await client.get("/sample/place").text
      #expect(page.matches(of: /aria-level="(\d)"/).map { $0.1 } == ["2", "3", "2"])
    }
  }

  @Test(arguments: [
    ("place: {tree: insid}", "1:45: “place” has no column “insid”; did you mean “inside”?"),
    ("place: {tree: id}", "1:45: “place” needs a key of one column to be shown as a tree"),
    ("visit: {tree: place}", "1:45: “place” references “place”; a tree needs a reference to “visit”"),
    ("pair: {tree: b}", "1:44: “pair” needs a key of one column to be shown as a tree"),
    ("names: {tree: inside}", "1:45: “names” is a view: only tables can be shown as trees"),
    (
      "place: {tree: inside, sections: {by: name}}", "1:45: `tree` and `sections` exclude each other"
    ),
  ])
  func whatCanBeNoTreeIsTold(tables: String, problem: String) async throws {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    var site = Site()
    site.databases = [try SQLiteDatabase.open(path: sample.path)]
    site.file = try SiteFile(yaml: "databases: {sample: {tables: {\(tables)}}}")
    #expect(try await site.problemsOfFile().map(\.description) == [problem])
  }
}
