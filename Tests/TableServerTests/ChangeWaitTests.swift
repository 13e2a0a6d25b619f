import MetricsText
import MicroHTTP
import MicroHTTPTesting
import SiteAccess
import SiteConfiguration
import SiteTables
import Synchronization
import TableModel
import TableRendering
import TableServer
import Testing

/// Who has a page already waits for the next one, by `Prefer: wait`.
@Suite struct ChangeWaitTests {
  private static let statements = """
    CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO note VALUES (1, 'one');
    """

  private static func waiting(_ seconds: Int, _ tag: String) -> [String: String] {
    ["If-None-Match": tag, "Prefer": "wait=\(seconds)"]
  }

  private static func add(_ text: String, _ client: TestClient) async throws {
    let answer = try await client.post(
      "/sample/note/-/insert", #"{"row": {"text": "\#(text)"}}"#, headers: ["Content-Type": "application/json"])
    #expect(answer.status == .created)
  }

  /// How long something takes.
  private static func duration(_ body: () async throws -> Void) async throws -> Duration {
    let began = ContinuousClock.now
    try await body()
    return began.duration(to: .now)
  }

  @Test(
    arguments: TestClient.Transport.allCases,
    [("", 8 << 20), (".json", 8 << 20), ("/1", 8 << 20), ("?_edit=on", 8 << 20), ("", 0), (".json", 0)])
  func theNextPageComesOnceThereIsOne(
    over transport: TestClient.Transport, _ page: (suffix: String, cacheBytes: Int)
  ) async throws {
    let (suffix, cacheBytes) = page
    try await SampleDatabase.withWritable(Self.statements, over: transport) {
      $0.options.pageCacheBytes = cacheBytes
    } _: { client in
      let target = "/sample/note\(suffix)"
      // Who doesn't wait for anything is told of a state as well, so that it can be waited for.
      let first = try await client.get(target, headers: ["Prefer": "wait=0"])
      let tag = try #require(first["ETag"])
      async let next = client.get(target, headers: Self.waiting(60, tag))
      try await Task.sleep(for: .milliseconds(300))
      if suffix == "/1" {
        _ = try await client.post(
          "/sample/note/1/-/update", #"{"update": {"text": "two"}}"#, headers: ["Content-Type": "application/json"])
      } else {
        try await Self.add("two", client)
      }
      var page = try await next
      // The file may have come into another state before, with the same rows.
      if page.status == .ok, !page.text.contains("two") {
        page = try await client.get(target, headers: Self.waiting(60, try #require(page["ETag"])))
      }
      #expect(page.status == .ok)
      #expect(page.text.contains("two"))
      #expect(page["ETag"] != nil && page["ETag"] != tag)
    }
  }

  /// Also where what there was before is still kept.
  @Test(arguments: ["/sample/note/1", "/sample/note/1.json"])
  func thatARowIsGoneIsTold(target: String) async throws {
    try await SampleDatabase.withWritable(Self.statements) { client in
      let tag = try #require(try await client.settled(target)["ETag"])
      async let next = client.get(target, headers: Self.waiting(60, tag))
      try await Task.sleep(for: .milliseconds(300))
      _ = try await client.post("/sample/note/1/-/delete", "{}", headers: ["Content-Type": "application/json"])
      #expect(try await next.status == .notFound)
    }
  }

  @Test(arguments: TestClient.Transport.allCases)
  func whereNothingChangesTheAnswerIsThatOfBefore(over transport: TestClient.Transport) async throws {
    try await SampleDatabase.withWritable(Self.statements, over: transport) { client in
      let tag = try #require(try await client.settled("/sample/note")["ETag"])
      let took = try await Self.duration { () async throws in
        #expect(try await client.get("/sample/note", headers: Self.waiting(1, tag)).status == .notModified)
      }
      #expect(took >= .seconds(1))
    }
  }

  /// What is asked for later may be something else then, though the page looks the same.
  @Test(arguments: ["/sample/note/1", "/sample/line?_size=5", "/sample"])
  func aPageWithPartsThatComeLaterIsAnotherOneAfterEachChange(target: String) async throws {
    let lines = """
      CREATE TABLE line (id INTEGER PRIMARY KEY, note INTEGER REFERENCES note); CREATE INDEX lines ON line (note);
      INSERT INTO line (note) WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT 1 FROM n;
      """
    try await SampleDatabase.withWritable(Self.statements + lines) { client in
      var tags: Set<String> = []
      var page = try await client.get(target, headers: ["Prefer": "wait=0"])
      for _ in 0..<3 {
        #expect(page.status == .ok && page.text.contains("data-late=\""))
        let tag = try #require(page["ETag"])
        #expect(tags.insert(tag).inserted)
        let row = try await client.post(
          "/sample/line/-/insert", #"{"row": {"note": 1}}"#, headers: ["Content-Type": "application/json"])
        #expect(row.status == .created)
        page = try await client.get(target, headers: Self.waiting(20, tag))
      }
    }
  }

  /// Whether somebody who waits was told of a change.
  private final class Told: Sendable {
    private let state = Atomic<Bool>(false)
    var isSo: Bool {
      get { state.load(ordering: .relaxed) }
      set { state.store(newValue, ordering: .relaxed) }
    }
  }

  /// A page stands while something changes that it doesn't show, by whomever: its reader goes on waiting, and isn't sent it again.
  @Test(arguments: ["/sample/note", "/sample/note.json", "/sample/note/1", "/sample/note?_edit=on"], [8 << 20, 0])
  func changesElsewhereAreWaitedOn(target: String, cacheBytes: Int) async throws {
    let sample = try SampleDatabase(Self.statements + "CREATE TABLE log (id INTEGER PRIMARY KEY, number INTEGER);")
    defer { sample.remove() }
    let client = TestClient.inProcess(
      try sample.server {
        $0.databases = [try sample.writable()]
        $0.everyone = Grants(.write)
        $0.options.pageCacheBytes = cacheBytes
      })
    _ = try await client.settled("/sample/note")
    let tag = try #require(try await client.get(target, headers: ["Prefer": "wait=0"])["ETag"])
    let told = Told()
    try await withThrowingTaskGroup(of: TestResponse.self) { group in
      group.addTask {
        let page = try await client.get(target, headers: Self.waiting(60, tag))
        told.isSo = true
        return page
      }
      for number in 0..<4 {
        try sample.execute("INSERT INTO log (number) VALUES (\(number))")
        try await Task.sleep(for: .milliseconds(300))
        #expect(!told.isSo, "\(number)")
      }
      try sample.execute("UPDATE note SET text = 'two' WHERE id = 1")
      var page = try #require(try await group.next())
      // On a machine that is busy it may take longer than one request waits.
      if page.status == .notModified { page = try await client.get(target, headers: Self.waiting(60, tag)) }
      #expect(page.status == .ok)
      #expect(page.text.contains("two"))
    }
  }

  /// Who shows several pages of one table waits for one of them, and is told of changes to the others as well.
  @Test(arguments: TestClient.Transport.allCases, [8 << 20, 0])
  func whoKnowsAStateIsToldOfAnother(over transport: TestClient.Transport, cacheBytes: Int) async throws {
    let rows =
      "INSERT INTO note WITH n(i) AS (VALUES (2) UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i, 'x' FROM n;"
    try await SampleDatabase.withWritable(Self.statements + rows, over: transport) {
      $0.options.pageCacheBytes = cacheBytes
    } _: { client in
      let target = "/sample/note?_size=2"
      let tag = try #require(try await client.settled(target)["ETag"])
      func get(_ seconds: Int, _ state: String) async throws -> (status: Status, state: String?) {
        let answer = try await client.get(
          target, headers: ["If-None-Match": tag, "Prefer": "wait=\(seconds); changes=\(state)"])
        let applied = answer["Preference-Applied"]
        return (answer.status, applied.map { String($0.dropFirst("wait; changes=".count)) })
      }
      func update(_ text: String) async throws {
        let stored = try await client.post(
          "/sample/note/9/-/update", #"{"update": {"text": "\#(text)"}}"#, headers: ["Content-Type": "application/json"]
        )
        #expect(stored.status == .ok)
      }
      // Who knows no state is told of it at once.
      let present = try #require(try await get(60, "none").state)
      async let told = get(60, present)
      try await Task.sleep(for: .milliseconds(300))
      try await update("two")
      let first = try #require(try await told.state)
      #expect(try await told.status == .notModified)
      #expect(first != present)
      // Nothing is missed that changes while nobody waits.
      try await update("three")
      let second = try await get(60, first)
      #expect(second.status == .notModified && second.state != nil && second.state != first)
      let third = try await get(1, second.state ?? "")
      #expect(third.status == .notModified && third.state == second.state)
      #expect(try await client.get(target, headers: Self.waiting(0, tag))["Preference-Applied"] == nil)
    }
  }

  /// Nobody waits who has another page, or none, or doesn't wish to.
  @Test func whoHasAnotherPageDoesNotWait() async throws {
    try await SampleDatabase.withWritable(Self.statements) { client in
      let tag = try #require(try await client.settled("/sample/note")["ETag"])
      let requests: [([String: String], Status)] = [
        (Self.waiting(60, "\"other\""), .ok), (["Prefer": "wait=60"], .ok), (Self.waiting(0, tag), .notModified),
        (["If-None-Match": tag, "Prefer": "wait=soon"], .notModified), (["If-None-Match": tag], .notModified),
      ]
      for (headers, status) in requests {
        let took = try await Self.duration { () async throws in
          #expect(try await client.get("/sample/note", headers: headers).status == status, "\(headers)")
        }
        #expect(took < .seconds(30), "\(headers)")
      }
      #expect(try await client.get("/sample/none", headers: Self.waiting(60, tag)).status == .notFound)
    }
  }

  /// More would take the connections of those who come for a page.
  @Test func noMoreWaitThanMay() async throws {
    for limit in [0, 2] {
      try await SampleDatabase.withWritable(Self.statements) {
        $0.options.livePages = limit
      } _: { client in
        let tag = try #require(try await client.settled("/sample/note")["ETag"])
        try await withThrowingTaskGroup(of: Status.self) { group in
          for _ in 0..<5 {
            group.addTask { try await client.get("/sample/note", headers: Self.waiting(60, tag)).status }
          }
          for _ in limit..<5 { #expect(try await group.next() == .notModified) }
          try await Self.add("two", client)
          for try await status in group { #expect(status == .ok) }
        }
      }
    }
  }

  /// What is said once is for the page that a form leads to, not for one that is open.
  @Test func aPageThatIsOpenTakesNoFlash() async throws {
    try await SampleDatabase.withWritable(Self.statements) { client in
      let stored = try await client.post(
        "/sample/note/-/insert", "value.text=two", headers: ["Content-Type": "application/x-www-form-urlencoded"])
      let cookie = try #require(stored["Set-Cookie"]?.prefix { $0 != ";" })
      let open = try await client.get("/sample/note", headers: ["Cookie": String(cookie), "Prefer": "wait=0"])
      #expect(open["ETag"] != nil && open["Set-Cookie"] == nil && !open.text.contains("class=\"flash"))
      let next = try await client.get("/sample/note", headers: ["Cookie": String(cookie)])
      #expect(next.text.contains("class=\"flash"))
    }
  }

  /// Also who has a page of before is not told that it stands.
  @Test func anotherSiteFileMakesOtherPages() async throws {
    let server = try SiteUnderTest.server()
    let client = TestClient.inProcess(server)
    let tag = try #require(try await client.settled("/chinook/Genre")["ETag"])
    async let waited = client.get("/chinook/Genre", headers: Self.waiting(60, tag))
    try await Task.sleep(for: .milliseconds(300))
    try server.reload(
      try SiteFile(yaml: "databases: {chinook: {tables: {Genre: {title: Kinds of music}}}}"), nibs: NibSources())
    _ = try await waited
    let next = try await client.get("/chinook/Genre", headers: Self.waiting(60, tag))
    #expect(next.status == .ok)
    #expect(next.text.contains("Kinds of music"))
  }

  @Test func tablesInCodeAreWaitedForAsWell() async throws {
    let table = try MemoryTable("Words", columns: [.init("text", \.text)], rows: [Word(id: 1, text: "one")])
    let cells = try MemoryTable("Cells", rows: [Word(id: 1, text: "one")])
    let client = try SiteUnderTest.client {
      $0.mount(table, at: "/words")
      $0.mount(cells, at: "/cells") { $0.register(WordCell.self, nib: WordCell.nib) }
    }
    for (target, added) in [("/words", table), ("/cells", cells)] {
      let tag = try #require(try await client.settled(target)["ETag"])
      async let next = client.get(target, headers: Self.waiting(60, tag))
      try await Task.sleep(for: .milliseconds(300))
      try added.add(Word(id: 2, text: "two"))
      #expect(try await next.text.contains("two"))
    }
  }

  /// Of which nobody can tell whether they are the same: they are made again now and then, less and less often.
  @Test func tablesThatTellNoStateAreFollowed() async throws {
    let table = Timed(),
      client = try SiteUnderTest.client {
        $0.mount(table, at: "/words") { $0.register(WordCell.self, nib: WordCell.nib) }
      }
    #expect(try await client.get("/words")["ETag"] == nil)
    let tag = try #require(try await client.get("/words", headers: ["Prefer": "wait=0"])["ETag"])
    let before = table.calls.load(ordering: .relaxed)
    async let next = client.get("/words", headers: Self.waiting(60, tag))
    try await Task.sleep(for: .seconds(4))
    table.word.withLock { $0 = "two" }
    var page = try await next
    if page.status == .notModified { page = try await client.get("/words", headers: Self.waiting(60, tag)) }
    #expect(page.text.contains("two"))
    let made = table.calls.load(ordering: .relaxed) - before
    #expect(made <= 10, "\(made)")
  }

  /// What was waited for took the server no time: neither on the page nor in what is counted.
  @Test func waitingIsNoTime() async throws {
    let metrics = PrometheusMetrics()
    var configuration = HTTPServer.Configuration()
    configuration.metrics = metrics.factory
    let server = try SiteUnderTest.server()
    let began = ContinuousClock.now
    try await LiveServer.with(server, configuration: configuration) { live in
      let connection = try await live.connect()
      func get(_ headers: String) async throws -> TestResponse {
        try await connection.send("GET /chinook/Genre HTTP/1.1\r\nHost: 127.0.0.1\r\n\(headers)\r\n")
        return try await connection.response()
      }
      var first = try await get("")
      while first["ETag"] == nil { first = try await get("") }
      let tag = try #require(first["ETag"])
      #expect(try await get("If-None-Match: \(tag)\r\nPrefer: wait=2\r\n").status == .notModified)
    }
    let took = began.duration(to: .now)
    let sum = metrics.text.split(separator: "\n").first { $0.hasPrefix("http_request_duration_seconds_sum") }
    let number = try #require(sum?.split(separator: " ").last)
    #expect(try #require(Double(number)) < took / .seconds(1) - 2)
  }
}

/// A table of one word that says nothing of its state.
private final class Timed: TableViewModelProvider {
  let word = Mutex("one")
  let calls = Atomic<Int>(0)

  func page(_ query: TableQuery) async throws -> TablePage {
    calls.add(1, ordering: .relaxed)
    return TablePage(title: "Words", sections: [UniformSection([Word(id: 1, text: word.withLock(\.self))])])
  }
}
