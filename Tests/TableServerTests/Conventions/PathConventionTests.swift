import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteDescriptions
import SiteTables
import TableServer
import Testing

/// "Paths".
@Suite struct PathConventionTests {
  @Test func theHomePageHasEveryDatabaseWithItsTables() async throws {
    try await ConventionSite.with { client async throws in
      #expect(try await client.get("/").text.contains("href=\"/odd/thing\""))
      let site = try await client.get("/.json").object()
      let databases = try #require(site["databases"] as? [[String: Any]])
      #expect(databases.compactMap { $0["database"] as? String } == ["chinook", "odd"])
    }
  }

  @Test func aDatabaseThatIsThereTwiceGetsANumber() async throws {
    try await ConventionSite.with({ $0.databases.append($0.databases[0]) }) { client async throws in
      #expect(try await client.get("/chinook_2/Genre/1.json").rows().first?["Name"] as? String == "Rock")
    }
  }

  @Test func aDatabaseTellsWhatItHolds() async throws {
    let database = try await ConventionSite.get("/odd.json").object()
    let tables = try #require(database["tables"] as? [[String: Any]])
    let kind = try #require(tables.first { $0["name"] as? String == "kind" })
    #expect(kind["columns"] as? [String] == ["id", "name"] && kind["primary_keys"] as? [String] == ["id"])
    #expect(kind["count"] as? Int == 2 && kind["hidden"] as? Bool == false)
    #expect((database["views"] as? [[String: Any]])?.first?["name"] as? String == "things")
  }

  @Test(arguments: [
    ("/odd/kind", "text/html; charset=utf-8"), ("/odd/kind.json", "application/json"),
    ("/odd/kind.csv", "text/csv; charset=utf-8"), ("/odd/kind.ndjson", "application/x-ndjson"),
    ("/odd/kind.txt", "text/plain; charset=utf-8"),
  ])
  func theSuffixWinsOverWhatIsAccepted(path: String, type: String) async throws {
    try await ConventionSite.with { client async throws in
      #expect(try await client.get(path)["Content-Type"] == type)
      let accepting = try await client.get(path, headers: ["Accept": "application/json"])
      #expect(accepting["Content-Type"] == (path == "/odd/kind" ? "application/json" : type))
    }
  }

  @Test(arguments: [
    ("/odd/kind/1.json", "name", "plain"), ("/odd/pair/x~2Fy,z~2E1.json", "note", "first"),
    ("/odd/pair/a+b,c~2Cd.json", "note", "second"), ("/odd/bare/2.json", "x", "q"),
    ("/odd/table~2Fwith~2Fslashes~2Ecsv/3.json", "content", "hey"), ("/ODD/KIND/1.json", "", ""),
    ("/odd/KIND/1.json", "name", "plain"),
  ])
  func keysAreWrittenInTildeEncoding(path: String, column: String, value: String) async throws {
    let answer = try await ConventionSite.get(path)
    guard !column.isEmpty else { return #expect(answer.status == .notFound) }
    #expect(try answer.rows().first?[column] as? String == value)
  }

  @Test func aRowsPageLeadsToTheRowsThatReferToIt() async throws {
    #expect(try await ConventionSite.get("/odd/kind/1").text.contains("href=\"/odd/thing?kind=1\""))
  }

  @Test func aStatementTakesItsParametersFromTheAddress() async throws {
    try await ConventionSite.with { client async throws in
      let query = "sql=select+name+from+kind+where+id=:id&id=2"
      #expect(
        try await client.get("/odd/-/query.json?\(query)").rows().first?["name"] as? String == "odd, \"quoted\"")
      #expect(try await client.get("/odd/-/query.csv?\(query)").text == "name\r\n\"odd, \"\"quoted\"\"\"\r\n")
      #expect(try await client.get("/odd/-/query?\(query)").text.contains("odd, &quot;quoted&quot;"))
    }
  }

  // MARK: Introspection

  @Test func theSiteTellsOfItself() async throws {
    try await ConventionSite.with { client async throws in
      let versions = try await client.get("/-/versions.json").object()
      #expect((versions["tablepages"] as? [String: Any])?["version"] as? String == TablePagesVersion.text)
      let sqlite = try #require(versions["sqlite"] as? [String: Any])
      #expect((sqlite["version"] as? String)?.hasPrefix("3.") == true)
      #expect((sqlite["compile_options"] as? [String])?.isEmpty == false)
      let library = try #require(versions["libmicrohttpd"] as? [String: Any])
      #expect((library["version"] as? String)?.contains(".") == true)
      let settings = try await client.get("/-/settings.json").object()
      #expect(settings["default_page_size"] as? Int == 50 && settings["max_returned_rows"] as? Int == 1_000)
      #expect(settings["default_allow_sql"] as? Bool == true && settings["cors"] as? Bool == false)
      #expect(settings["base_url"] as? String == "/")
      let metadata = try await client.get("/-/metadata.json").object()
      #expect(Set((metadata["databases"] as? [String: Any] ?? [:]).keys) == ["chinook", "odd"])
      let body = Data(try await client.get("/-/databases.json").body)
      let answer = try JSONSerialization.jsonObject(with: body) as? [String: Any]
      let databases = try #require(answer?["databases"] as? [[String: Any]])
      #expect(databases.compactMap { $0["name"] as? String } == ["chinook", "odd"])
      #expect(databases.last?["views"] as? Int == 1 && databases.last?["tables"] as? Int == 5)
      // Where the files are is nobody's business.
      #expect(!String(decoding: body, as: UTF8.self).contains("odd.sqlite"))
    }
  }

  @Test(arguments: [
    "versions", "settings", "metadata", "databases", "queries", "openapi", "actor", "plugins", "config",
  ])
  func whatTheSiteTellsIsAPageToo(name: String) async throws {
    let page = try await ConventionSite.get("/-/\(name)")
    #expect(page.status == .ok && page["Content-Type"] == "text/html; charset=utf-8")
    #expect(page.text.contains("aria-current=\"page\"") && page.text.contains("href=\"/-/\(name).json\""))
    #expect(page["Link"]?.contains("/-/\(name).json") == true)
  }

  @Test func settingsAreThoseOfTheServer() async throws {
    try await ConventionSite.with({
      $0.options.pageSize = 7
      $0.options.allowsQueries = false
      $0.options.allowsOtherOrigins = true
      $0.options.maximumBodySize = 5_000
    }) { client async throws in
      let settings = try await client.get("/-/settings.json").object()
      #expect(settings["default_page_size"] as? Int == 7 && settings["default_allow_sql"] as? Bool == false)
      #expect(settings["cors"] as? Bool == true)
      #expect(settings["max_body_bytes"] as? Int == 5_000)
    }
  }
}
