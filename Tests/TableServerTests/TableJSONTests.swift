import Foundation
import MicroHTTPTesting
import Testing

@Suite struct TableJSONTests {
  static let tables = [
    "Album", "Artist", "Customer", "Employee", "Genre", "Invoice", "InvoiceLine", "MediaType", "Playlist",
    "PlaylistTrack", "Track",
  ]

  @Test func theDefaultShapeHasRowsAndTokens() async throws {
    let page = try await SiteUnderTest.client().get(
      "/chinook/Genre.json?_size=2", headers: ["Host": "data.example.org"])
    #expect(page["Content-Type"] == "application/json")
    let object = try page.object()
    #expect(object["ok"] as? Bool == true)
    #expect(object["truncated"] as? Bool == false)
    #expect((try page.rows().map { $0["Name"] as? String }) == ["Rock", "Jazz"])
    let next = try #require(object["next"] as? String)
    #expect(object["next_url"] as? String == "http://data.example.org/chinook/Genre.json?_size=2&_next=\(next)")
    #expect(object["previous"] is NSNull)
    #expect(page["Link"] == "<http://data.example.org/chinook/Genre.json?_size=2&_next=\(next)>; rel=\"next\"")
  }

  @Test func acceptAsksForJSONToo() async throws {
    let page = try await SiteUnderTest.client().get("/chinook/Genre", headers: ["Accept": "application/json"])
    #expect(page["Content-Type"] == "application/json")
  }

  @Test(arguments: tables)
  func pagesFollowEachOtherToTheEndAndBack(table: String) async throws {
    let client = try SiteUnderTest.client()
    var forwards: [[String]] = [], path: String? = "/chinook/\(table).json?_size=97", last = ""
    while let target = path {
      let page = try await client.get(target)
      forwards.append(try page.rows().map(Self.identity))
      last = target
      path = try Self.path(page, "next_url")
    }
    var backwards: [[String]] = []
    path = try Self.path(try await client.get(last), "previous_url")
    while let target = path {
      let page = try await client.get(target)
      backwards.append(try page.rows().map(Self.identity))
      path = try Self.path(page, "previous_url")
    }
    let rows = forwards.flatMap(\.self)
    #expect(Set(rows).count == rows.count)
    let counted = try await client.settled("/chinook/\(table).json?_size=1&_extra=count").object()
    #expect(counted["count"] as? Int == rows.count)
    #expect(Array(backwards.reversed()) == Array(forwards.dropLast()))
  }

  @Test func shapesAreThoseOfTheConventions() async throws {
    let client = try SiteUnderTest.client()
    #expect(
      try await client.get("/chinook/Genre.json?_size=1&_shape=array").text == "[{\"GenreId\":1,\"Name\":\"Rock\"}]")
    #expect(try await client.get("/chinook/Genre.json?_size=2&_shape=arrayfirst").text == "[1,2]")
    #expect(
      try await client.get("/chinook/Genre.json?_size=1&_shape=object").text
        == "{\"1\":{\"GenreId\":1,\"Name\":\"Rock\"}}")
    let lines = try await client.get("/chinook/Genre.json?_size=2&_shape=array&_nl=on")
    #expect(lines["Content-Type"] == "application/x-ndjson")
    #expect(lines.text.split(separator: "\n").count == 2)
    let sections = try await client.get("/chinook/Genre.json?_size=1&_shape=sections").object()
    #expect((sections["sections"] as? [[String: Any]])?.count == 1)
  }

  @Test func aRowIsAnObjectOfItsOwn() async throws {
    let rows = try await SiteUnderTest.client().get("/chinook/Track/20.json").rows()
    #expect(rows.count == 1)
    #expect(rows.first?["Name"] as? String == "Overdose")
  }

  @Test func aCompoundKeyNamesARow() async throws {
    let rows = try await SiteUnderTest.client().get("/chinook/PlaylistTrack/1,3402.json").rows()
    #expect(rows.first?["TrackId"] as? Int == 3402)
  }

  private static func identity(_ row: [String: Any]) -> String {
    row.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "|")
  }

  private static func path(_ page: TestResponse, _ key: String) throws -> String? {
    guard let address = try page.object()[key] as? String else { return nil }
    // The whole address, from the path on.
    guard let scheme = address.range(of: "://") else { return address }
    let rest = address[scheme.upperBound...]
    return rest.firstIndex(of: "/").map { String(rest[$0...]) }
  }
}
