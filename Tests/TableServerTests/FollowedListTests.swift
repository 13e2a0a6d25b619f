import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteAccess
import SiteConfiguration
import SiteTables
import TableModel
import TableServer
import Testing

/// Lists of tables, searches of all of them, and the results of stored queries: who has one waits for the next one, as for a page of a table.
@Suite struct FollowedListTests {
  private static let statements = """
    CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, rank INTEGER);
    INSERT INTO note VALUES (1, 'one', 1), (2, 'two', 2);
    """
  private static let file = """
    databases: {sample: {queries: {ranks: SELECT text FROM note ORDER BY rank DESC,
      change: {sql: "UPDATE note SET rank = :rank", write: true}}}}
    """
  private static let lists = [
    "/", "/.json", "/sample", "/sample.json", "/sample/ranks", "/sample/ranks.json", "/-/search?q=e",
    "/-/search.json?q=e",
    "/sample/-/search?q=e", "/sample/-/search.json?q=e",
  ]

  private static func waiting(_ seconds: Int, _ tag: String) -> [String: String] {
    ["If-None-Match": tag, "Prefer": "wait=\(seconds)"]
  }

  private static func tag(_ target: String, _ client: TestClient) async throws -> String {
    try #require(try await client.get(target, headers: ["Prefer": "wait=0"])["ETag"], "\(target)")
  }

  /// The next answer that is another one, however long that takes on a machine that is busy.
  private static func next(_ target: String, _ tag: String, _ client: TestClient) async throws -> TestResponse {
    while true {
      let answer = try await client.get(target, headers: waiting(60, tag))
      if answer.status != .notModified { return answer }
    }
  }

  private static func with(
    over transport: TestClient.Transport = .inProcess, _ change: (inout Site) throws -> Void = { _ in },
    _ test: (TestClient, SampleDatabase) async throws -> Void
  ) async throws {
    let sample = try SampleDatabase(statements)
    defer { sample.remove() }
    let server = try sample.server {
      $0.file = try SiteFile(yaml: file)
      // A table that a busy machine did not get to would be a change.
      $0.options.searchTimeLimitSeconds = 600
      try change(&$0)
    }
    try await TestClient.with(server, over: transport) { try await test($0, sample) }
  }

  @Test(arguments: TestClient.Transport.allCases, lists)
  func theNextOneComesOnceThereIsOne(over transport: TestClient.Transport, target: String) async throws {
    try await Self.with(over: transport) { client, sample in
      let tag = try await Self.tag(target, client)
      async let next = Self.next(target, tag, client)
      try await Task.sleep(for: .milliseconds(300))
      // As another program does.
      try sample.execute("INSERT INTO note VALUES (3, 'three', 3)")
      let answer = try await next
      #expect(answer.status == .ok)
      #expect(answer["ETag"] != nil && answer["ETag"] != tag)
      let count = target.hasSuffix(".json") ? "\"count\":3" : ">3<"
      let row = target.contains("ranks") ? "three" : target.contains("search") ? "/sample/note/3\"" : count
      #expect(answer.text.contains(row), "\(answer.text)")
    }
  }

  /// What shows nothing of a change stands.
  @Test(arguments: lists) func changesThatDoNotShowAreWaitedOn(target: String) async throws {
    try await Self.with { client, sample in
      let tag = try await Self.tag(target, client)
      async let answer = client.get(target, headers: Self.waiting(3, tag))
      for number in 0..<3 {
        try await Task.sleep(for: .milliseconds(400))
        try sample.execute("UPDATE note SET rank = \(number) + 10 * id")
      }
      #expect(try await answer.status == .notModified)
    }
  }

  /// They are kept for nobody, and no state is asked for who doesn't wait.
  @Test(arguments: lists) func whoDoesNotWaitIsGivenNoValidator(target: String) async throws {
    try await Self.with { client, _ in
      let answer = try await client.get(target)
      #expect(answer.status == .ok)
      #expect(answer["ETag"] == nil)
    }
  }

  @Test func aTableThatHasComeIsTold() async throws {
    try await Self.with { client, sample in
      for (target, table) in [("/", "plant"), ("/sample", "animal")] {
        let tag = try await Self.tag(target, client)
        async let next = Self.next(target, tag, client)
        try await Task.sleep(for: .milliseconds(300))
        try sample.execute("CREATE TABLE \(table) (id INTEGER PRIMARY KEY)")
        #expect(try await next.text.contains("href=\"/sample/\(table)\""))
      }
    }
  }

  /// The first page is of all databases: a change to any is one, and one that can't be read keeps nobody from following the others.
  @Test(arguments: [false, true]) func theFirstPageFollowsEachDatabase(isOneUnreadable: Bool) async throws {
    let other = try SampleDatabase("CREATE TABLE stone (id INTEGER PRIMARY KEY);")
    defer { other.remove() }
    try await Self.with {
      $0.databases.append(try SQLiteDatabase.open(path: other.path))
    } _: { client, sample in
      _ = try await client.get("/")
      if isOneUnreadable { other.remove() }
      let tag = try await Self.tag("/", client)
      let changed = isOneUnreadable ? [sample] : [sample, other]
      var known = tag
      for (number, database) in changed.enumerated() {
        let before = known
        async let next = Self.next("/", before, client)
        try await Task.sleep(for: .milliseconds(300))
        try database.execute("CREATE TABLE new\(number) (id INTEGER PRIMARY KEY)")
        let answer = try await next
        #expect(answer.text.contains("new\(number)"))
        known = try #require(answer["ETag"])
      }
    }
  }

  /// Whoever may read a part of a database follows that part.
  @Test(arguments: ["/", "/sample"]) func aPartIsFollowed(target: String) async throws {
    try await Self.with {
      $0.access = try AccessFile(yaml: "everyone: {sample: {note: read}}")
    } _: { client, sample in
      let tag = try await Self.tag(target, client)
      async let next = Self.next(target, tag, client)
      try await Task.sleep(for: .milliseconds(300))
      try sample.execute("INSERT INTO note VALUES (3, 'three', 3), (4, 'four', 4)")
      #expect(try await next.text.contains(">4<"))
    }
  }

  /// What a visitor has written is run when it is asked for, one that changes rows is a form, and without words nothing is looked for.
  @Test(arguments: [
    "/sample/-/query?sql=select+text+from+note", "/sample/-/query.json?sql=select+1", "/sample/change", "/-/search",
    "/sample/-/search?q=",
  ])
  func whatIsWrittenIsNotFollowed(target: String) async throws {
    try await Self.with {
      $0.options.allowsQueries = true
    } _: { client, _ in
      let answer = try await client.get(target, headers: ["Prefer": "wait=0"])
      #expect(answer.status == .ok)
      #expect(answer["ETag"] == nil)
      #expect(!answer.text.contains("class=\"live\""))
    }
  }

  /// What fails is no state of anything.
  @Test func aFailureHasNoValidator() async throws {
    try await Self.with {
      $0.file = try SiteFile(yaml: "databases: {sample: {queries: {broken: SELECT nothing FROM note}}}")
    } _: { client, _ in
      for target in ["/sample/broken", "/sample/broken.json"] {
        let answer = try await client.get(target, headers: ["Prefer": "wait=0"])
        #expect(answer.status == .badRequest && answer["ETag"] == nil)
      }
    }
  }

  @Test func thePagesHaveTheSign() async throws {
    try await Self.with { client, _ in
      for target in ["/", "/sample", "/sample/ranks", "/-/search?q=e"] {
        let page = try await client.get(target).text
        #expect(page.contains("class=\"live\""), "\(target)")
      }
    }
    try await Self.with {
      $0.options.livePages = 0
    } _: { client, _ in
      for target in ["/", "/sample", "/sample/ranks", "/-/search?q=e"] {
        let page = try await client.get(target).text
        #expect(!page.contains("class=\"live\""), "\(target)")
      }
    }
  }
}
