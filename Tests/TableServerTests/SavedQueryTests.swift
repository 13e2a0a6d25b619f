import Foundation
import MicroHTTP
import MicroHTTPTesting
import PostgreSQLServer
import PostgreSQLTables
import SQLiteTables
import Secrets
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// Queries that visitors save, by forms and by JSON.
@Suite struct SavedQueryTests {
  /// A site with people of every right, and a file for what they save.
  private struct People {
    let tokens = Dictionary(
      uniqueKeysWithValues: ["ada", "bob", "root", "half"].map { ($0, SecretToken()) })
    let folder: URL

    func site() throws -> Site {
      var site = Site()
      site.databases = [try SQLiteDatabase.open(path: SiteUnderTest.chinook)]
      site.access = try AccessFile(
        yaml: """
          everyone: read
          roles: {readers: read, owners: administer}
          tokens:
            ada: {hash: "\(tokens["ada"]?.hash.description ?? "")", roles: [readers]}
            bob: {hash: "\(tokens["bob"]?.hash.description ?? "")", roles: [readers]}
            root: {hash: "\(tokens["root"]?.hash.description ?? "")", roles: [owners]}
            half: {hash: "\(tokens["half"]?.hash.description ?? "")"}
          """)
      try site.saveQueries(in: folder.appending(path: "queries.json").path)
      return site
    }

    func headers(_ name: String?) -> [String: String] {
      name.flatMap { tokens[$0] }.map { ["Authorization": "Bearer \($0.text)"] } ?? [:]
    }
  }

  private static func with(
    over transport: TestClient.Transport = .inProcess, changing change: (inout Site) throws -> Void = { _ in },
    _ test: (TestClient, People) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let people = People(folder: folder)
    var site = try people.site()
    try change(&site)
    let server = try TableServer(unchecked: site)
    try await TestClient.with(server, over: transport) { try await test($0, people) }
  }

  private static let queries = "/chinook/-/queries"
  private static let genres = #"{"name": "Genres", "sql": "select Name from Genre where GenreId < :most order by 1"}"#

  @Test(arguments: [TestClient.Transport.inProcess, .live])
  func aSavedQueryIsAPageAndDataWithItsParameters(transport: TestClient.Transport) async throws {
    try await Self.with(over: transport) { client, people in
      let ada = people.headers("ada")
      let saved = try await client.post("\(Self.queries)/-/save", Self.genres, headers: ada)
      #expect(saved.status == .created && saved["Location"] == "/chinook/-/queries/1", "\(saved.text)")
      let query = try #require(try saved.object()["query"] as? [String: Any])
      #expect(query["saved_by"] as? String == "ada" && query["shared"] as? Bool == false)
      #expect(query["version"] as? Int == 1 && query["path"] as? String == "/chinook/-/queries/1")
      let rows = try await client.get("\(Self.queries)/1.json?most=3", headers: ada).rows()
      #expect(rows.compactMap { $0["Name"] as? String } == ["Jazz", "Rock"])
      #expect(try await client.get("\(Self.queries)/1.csv?most=2", headers: ada).text == "Name\r\nRock\r\n")
      #expect(
        try await client.get("\(Self.queries)/1.json?most=2&sql=select+7&_shape=arrayfirst", headers: ada).text
          .hasPrefix("[\"Rock\"]"), "the statement is the saved one whatever the address says")
      let page = try await client.get("\(Self.queries)/1?most=3", headers: ada)
      #expect(page.text.contains("<h1><bdi>Genres</bdi></h1>") && page.text.contains("saved by you, private"))
      #expect(page.text.contains("<label>:most<input name=\"most\" value=\"3\"></label>"))
      #expect(page.text.contains("action=\"/chinook/-/queries/1/-/delete\""))
      #expect(page.text.contains("_saved=1"), "Edit SQL leads back to the saved query")
      let database = try await client.get("/chinook", headers: ada).text
      #expect(database.contains("href=\"/chinook/-/queries/1\"><bdi>Genres</bdi>"))
      let listed = try await client.get("\(Self.queries).json", headers: ada).object()
      #expect((listed["queries"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Genres"])
      let everywhere = try await client.get("/-/queries.json", headers: ada).text
      #expect(everywhere.contains("\"saved_by\":\"ada\""))
      let ofDatabase = try await client.get("/chinook.json", headers: ada).object()
      let first = try #require((ofDatabase["queries"] as? [[String: Any]])?.first)
      #expect(first["path"] as? String == "/chinook/-/queries/1" && first["private"] as? Bool == true)
      #expect(first["title"] as? String == "Genres" && ofDatabase["queries_count"] as? Int == 1)
      let list = try await client.get(Self.queries, headers: ada)
      #expect(list.status == .found && list["Location"] == "/chinook#queries")
    }
  }

  @Test func whatIsPrivateIsNotThereForOthers() async throws {
    try await Self.with { client, people in
      _ = try await client.post("\(Self.queries)/-/save", Self.genres, headers: people.headers("ada"))
      for name in ["bob", "root", "half", nil] {
        let headers = people.headers(name)
        #expect(try await client.get("\(Self.queries)/1", headers: headers).status == .notFound, "\(name ?? "")")
        for path in [
          "/chinook", "/chinook.json", "/.json", "\(Self.queries).json", "/-/queries.json", "/-/openapi.json",
          "/-/jump?q=Genres",
        ] {
          let text = try await client.get(path, headers: headers).text
          #expect(!text.contains("/-/queries/1") && !text.contains("where GenreId &lt; :most"), "\(name ?? "") \(path)")
        }
      }
      for (action, body) in [("update", #"{"name": "x"}"#), ("delete", "{}"), ("restore", "{}")] {
        let answer = try await client.post("\(Self.queries)/1/-/\(action)", body, headers: people.headers("root"))
        #expect(answer.status == .notFound, "\(action)")
      }
    }
  }

  @Test func whatIsSharedIsReadByOthersAndChangedByItsOwnerAndAdministrators() async throws {
    try await Self.with { client, people in
      let shared = Self.genres.replacing("}", with: #", "shared": true, "description": "<b>All</b> of them"}"#)
      _ = try await client.post("\(Self.queries)/-/save", shared, headers: people.headers("ada"))
      for name in ["bob", nil] {
        let page = try await client.get("\(Self.queries)/1?most=2", headers: people.headers(name)).text
        #expect(
          page.contains("saved by ada") && page.contains("&lt;b&gt;All&lt;/b&gt; of them"))
        #expect(!page.contains("<b>All</b>") && !page.contains("/-/delete") && !page.contains("/-/edit\""))
      }
      for action in ["update", "delete"] {
        let path = "\(Self.queries)/1/-/\(action)"
        #expect(try await client.post(path, "{}", headers: people.headers("bob")).status == .forbidden)
        let json = ["Content-Type": "application/json"]
        #expect(try await client.post(path, "{}", headers: json).status == .unauthorized)
      }
      #expect(try await client.get("\(Self.queries)/1/-/edit", headers: people.headers("bob")).status == .forbidden)
      #expect(try await client.get("\(Self.queries)/-/new").status == .unauthorized)
      let renamed = try await client.post(
        "\(Self.queries)/1/-/update", #"{"name": "Kinds", "version": 1}"#, headers: people.headers("root"))
      #expect(renamed.status == .ok, "\(renamed.text)")
      let stale = try await client.post(
        "\(Self.queries)/1/-/update", #"{"name": "Stale", "version": 1}"#, headers: people.headers("ada"))
      #expect(stale.status.code == 409)
      #expect(
        try await client.get("\(Self.queries)/1", headers: people.headers("ada")).text.contains("<bdi>Kinds</bdi>"))
    }
  }

  @Test func aFormSavesChangesDeletesAndBringsBack() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let site = try AccessSite { try $0.saveQueries(in: path) }
    let cookie = try await site.cookie(of: "ada")
    let headers = AccessSite.form.merging(AccessSite.ownOrigin) { $1 }.merging(["Cookie": cookie]) { $1 }
    let reading = ["Cookie": cookie]
    let written = try await site.client.get("/chinook/-/query?sql=select+1", headers: reading).text
    #expect(written.contains("formaction=\"/chinook/-/queries/-/new\""))
    #expect(!(try await site.client.get("/chinook/-/query?sql=select+1").text.contains("/-/new\"")), "nobody unknown")
    let form = try await site.client.get("/chinook/-/queries/-/new?sql=select+1", headers: reading).text
    #expect(form.contains("name=\"values.name\"") && form.contains(">\nselect 1</textarea>"))
    let wrong = try await site.client.post(
      "/chinook/-/queries/-/save", "values.name=&values.sql=delete+from+Genre", headers: headers)
    #expect(wrong.status == .badRequest && wrong.text.contains("Name is required"))
    #expect(wrong.text.contains(">\ndelete from Genre</textarea>"), "what was typed stays")
    let refused = try await site.client.post(
      "/chinook/-/queries/-/save", "values.name=Bad&values.sql=delete+from+Genre", headers: headers)
    #expect(refused.status == .badRequest && refused.text.contains("query-3-error"), "beside its field")
    let saved = try await site.client.post(
      "/chinook/-/queries/-/save",
      "values.name=One&values.description=&values.sql=select%0D%0A1&values.shared=false&values.shared=true",
      headers: headers)
    #expect(saved.status == .seeOther && saved["Location"] == "/chinook/-/queries/1", "\(saved.text)")
    #expect(try await site.client.get("/chinook/-/queries/1").text.contains("select\n1</pre>"))
    let edit = try await site.client.get("/chinook/-/queries/1/-/edit?sql=select+2", headers: reading).text
    #expect(edit.contains(">\nselect 2</textarea>") && edit.contains("name=\"version\" value=\"1\""))
    let changed = try await site.client.post(
      "/chinook/-/queries/1/-/update", "values.name=Two&values.sql=select+2&version=1", headers: headers)
    #expect(changed.status == .seeOther)
    let deleted = try await site.client.post("/chinook/-/queries/1/-/delete", "version=2", headers: headers)
    #expect(deleted.status == .seeOther && deleted["Location"] == "/chinook")
    #expect(try await site.client.get("/chinook/-/queries/1", headers: reading).status == .notFound)
    let back = try await site.client.post("/chinook/-/queries/1/-/restore", "", headers: headers)
    #expect(back.status == .seeOther)
    #expect(try await site.client.get("/chinook/-/queries/1.json", headers: reading).rows().first?["2"] as? Int == 2)
    let foreign = try await site.client.post(
      "/chinook/-/queries/1/-/delete", "",
      headers: headers.merging(["Origin": "http://other.example", "Sec-Fetch-Site": "cross-site"]) { $1 })
    #expect(foreign.status == .forbidden)
  }

  @Test(arguments: [
    #"{"name": "x"}"#, #"{"name": "", "sql": "select 1"}"#, #"{"name": "x", "sql": "nonsense"}"#,
    #"{"name": "x", "sql": "delete from Genre"}"#, #"{"name": "x", "sql": "select 1; select 2"}"#,
    #"{"name": 7, "sql": "select 1"}"#, #"{"name": "x", "sql": "select 1", "shared": "yes"}"#,
    #"{"name": "x\ny", "sql": "select 1"}"#, #"{"name": " \t ", "sql": "select 1"}"#,
    #"{"name": "x", "sql": "select 1", "owner": "root"}"#, #"[1]"#, "null", "{", "",
    #"{"name": "x", "name": "y", "sql": "select 1"}"#,
    "{\"name\": \"\(String(repeating: "x", count: 101))\", \"sql\": \"select 1\"}",
  ])
  func aBodyThatMakesNoQueryIsRefusedAndNothingIsSaved(body: String) async throws {
    try await Self.with { client, people in
      let answer = try await client.post("\(Self.queries)/-/save", body, headers: people.headers("ada"))
      #expect(answer.status == .badRequest, "\(answer.text)")
      let left = try await client.get("\(Self.queries).json", headers: people.headers("ada")).object()["queries"]
      #expect((left as? [Any])?.isEmpty == true)
    }
  }

  @Test func oddNumbersLeadNowhere() async throws {
    try await Self.with { client, people in
      _ = try await client.post("\(Self.queries)/-/save", Self.genres, headers: people.headers("ada"))
      for key in ["0", "2", "01", "-1", "1x", "99999999999999999999", "~2F", "+1"] {
        let answer = try await client.get("\(Self.queries)/\(key)", headers: people.headers("ada"))
        #expect(answer.status == .notFound, "\(key)")
      }
    }
  }

  /// What keeps SQL from being written, or saved.
  enum Obstacle: CaseIterable {
    case noSQL, noPermission, noFile

    func change(_ site: inout Site) throws {
      switch self {
      case .noSQL: site.options.allowsQueries = false
      case .noPermission: site.file = try SiteFile(yaml: "databases: {chinook: {allow_sql: {id: root}}}")
      case .noFile: site.savedQueries = nil
      }
    }
  }

  @Test(arguments: Obstacle.allCases)
  func whereSQLMayNotBeWrittenNothingIsSavedOrRead(obstacle: Obstacle) async throws {
    try await Self.with(changing: obstacle.change) { client, people in
      // What a role allows, the site file doesn't take away.
      let ada = people.headers(obstacle == .noPermission ? "half" : "ada")
      #expect(try await client.post("\(Self.queries)/-/save", Self.genres, headers: ada).status == .forbidden)
      #expect(try await client.get("\(Self.queries).json", headers: ada).status == .forbidden)
      let page = try await client.get("/chinook/-/query", headers: ada).text
      #expect(!page.contains("/-/queries/"))
    }
  }

  @Test func aQueryWhoseTableIsGoneSaysSoAndCanBeRenamed() async throws {
    let sample = try SampleDatabase("CREATE TABLE doc (id INTEGER PRIMARY KEY)")
    defer { sample.remove() }
    try await Self.with(changing: { $0.databases = [try sample.writable()] }) { client, people in
      let root = people.headers("root")
      let saved = try await client.post(
        "/sample/-/queries/-/save", #"{"name": "docs", "sql": "select * from doc"}"#, headers: root)
      #expect(saved.status == .created, "\(saved.text)")
      #expect(try await client.post("/sample/doc/-/drop", #"{"confirm": true}"#, headers: root).status == .ok)
      let page = try await client.get("/sample/-/queries/1", headers: root)
      #expect(page.status == .badRequest && page.text.contains("No such table: doc"), "\(page.text)")
      let renamed = try await client.post("/sample/-/queries/1/-/update", #"{"name": "papers"}"#, headers: root)
      #expect(renamed.status == .ok)
    }
  }

  @Test func queriesOfAServerAreSavedAndRefusedInItsWords() async throws {
    let sample = try TestDatabase(
      "CREATE TABLE doc (id int PRIMARY KEY, title text); INSERT INTO doc VALUES (1, 'one'), (2, 'two')")
    let database = try PostgreSQLDatabase.ofTest(sample, named: "docs")
    try await Self.with(changing: { $0.databases = [database] }) { client, people in
      let ada = people.headers("ada")
      let refused = try await client.post(
        "/docs/-/queries/-/save", #"{"name": "docs", "sql": "select titel from doc"}"#, headers: ada)
      #expect(refused.status == .badRequest && refused.text.contains("titel"), "\(refused.text)")
      let writing = try await client.post(
        "/docs/-/queries/-/save", #"{"name": "docs", "sql": "delete from doc"}"#, headers: ada)
      #expect(writing.status == .badRequest, "\(writing.text)")
      let saved = try await client.post(
        "/docs/-/queries/-/save", #"{"name": "docs", "sql": "select title from doc where id > :least::int"}"#,
        headers: ada)
      #expect(saved.status == .created, "\(saved.text)")
      let rows = try await client.get("/docs/-/queries/1.json?least=1", headers: ada).rows()
      #expect(rows.compactMap { $0["title"] as? String } == ["two"])
    }
  }

  @Test func whatIsSentToDeleteOrBringBackIsAVersionAlone() async throws {
    try await Self.with { client, people in
      let ada = people.headers("ada")
      _ = try await client.post("\(Self.queries)/-/save", Self.genres, headers: ada)
      for action in ["delete", "restore"] {
        let answer = try await client.post(
          "\(Self.queries)/1/-/\(action)", #"{"name": "x", "sql": "select 1"}"#, headers: ada)
        #expect(answer.status == .badRequest && answer.text.contains("Invalid keys: name"), "\(answer.text)")
      }
      let query = try await client.get("\(Self.queries).json", headers: ada).text
      #expect(query.contains("\"name\":\"Genres\"") && query.contains("\"version\":1"), "it is as it was")
    }
  }

  @Test func aSpoiltFileKeepsNobodyFromWhatElseThereIs() async throws {
    try await Self.with { client, people in
      let ada = people.headers("ada")
      try Data("spoilt".utf8).write(to: people.folder.appending(path: "queries.json"))
      for page in ["/chinook", "/chinook.json"] {
        #expect(try await client.get(page, headers: ada).status == .ok, "\(page)")
      }
      let everywhere = try await client.get("/-/queries.json", headers: ada)
      #expect(everywhere.status == .ok)
      #expect((try everywhere.object()["error"] as? String)?.contains("left alone") == true, "\(everywhere.text)")
      let own = try await client.get("\(Self.queries).json", headers: ada)
      #expect(own.status.code == 503 && own["Retry-After"] != nil && !own.text.contains(people.folder.path))
    }
  }
}
