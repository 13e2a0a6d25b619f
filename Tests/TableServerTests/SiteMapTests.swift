import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableArguments
import TableModel
import TableRendering
import Testing

@testable import TableServer

@Suite struct SiteMapTests {
  struct Database: TableDatabase {
    let name: String
    var currentVersion: DataVersion? { nil }
    func kind() async throws -> String { "nothing" }
    func tables() async throws -> [TableSummary] { [] }
    func table(named name: String) async throws -> (any RecordTable)? { nil }
  }

  private func site(_ databases: [String], _ paths: [String] = [], base: String = "") -> Site {
    var site = Site()
    site.databases = databases.map(Database.init)
    for path in paths { site.mount(MemoryTable(TableContents<Word>(title: path)), at: path) }
    site.options.basePath = base
    return site
  }

  private func name(_ segments: [String], _ map: SiteMap) throws -> String {
    let match = try RouteTable(map).match(segments)
    let names = [
      match.entry?.name ?? "", match.list?.controller.title ?? "", match.folder.joined(separator: "/"), match.table,
      match.key, match.column,
    ]
    return ([match.route.name] + names.filter { !$0.isEmpty }).joined(separator: " ")
      + (match.suffix.map { "." + $0.rawValue } ?? "")
  }

  @Test(arguments: [
    ([], "home"), ([".json"], "home.json"), (["shop"], "database shop"), (["shop.json"], "database shop.json"),
    (["shop", "Track"], "table shop Track"), (["shop", "Track", ""], "table shop Track"),
    (["shop", "table~2Fwith~2Fslashes~2Ecsv"], "table shop table/with/slashes.csv"),
    (["shop", "Order+Details.json"], "table shop Order Details.json"),
    (["shop", "Track", "1"], "row shop Track 1"),
    (["shop", "Track", "1,a~2Cb.json"], "row shop Track 1,a~2Cb.json"),
    (["shop", "Track", "1", "-", "blob", "Photo"], "value shop Track 1 Photo"),
    (["shop", "Track", "-", "facets.json"], "facets shop Track.json"),
    (["shop", "Track", "-", "count.json"], "count shop Track.json"), (["-", "search.json"], "searchAll.json"),
    (["shop", "-", "search"], "search shop"), (["shop", "a~2Fb", "-", "insert"], "insert shop a/b"),
    (["shop", "Track", "1,a~2Cb", "-", "update"], "update shop Track 1,a~2Cb"),
    (["shop", "Track", "-", "new"], "new shop Track"),
    (["shop", "Track", "9", "-", "edit"], "edit shop Track 9"),
    (["shop", "-", "query"], "query shop"), (["shop", "-", "query.json"], "query shop.json"),
    (["examples", "hello"], "list /examples/hello hello"),
    (["examples", "hello.json"], "list /examples/hello hello.json"),
    (["examples"], "folder examples"),
  ])
  func pathsNameResources(segments: [String], expected: String) throws {
    let map = try SiteMap(site(["shop"], ["/examples/hello", "/examples/cells"]))
    let found = try name(segments, map)
    #expect(found == expected)
  }

  @Test(arguments: [
    ["nope"], ["shop", "Track", "1", "2"], ["shop", "Track", "1", "-", "blob"], ["shop", "~zz"], ["~FF"],
  ])
  func otherPathsNameNothing(segments: [String]) async throws {
    let server = try TableServer(unchecked: site(["shop"]))
    let answer = try await TestClient.inProcess(server).get("/" + segments.joined(separator: "/"))
    #expect(answer.status == (segments.contains { $0.contains("~") } ? .badRequest : .notFound))
  }

  @Test func databasesOfOneNameAreNumbered() throws {
    let map = try SiteMap(site(["shop", "shop", "-", "a b"], base: "/data/"))
    #expect(map.databases.map(\.name) == ["shop", "shop_2", "database", "a b"])
    #expect(map.databases.map(\.address) == ["/data/shop", "/data/shop_2", "/data/database", "/data/a+b"])
    #expect(map.home == "/data/")
  }

  @Test func onePathHoldsOneTable() {
    #expect(throws: SiteError.repeatedPath("/a/b/")) { try SiteMap(site([], ["/a/b", "/a/b/"])) }
    #expect(throws: SiteError.repeatedPath("/shop")) { try SiteMap(site(["shop"], ["/shop"])) }
    #expect(throws: SiteError.reservedPath("/-/x")) { try SiteMap(site([], ["/-/x"])) }
    #expect(throws: SiteError.repeatedPath("/")) { try SiteMap(site([], ["/", "/"])) }
  }
}
