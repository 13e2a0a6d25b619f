import Foundation
import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

/// "Which columns, in which order, how many".
@Suite struct PageConventionTests {
  @Test(arguments: [
    ("_col=name", ["id", "name"]), ("_col=name&_col=big", ["big", "id", "name"]),
    (
      "_nocol=name&_nocol=tags",
      ["amount", "at", "big", "bytes", "id", "kind"]
    ), ("_nocol=id&_col=name", ["id", "name"]),
  ])
  func columnsAreChosenAndThoseOfTheKeyStay(query: String, expected: [String]) async throws {
    let row = try #require(try await ConventionSite.get("/odd/thing.json?\(query)").rows().first)
    #expect(row.keys.sorted() == expected)
  }

  @Test(arguments: [
    ("_sort=big", [2, 3, 4, 1]), ("_sort_desc=big", [1, 4, 3, 2]), ("_sort=amount", [2, 3, 4, 1]),
    ("_sort=at&_sort_desc=id", [3, 4, 1, 2]), ("_sort_desc=name", [2, 1, 3, 4]),
  ])
  func rowsAreSorted(query: String, expected: [Int]) async throws {
    let rows = try await ConventionSite.get("/odd/thing.json?\(query)").rows()
    #expect(rows.compactMap { $0["id"] as? Int } == expected)
  }

  @Test func aTablesOwnOrderIsThatOfItsPrimaryKey() async throws {
    let sample = try SampleDatabase(
      """
      CREATE TABLE word (word TEXT PRIMARY KEY, n INTEGER);
      INSERT INTO word VALUES ('c', 1), (NULL, 2), ('a', 3), (NULL, 4), ('b', 5);
      CREATE TABLE pair (b TEXT, a TEXT, PRIMARY KEY (a, b));
      INSERT INTO pair VALUES ('2', 'y'), ('1', 'y'), ('3', 'x');
      """)
    defer { sample.remove() }
    let client = TestClient.inProcess(try sample.server())
    #expect(try await client.get("/sample/pair.csv").text == "b,a\r\n3,x\r\n1,y\r\n2,y\r\n")
    var numbers: [Int] = [], path: String? = "/sample/word.json?_size=1"
    while let target = path {
      let page = try await client.get(target)
      numbers += try page.rows().compactMap { $0["n"] as? Int }
      path = (try page.object()["next"] as? String).map { "/sample/word.json?_size=1&_next=\($0)" }
    }
    #expect(numbers == [2, 4, 3, 5, 1])
  }

  @Test func theSizeIsANumberUpToALimit() async throws {
    try await ConventionSite.with { client async throws in
      #expect(try await client.get("/chinook/Track.json").rows().count == 50)
      #expect(try await client.get("/chinook/Track.json?_size=3").rows().count == 3)
      #expect(try await client.get("/chinook/Track.json?_size=max").rows().count == 1_000)
      #expect(try await client.get("/chinook/Track.json?_size=1001").error() == "_size must be at most 1000")
      for size in ["-1", "x", ""] {
        #expect(
          try await client.get("/chinook/Track.json?_size=\(size)").error() == "_size must be a number from 0, or max")
      }
    }
  }

  @Test func aTokenIsOfTheValuesOfARowAndOfOneTableAlone() async throws {
    try await ConventionSite.with { client async throws in
      var ids: [Int] = []
      var target: String? = "/odd/thing.json?_size=1&_sort=amount"
      while let path = target {
        let page = try await client.get(path)
        ids += try page.rows().compactMap { $0["id"] as? Int }
        target = (try page.object()["next"] as? String).map { "/odd/thing.json?_size=1&_sort=amount&_next=\($0)" }
      }
      #expect(ids == [2, 3, 4, 1])
      let token = try #require(try await client.get("/odd/thing.json?_size=1").object()["next"] as? String)
      #expect(try await client.get("/odd/kind.json?_next=\(token)").status == .badRequest)
      #expect(try await client.get("/odd/thing.json?_sort=name&_next=\(token)").status == .badRequest)
      #expect(try await client.get("/odd/thing.json?_next=2").status == .badRequest)
    }
  }

  @Test func pagesRunBothWays() async throws {
    try await ConventionSite.with { client async throws in
      let first = try await client.get("/odd/thing.json?_size=2").object()
      #expect(first["previous"] is NSNull)
      let next = try #require(first["next"] as? String)
      let second = try await client.get("/odd/thing.json?_size=2&_next=\(next)").object()
      let previous = try #require(second["previous"] as? String)
      #expect(second["next"] is NSNull)
      let back = try await client.get("/odd/thing.json?_size=2&_previous=\(previous)").rows()
      #expect(back.compactMap { $0["id"] as? Int } == [1, 2])
    }
  }

  @Test(arguments: [
    ("_facet=kind", "kind", ["1", "2"]), ("_facet_array=tags", "tags", ["a", "b"]),
    ("_facet_date=at", "at", ["2025-10-14", "2025-10-15"]),
  ])
  func facetsCountTheirValues(query: String, name: String, expected: [String]) async throws {
    try await ConventionSite.with { client async throws in
      let facets = try await client.get("/odd/thing.json?\(query)").object()["facet_results"] as? [String: Any]
      let facet = try #require((facets?["results"] as? [String: [String: Any]])?[name])
      let results = try #require(facet["results"] as? [[String: Any]])
      #expect(results.map { "\($0["value"] ?? "")" }.sorted() == expected)
      for result in results {
        let address = try #require(result["toggle_url"] as? String)
        let path = try #require(URL(string: address)).path(percentEncoded: true)
        let rows = try await client.get(path + "?" + (URL(string: address)?.query(percentEncoded: true) ?? "")).rows()
        #expect(rows.count == result["count"] as? Int)
      }
      let small = try await client.get("/odd/thing.json?\(query)&_facet_size=1").object()["facet_results"]
      let cut = try #require(((small as? [String: Any])?["results"] as? [String: [String: Any]])?[name])
      #expect((cut["results"] as? [Any])?.count == 1 && cut["truncated"] as? Bool == true)
      #expect(try await client.get("/odd/thing.json?\(query)&_nofacet=1").object()["facet_results"] == nil)
    }
  }

  @Test(arguments: ["on", "true", "1", "off", "false", "0", "ON", "maybe"])
  func flagsAreOnOrOff(value: String) async throws {
    try await ConventionSite.with { client async throws in
      let path = "/odd/thing.json?_nocount=\(value)&_extra=count"
      guard value != "maybe" else {
        return #expect(try await client.get(path).error() == "_nocount must be on or off")
      }
      let count = try await client.settled(path).object()["count"]
      #expect((count is NSNull) == ["on", "true", "1"].contains(value.lowercased()))
    }
  }
}
