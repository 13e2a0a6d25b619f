import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteTables
import TableServer
import Testing

/// Pages that differ in values alone have one frame: nothing of one may be seen on another.
@Suite struct FrameTests {
  private static let statements =
    "CREATE TABLE t (id INTEGER PRIMARY KEY, kind TEXT, size INTEGER);"
    + "INSERT INTO t WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 200)"
    + "SELECT value, CASE value % 2 WHEN 0 THEN 'a&b <c> \"d\" %41+é' ELSE 'x' || value END, 100 - value FROM n"

  /// The page without what differs each time: how long it took, and tokens, which hold a secret.
  private func page(_ client: TestClient, _ target: String) async throws -> String {
    // A page doesn't wait for a facet that takes longer than a moment, as on a machine that has much to do; this does.
    if target.contains("_facet=") {
      let facets = try await client.get(target.replacing("/t?", with: "/t/-/facets?"))
      #expect(facets.status == .ok, "\(target)")
    }
    // A page says how many rows there are without its filters once that is known.
    #expect(try await client.get("/sample/t/-/count.json?_count=exact").status == .ok)
    let page = try await client.settled(target)
    #expect(page.status == .ok, "\(target)")
    #expect(
      !page.text.contains("\u{10FFFD}") && !page.text.contains("F4%8F") && !page.text.contains("F4%258F"), "\(target)")
    return "\(page["Link"] ?? "")\n\(page.text)".replacing(/rows? in [0-9.]+ m?s/, with: "")
      .replacing(/_(next|previous)=[A-Za-z0-9_-]+/, with: "_place")
  }

  private static let value = "a%26b%20%3Cc%3E%20%22d%22%20%2541%2B%C3%A9"
  private static let targets = [
    "kind=\(value)", "kind__not=x1", "kind__not=\(value)", "kind__contains=%26", "kind__contains=x",
    "kind__startswith=a",
    "kind__endswith=%C3%A9", "id__gt=3", "id__gt=77", "id__lte=99&kind__not=x5", "id__lte=98&kind__not=%22",
    "kind__like=%25%26%25", "kind__in=x1,x3", "kind__notin=x1", "kind__notnull=1", "size__gte=-5&_sort_desc=size",
    "size__gte=-50&_sort_desc=size", "id__gt=3&_size=7", "id__gt=4&_size=7", "id__gt=5&_facet=kind",
    "id__gt=6&_facet=kind",
    "id__gt=3&_search=x", "_size=5",
  ]

  @Test func pagesOfOtherValuesAreThoseOfAServerThatKnowsNoOthers() async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server())
    for target in Self.targets + Self.targets.reversed() {
      let alone = TestClient.inProcess(try database.server())
      let (one, other) = (try await page(client, "/sample/t?" + target), try await page(alone, "/sample/t?" + target))
      #expect(one == other, "\(target)")
    }
  }

  @Test func aPageLeadsToItsOwnDataWhicheverPageWasAskedForFirst() async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server())
    let next = try #require(try await client.get("/sample/t.json?id__gt=3&_size=5").object()["next"] as? String)
    let second = try await client.get("/sample/t?id__gt=3&_size=5&_next=\(next)")
    let first = try await client.get("/sample/t?id__gt=3&_size=5")
    let other = try await client.get("/sample/t?id__gt=4&_size=5")
    #expect(second["Link"]?.hasPrefix("</sample/t.json?id__gt=3&_size=5&_next=\(next)>") == true)
    #expect(first["Link"]?.hasPrefix("</sample/t.json?id__gt=3&_size=5>") == true)
    #expect(other["Link"]?.hasPrefix("</sample/t.json?id__gt=4&_size=5>") == true)
    #expect(second.text.contains("/sample/t/-/filters?id__gt=3&amp;_size=5&amp;_next=\(next)#exports\""))
    #expect(first.text.contains("/sample/t/-/filters?id__gt=3&amp;_size=5#exports\""))
    let formsOfSecond = try await client.get("/sample/t/-/filters?id__gt=3&_size=5&_next=\(next)")
    let formsOfFirst = try await client.get("/sample/t/-/filters?id__gt=3&_size=5")
    for format in ["csv", "ndjson", "txt", "json"] {
      #expect(formsOfSecond.text.contains("/sample/t.\(format)?id__gt=3&amp;_size=5&amp;_next=\(next)"), "\(format)")
      #expect(formsOfFirst.text.contains("/sample/t.\(format)?id__gt=3&amp;_size=5\""), "\(format)")
    }
  }
}
