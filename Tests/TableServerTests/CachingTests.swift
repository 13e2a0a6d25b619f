import MicroHTTP
import MicroHTTPTesting
import SiteTables
import TableServer
import Testing

@Suite struct CachingTests {
  @Test(arguments: TestClient.Transport.allCases)
  func anUnchangedPageIsNotSentAgain(over transport: TestClient.Transport) async throws {
    try await TestClient.with(SiteUnderTest.server(), over: transport) { client in
      let first = try await client.settled("/chinook/Track")
      let tag = try #require(first["ETag"])
      let again = try await client.get("/chinook/Track", headers: ["If-None-Match": tag])
      #expect(again.status == .notModified)
      #expect(again.body.isEmpty)
      let other = try await client.get("/chinook/Track", headers: ["If-None-Match": "\"other\""])
      #expect(other.status == .ok)
      let preferring = try await client.get(
        "/chinook/Track", headers: ["If-None-Match": tag, "Cookie": "tablepages-view=dark"])
      #expect(preferring.status == .ok)
    }
  }

  @Test(arguments: TestClient.Transport.allCases, ["", ".json"])
  func aPageStandsWhileAnotherTableIsWritten(over transport: TestClient.Transport, suffix: String) async throws {
    let statements = """
      CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, maker INTEGER REFERENCES maker (id));
      CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
      CREATE VIEW all_things AS SELECT * FROM thing;
      INSERT INTO maker VALUES (1, 'Ada'); INSERT INTO thing VALUES (1, 'engine', 1);
      """
    try await SampleDatabase.withWritable(statements, over: transport) { client in
      func write(_ address: String, _ json: String) async throws {
        let answer = try await client.post(
          "/sample/\(address)", json, headers: ["Content-Type": "application/json"])
        #expect(answer.status == .created || answer.status == .ok)
      }
      func tag(_ page: String) async throws -> String {
        try #require(try await client.settled("/sample/\(page)")["ETag"])
      }
      func status(_ page: String, _ tag: String) async throws -> Status {
        try await client.get("/sample/\(page)", headers: ["If-None-Match": tag]).status
      }
      let things = "thing\(suffix)"
      // What these show isn't known, or not by tables: they are made anew.
      let others =
        ["all_things\(suffix)", "\(things)?_search=engine"] + (suffix.isEmpty ? [] : ["\(things)?_extra=count"])
      try await write("note/-/insert", #"{"row": {"text": "one"}}"#)
      var thing = try await tag(things)
      var tags: [String: String] = [:]
      for page in others { tags[page] = try await tag(page) }
      try await write("note/-/insert", #"{"row": {"text": "two"}}"#)
      #expect(try await status(things, thing) == .notModified)
      // Made anew, they are the same.
      for (page, tag) in tags { #expect(try await status(page, tag) == .notModified, "\(page)") }
      // A thing is shown with the name of its maker, which its data don't hold.
      try await write("maker/1/-/update", #"{"update": {"name": "Grace"}}"#)
      #expect(try await status(things, thing) == (suffix.isEmpty ? .ok : .notModified))
      thing = try await tag(things)
      try await write("thing/1/-/update", #"{"update": {"name": "compiler"}}"#)
      for (page, tag) in tags { #expect(try await status(page, tag) == .ok, "\(page)") }
      #expect(try await status(things, thing) == .ok)
      #expect(try await client.get("/sample/\(things)").text.contains("compiler"))
    }
  }

  @Test func oneHostsDataDoNotNameAnother() async throws {
    let client = try SiteUnderTest.client()
    for host in ["one.example", "two.example", "one.example"] {
      let page = try await client.get("/chinook/Genre.json?_size=1", headers: ["Host": host])
      #expect((try page.object()["next_url"] as? String)?.hasPrefix("http://\(host)/") == true)
    }
  }

  @Test func cellsAreMadeOnceAndUsedForEveryRow() async throws {
    let client = try SiteUnderTest.client { $0.options.pageCacheBytes = 0 }
    for _ in 0..<3 { _ = try await client.get("/chinook/Track") }
    let metrics = try await client.get("/-/metrics").text
    #expect(metrics.contains("tablepages_cells_created_total{cell=\"RecordCell\"} 1\n"))
    #expect(metrics.contains("tablepages_cells_dequeued_total{cell=\"RecordCell\"} 150\n"))
  }
}
