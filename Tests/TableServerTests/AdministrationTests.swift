import Foundation
import MetricsText
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteTables
import TableModel
import Testing

@testable import SitePages
@testable import TableServer

/// What administrators ask.
@Suite struct AdministrationTests {
  private static let restricted = ["/-/metrics", "/-/versions", "/-/versions.json", "/-/settings", "/-/settings.json"]
  private static let health = ["/-/health", "/-/health/live", "/-/health/ready"]

  private static func server(separates: Bool = false) throws -> TableServer {
    try SiteUnderTest.server { $0.options.separatesAdministration = separates }
  }

  @Test func withAnAddressOfItsOwnItIsAnsweredThereAlone() async throws {
    let server = try Self.server(separates: true)
    let visitors = TestClient.inProcess(server), administrators = TestClient.inProcess(server.administration)
    for path in Self.restricted {
      #expect(try await visitors.get(path).status == .notFound, "\(path)")
      #expect(try await administrators.get(path).status == .ok, "\(path)")
    }
    for path in Self.health {
      for client in [visitors, administrators] { #expect(try await client.get(path).status == .ok, "\(path)") }
    }
    for path in ["/", "/chinook", "/chinook/Genre", "/-/databases", "/-/sign-in", "/-/static/tablepages.css"] {
      #expect(try await administrators.get(path).status == .notFound, "\(path)")
    }
    #expect(try await administrators.post("/-/metrics", "").status == .notFound)
    // Pages lead to what is answered beside them.
    #expect(try await !visitors.get("/-/databases").text.contains("/-/settings"))
    #expect(try await !administrators.get("/-/settings").text.contains("href=\"/-/databases\""))
  }

  @Test func whereUsersAreKnownItTakesThePermission() async throws {
    let site = try AccessSite()
    let cookies = [("ada", Status.ok), ("bob", .forbidden)]
    for path in Self.restricted where path != "/-/metrics" {
      #expect(try await site.client.get(path).status == .unauthorized, "\(path)")
      for (name, status) in cookies {
        let cookie = try await site.cookie(of: name)
        #expect(try await site.client.get(path, headers: ["Cookie": cookie]).status == status, "\(name) \(path)")
      }
    }
    #expect(try await !site.client.get("/-/databases").text.contains("/-/settings"))
  }

  @Test func metricsAreToldByThoseWhoCollectThem() async throws {
    let others = TestClient.inProcess(try TableServer(unchecked: Site()))
    let answer = try await others.get("/-/metrics")
    #expect(answer.status == .notFound && answer.text.contains("collects its metrics"))
    let client = TestClient.inProcess(try Self.server())
    _ = try await client.get("/chinook/Genre")
    let text = try await client.get("/-/metrics").text
    // Without replicas nothing is told of them.
    for metric in PageMetric.allCases {
      let isThere = text.contains("tablepages_\(metric.rawValue)")
      #expect(isThere != metric.rawValue.hasPrefix("replica_"), "\(metric)")
    }
  }

  @Test func theArticleListsAllMetricsAndNoOthers() throws {
    let article = "Sources/TablePages/TablePages.docc/OnTheInternet.md"
    let text = try String(contentsOf: SiteUnderTest.root.appending(path: article), encoding: .utf8)
    let told = text.split(separator: "\n").filter { $0.hasPrefix("| `tablepages_") }.map(String.init)
    let ofServer = ServerMetric.allCases.map { "| `tablepages_\($0.rawValue)` | \($0.summary) |" }
    let ofPages = PageMetric.allCases.map { "| `tablepages_\($0.rawValue)` | \($0.summary) |" }
    #expect(told == ofServer + ofPages)
  }

  @Test func theArticleListsAllSettingsAndNoOthers() async throws {
    let article = "Sources/TablePages/TablePages.docc/OnTheInternet.md"
    let text = try String(contentsOf: SiteUnderTest.root.appending(path: article), encoding: .utf8)
    let part = try #require(text.split(separator: "## ").first { $0.hasPrefix("Settings\n") })
    let told = part.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([a-z_]+)`/).map { String($0.1) }
    }
    let settings = try await TestClient.inProcess(try Self.server()).get("/-/settings.json").object()
    #expect(Set(told) == Set(settings.keys) && told.count == settings.count)
  }

  @Test func whoeverStopsSaysSoBeforehand() async throws {
    let server = try Self.server()
    let client = TestClient.inProcess(server)
    #expect(try await client.get("/-/health/ready").text == "ready\n")
    server.announceStop()
    let answer = try await client.get("/-/health/ready")
    #expect(answer.status == .serviceUnavailable && answer.text == "not ready: stopping\n")
    #expect(answer["Retry-After"] == "1")
    // All else goes on.
    for path in ["/-/health", "/-/health/live", "/chinook/Genre"] { #expect(try await client.get(path).status == .ok) }
  }

  @Test func pagesSayHowLongTheyTook() async throws {
    let client = TestClient.inProcess(try Self.server())
    let first = try await client.get("/chinook/Genre.json")
    #expect(first["Server-Timing"]?.wholeMatch(of: /total;dur=\d+\.\d\d/) != nil, "\(first["Server-Timing"] ?? "")")
    // What was kept took no time that could be told, and is the same otherwise.
    let second = try await client.get("/chinook/Genre.json")
    #expect(second["Server-Timing"] == nil && second.text == first.text && second["ETag"] == first["ETag"])
  }

  @Test func errorsOfTheServerNameTheirRequest() async throws {
    let sample = try SampleDatabase("CREATE TABLE doc (id INTEGER PRIMARY KEY)")
    let client = try SiteUnderTest.client { $0.databases = [try SQLiteDatabase.open(path: sample.path)] }
    sample.remove()
    let trace = "0af7651916cd43dd8448eb211c80319c"
    let headers = ["traceparent": "00-\(trace)-b7ad6b7169203331-01"]
    let page = try await client.get("/sample/doc", headers: headers)
    #expect(page.status == .serviceUnavailable && page.text.contains(trace) && page["X-Request-ID"] == trace)
    let data = try await client.get("/sample/doc.json", headers: headers)
    #expect(data.status == .serviceUnavailable && data["X-Request-ID"] == trace)
    let missing = try await client.get("/nowhere", headers: headers)
    #expect(missing.status == .notFound && missing["X-Request-ID"] == nil && !missing.text.contains(trace))
  }
}
