import Foundation
import MicroHTTP
import MicroHTTPTesting
import PostgreSQLServer
import PostgreSQLTables
import Secrets
import SeededNumbers
import SiteConfiguration
import SiteTables
import Synchronization
import TableServer
import Testing

/// Pages of a server's tables are kept, and are never older than what anybody had committed when they were asked for.
@Suite(.serialized) struct ServerFreshnessTests {
  private static let tables = """
    CREATE TABLE entry (id integer PRIMARY KEY, name text NOT NULL);
    CREATE TABLE child (id integer PRIMARY KEY, entry integer NOT NULL REFERENCES entry);
    CREATE TABLE log (id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, kind text NOT NULL);
    CREATE TABLE gone (id integer PRIMARY KEY);
    CREATE VIEW totals AS SELECT kind, count(*) AS n FROM log GROUP BY kind;
    CREATE MATERIALIZED VIEW stored AS SELECT max(id) AS id FROM gone;
    INSERT INTO entry SELECT i, 'w' || i || ':0' FROM generate_series(1, 5) AS i;
    INSERT INTO child SELECT i, i FROM generate_series(1, 5) AS i;
    INSERT INTO gone VALUES (0);
    REFRESH MATERIALIZED VIEW stored;
    """

  /// What each writer has begun to store, and what was acknowledged to it: its numbers rise one by one.
  private final class Progress: Sendable {
    private let numbers = Mutex<[Int: (begun: Int, done: Int)]>([:])
    let isOver = Atomic<Bool>(false)
    /// Writers rest now and then, so that pages are kept for a while.
    let isQuiet = Atomic<Bool>(false)
    /// How often they have rested.
    let rounds = Atomic<Int>(0)

    func begin(_ writer: Int) -> Int {
      numbers.withLock { numbers in
        let next = numbers[writer, default: (0, 0)].begun + 1
        numbers[writer, default: (0, 0)].begun = next
        return next
      }
    }
    func end(_ writer: Int, _ number: Int) { numbers.withLock { $0[writer]?.done = number } }
    var all: [Int: (begun: Int, done: Int)] { numbers.withLock(\.self) }
  }

  /// A page, and what it tells of each writer.
  private struct Page: Sendable {
    let target: String
    let numbers: @Sendable (TestResponse) throws -> [Int: Int]
  }

  private static let pages: [Page] = [
    Page(target: "/db/entry", numbers: \.names), Page(target: "/db/entry.json", numbers: \.names),
    Page(target: "/db/entry.csv", numbers: \.names), Page(target: "/db/child", numbers: \.names),
    Page(target: "/db/entry/2", numbers: \.names), Page(target: "/db/entry/3.json", numbers: \.names),
    Page(target: "/db/child.json?_labels=on", numbers: \.names),
    Page(target: "/db/entry?_sort_desc=name&id__lt=4", numbers: \.names),
    Page(target: "/db/totals.json?_shape=array") { try $0.counts("kind", "n", $0.array()) },
    Page(target: "/db/log.json?_facet=kind&_size=1") { response in
      let facets = try response.object()["facet_results"] as? [String: Any]
      let results = facets?["results"] as? [String: Any] ?? facets ?? [:]
      let kind = try #require(results["kind"] as? [String: Any])
      return response.counts("value", "count", try #require(kind["results"] as? [[String: Any]]))
    },
    Page(target: "/db/log.json?kind=w1&_extra=count&_size=1") { [1: try #require(try $0.object()["count"] as? Int)] },
    Page(target: "/db/log.json?kind=w3&_extra=count&_size=1") { [3: try #require(try $0.object()["count"] as? Int)] },
    // A reader that began before a TRUNCATE was committed, and gets at the table only then, finds nothing
    // (https://www.postgresql.org/docs/15/mvcc-caveats.html).
    Page(target: "/db/gone.json?_shape=array") { response in
      try response.array().first.map { [1: try #require($0["id"] as? Int)] } ?? [:]
    },
    Page(target: "/db/stored.json?_shape=array") { [1: try #require(try $0.array().first?["id"] as? Int)] },
  ]

  /// How often everything rests until pages are answered from memory.
  private static let rounds = Thoroughness.rounds(6, quickly: 3)

  private static func server(_ sample: TestDatabase, _ token: SecretToken, secret: String? = nil) throws -> TestClient {
    var options = PostgreSQLDatabase.Options()
    (options.name, options.isWritable) = ("db", true)
    // Other tests share the machine.
    (options.timeLimitSeconds, options.facetTimeLimitSeconds) = (60, 60)
    let database = try PostgreSQLDatabase(sample.address, options: options)
    return try SiteUnderTest.client {
      $0.databases = [database]
      $0.secret = secret
      $0.access = try AccessFile(
        yaml:
          "everyone: read\nroles: {owners: administer}\ntokens: {writer: {hash: \"\(token.hash)\", roles: [owners]}}")
    }
  }

  /// Who has a page waits for the next one, whoever makes it one.
  @Test func theNextPageComesOnceThereIsOne() async throws {
    let engine = try PostgreSQLServer()
    defer { engine.stop() }
    let sample = try TestDatabase(Self.tables, on: engine)
    let client = try Self.server(sample, SecretToken())
    for (target, text) in [("/db/entry", "changed once"), ("/db/entry.json", "changed twice")] {
      let tag = try #require(try await client.settled(target)["ETag"])
      async let next = client.get(target, headers: ["If-None-Match": tag, "Prefer": "wait=60"])
      try await Task.sleep(for: .milliseconds(300))
      try Session(sample.address).execute("UPDATE entry SET name = '\(text)' WHERE id = 1")
      let page = try await next
      #expect(page.status == .ok)
      #expect(page.text.contains(text))
    }
  }

  /// Lists of tables are of all databases, and no page that is kept.
  @Test(arguments: ["/", "/db", "/db.json"]) func theNextListComesOnceThereIsOne(target: String) async throws {
    let engine = try PostgreSQLServer()
    defer { engine.stop() }
    // Without views, whose counts come later: while any do, each state of the data is another page, after a commit of the engine's own too.
    let sample = try TestDatabase("CREATE TABLE entry (id integer PRIMARY KEY, name text)", on: engine)
    let client = try Self.server(sample, SecretToken())
    var page = try await client.get(target, headers: ["Prefer": "wait=0"])
    // What a busy machine didn't count at once.
    for _ in 0..<3_000 where page.text.contains("data-late") || page.text.contains("\"count\":null") {
      try await Task.sleep(for: .milliseconds(20))
      page = try await client.get(target, headers: ["Prefer": "wait=0"])
    }
    let tag = try #require(page["ETag"])
    async let next = client.get(target, headers: ["If-None-Match": tag, "Prefer": "wait=60"])
    try await Task.sleep(for: .milliseconds(300))
    try Session(sample.address).execute("CREATE TABLE something_new (id integer PRIMARY KEY)")
    var answer = try await next
    // On a machine that is busy it may take longer than one request waits.
    if answer.status == .notModified {
      answer = try await client.get(target, headers: ["If-None-Match": tag, "Prefer": "wait=60"])
    }
    #expect(answer.status == .ok)
    #expect(answer.text.contains("something_new"))
  }

  /// Whichever server of a site answers whoever waits, and though commits to other tables end what is kept.
  @Test(arguments: ["/db/entry", "/db/entry.json"])
  func theNextPageComesFromEachServer(target: String) async throws {
    let engine = try PostgreSQLServer()
    defer { engine.stop() }
    let sample = try TestDatabase(Self.tables, on: engine)
    let servers = try (0..<2).map { _ in try Self.server(sample, SecretToken(), secret: "one secret") }
    let tag = try #require(try await servers[0].settled(target)["ETag"])
    #expect(try await servers[1].settled(target)["ETag"] == tag)
    async let next = servers[1].get(target, headers: ["If-None-Match": tag, "Prefer": "wait=60"])
    let session = try Session(sample.address)
    for _ in 0..<3 {
      try await Task.sleep(for: .seconds(1))
      try session.execute("INSERT INTO log (kind) VALUES ('other')")
    }
    try session.execute("UPDATE entry SET name = 'changed' WHERE id = 1")
    var page = try await next
    // On a machine that is busy it may take longer than one request waits.
    if page.status == .notModified {
      page = try await servers[1].get(target, headers: ["If-None-Match": tag, "Prefer": "wait=60"])
    }
    // Told before, it would be the page of before.
    #expect(page.status == .ok)
    #expect(page.text.contains("changed"))
  }

  @Test(arguments: [false, true])
  func noPageIsOlderThanWhatWasCommittedBeforeItWasAskedFor(isWatched: Bool) async throws {
    // Of its own: commits in any database of a server end what is kept of all.
    let engine = try PostgreSQLServer()
    defer { engine.stop() }
    let sample = try TestDatabase(Self.tables, on: engine)
    let address = sample.address, token = SecretToken()
    if isWatched {
      let watch = try TableWatch(address)
      try watch.add(watch.watchable())
    }
    let servers = [try Self.server(sample, token), try Self.server(sample, token)]
    let progress = Progress()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await Self.write(address, 1, progress) { session, number in
          try session.execute(
            """
            BEGIN; UPDATE entry SET name = 'w1:\(number)' WHERE id = 1; INSERT INTO log (kind) VALUES ('w1');
            TRUNCATE gone; INSERT INTO gone VALUES (\(number)); REFRESH MATERIALIZED VIEW stored; COMMIT
            """)
        }
      }
      group.addTask {
        try await Self.write(address, 2, progress) { session, number in
          try session.execute(
            """
            BEGIN; UPDATE entry SET name = 'w2:-1' WHERE id = 2; DELETE FROM log; ROLLBACK;
            BEGIN; UPDATE entry SET name = 'w2:\(number)' WHERE id = 2; SAVEPOINT s; DELETE FROM log; ROLLBACK TO s;
            INSERT INTO log (kind) VALUES ('w2'); \(isWatched ? "COMMIT" : "PREPARE TRANSACTION 'two'")
            """)
          try await Task.sleep(for: .milliseconds(Int.random(in: 0...20)))
          if !isWatched { try session.execute("COMMIT PREPARED 'two'") }
        }
      }
      group.addTask {
        try await Self.write(address, 3, progress) { session, number in
          try session.execute("BEGIN; UPDATE entry SET name = 'w3:\(number)' WHERE id = 3")
          try session.execute("INSERT INTO log (kind) VALUES ('w3')")
          // Others commit meanwhile, and servers are quiet.
          try await Task.sleep(for: .milliseconds(Int.random(in: 0...500)))
          try session.execute("COMMIT")
        }
      }
      for (writer, server) in zip(4..., servers) {
        group.addTask {
          try await Self.write(address, writer, progress) { _, number in
            let answer = try await server.post(
              "/db/entry/\(writer)/-/update", "{\"update\": {\"name\": \"w\(writer):\(number)\"}}",
              headers: ["Authorization": "Bearer \(token.text)", "Content-Type": "application/json"])
            #expect(answer.status == .ok, "\(answer.text)")
          }
        }
      }
      group.addTask {
        while !progress.isOver.load(ordering: .relaxed) {
          progress.isQuiet.store(true, ordering: .relaxed)
          // However long that takes on a machine with much to do.
          for server in servers {
            let hits = try await server.hits(token)
            while try await server.hits(token) < hits + 10, !progress.isOver.load(ordering: .relaxed) {
              try await Task.sleep(for: .milliseconds(50))
            }
          }
          progress.isQuiet.store(false, ordering: .relaxed)
          try await Task.sleep(for: .milliseconds(200))
          progress.rounds.add(1, ordering: .relaxed)
        }
      }
      try await withThrowingTaskGroup(of: Void.self) { readers in
        for reader in 0..<6 { readers.addTask { try await Self.read(servers[reader % 2], progress) } }
        try await readers.waitForAll()
      }
      progress.isOver.store(true, ordering: .relaxed)
      try await group.waitForAll()
    }
    for server in servers { #expect(try await server.hits(token) >= 10 * Self.rounds) }
    #expect(progress.all.values.allSatisfy { $0.done > 2 }, "\(progress.all)")
  }

  /// Stores rising numbers until the readers are done.
  private static func write(
    _ address: String, _ writer: Int, _ progress: Progress,
    _ store: @escaping @Sendable (Session, Int) async throws -> Void
  ) async throws {
    let session = try Session(address)
    while !progress.isOver.load(ordering: .relaxed) {
      if !progress.isQuiet.load(ordering: .relaxed) || Int.random(in: 0..<100) == 0 {
        let number = progress.begin(writer)
        try await store(session, number)
        progress.end(writer, number)
      }
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...40)))
    }
  }

  /// Asks for pages by chance, and compares each with what was stored before and after.
  private static func read(_ server: TestClient, _ progress: Progress) async throws {
    var count = 0
    while count < Thoroughness.rounds(250, quickly: 80) || progress.rounds.load(ordering: .relaxed) < rounds {
      count += 1
      let page = try #require(pages.randomElement())
      let before = progress.all
      let response = try await server.get(page.target)
      let after = progress.all
      #expect(response.status == .ok, "\(page.target): \(response.text.prefix(300))")
      guard response.status == .ok else { return }
      let told = try page.numbers(response)
      // Whoever has stored nothing yet may be in no group.
      for (writer, number) in told {
        let (done, begun) = (before[writer]?.done ?? 0, after[writer]?.begun ?? 0)
        #expect(
          number >= done && number <= begun, "\(page.target): writer \(writer) at \(number), not \(done)...\(begun)")
      }
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...15)))
    }
  }

  @Test func pagesOfWatchedTablesOutliveCommitsToOthers() async throws {
    let engine = try PostgreSQLServer()
    defer { engine.stop() }
    let sample = try TestDatabase(Self.tables, on: engine)
    let watch = try TableWatch(sample.address)
    try watch.add(try watch.watchable(["entry", "child", "log"]))
    let token = SecretToken()
    let client = try Self.server(sample, token)
    let kept = ["/db/entry", "/db/child.json", "/db/totals", "/db/entry.csv"]

    /// Whether pages are answered from memory though something happens before each. It takes a second at most before the server is listened to.
    func areKept(_ targets: [String], _ statement: (Int) -> String, _ attempts: Int = 500) async throws -> Bool {
      for attempt in 0..<attempts {
        try sample.execute(statement(attempt))
        let before = try await client.hits(token)
        for target in targets { #expect(try await client.get(target).status == .ok) }
        if try await client.hits(token) == before + targets.count { return true }
        try await Task.sleep(for: .milliseconds(20))
      }
      return false
    }
    #expect(try await areKept(kept, { "INSERT INTO gone VALUES (\($0 + 1))" }))
    #expect(try await areKept(["/db/child"], { "INSERT INTO log (kind) VALUES ('w\($0)')" }))
    // What it shows, and what it is labelled by.
    #expect(try await !areKept(["/db/entry"], { "UPDATE entry SET name = 'again \($0)' WHERE id = 1" }, 20))
    #expect(try await !areKept(["/db/child"], { "UPDATE entry SET name = 'once more \($0)' WHERE id = 1" }, 20))
    #expect(try await client.get("/db/child").text.contains("once more 19"))
    #expect(try await !areKept(["/db/totals"], { _ in "INSERT INTO log (kind) VALUES ('w2')" }, 20))
    #expect(try await !areKept(["/db/gone"], { "INSERT INTO gone VALUES (\($0 + 1000))" }, 20))

    #expect(try await areKept(kept, { "INSERT INTO gone VALUES (\($0 + 2000))" }))
    try sample.execute("ALTER TABLE entry ADD COLUMN added text DEFAULT 'brand new'")
    for _ in 0..<500 where try await !client.get("/db/entry").text.contains("brand new") {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(try await areKept(kept, { "INSERT INTO gone VALUES (\($0 + 3000))" }))
    #expect(try await client.get("/db/entry").text.contains("brand new"))

    // Without the triggers, nothing is known of other tables again.
    #expect(try watch.remove(try watch.watched()))
    #expect(try sample.rows("SELECT count(*) FROM pg_namespace WHERE nspname = 'tablepages'") == [["0"]])
    #expect(try await !areKept(["/db/entry"], { "UPDATE entry SET name = 'last \($0)' WHERE id = 1" }, 20))
    #expect(try await client.get("/db/entry").text.contains("last 19"))
  }

  @Test func whatTheServerDoesWithItsTablesIsSeen() async throws {
    let engine = try PostgreSQLServer()
    defer { engine.stop() }
    let sample = try TestDatabase(Self.tables, on: engine)
    let token = SecretToken()
    let client = try Self.server(sample, token)
    func text(_ target: String) async throws -> String { try await client.settled(target).text }
    #expect(try await text("/db/entry").contains("w1:0"))
    let hits = try await client.hits(token)
    #expect(try await text("/db/entry").contains("w1:0"))
    #expect(try await client.hits(token) == hits + 1)

    try sample.execute("ALTER TABLE entry ADD COLUMN added text DEFAULT 'brand new'")
    for _ in 0..<500 where try await !client.get("/db/entry").text.contains("brand new") {
      try await Task.sleep(for: .milliseconds(20))
    }
    // Now and whenever it is kept.
    for _ in 0..<3 { #expect(try await text("/db/entry").contains("brand new")) }

    try sample.execute("ALTER TABLE entry RENAME TO renamed")
    for _ in 0..<500 where try await client.get("/db/entry").status == .ok {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(try await client.get("/db/entry").status == .notFound)
    #expect(try await text("/db/renamed").contains("w1:0"))

    try sample.execute("DROP TABLE child; DROP VIEW totals; CREATE VIEW totals AS SELECT 'other' AS kind, 7 AS n")
    for _ in 0..<500 where try await !client.get("/db/totals").text.contains("other") {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(try await text("/db/totals").contains("other"))
  }

  @Test func nothingIsAnsweredWhileTheServerIsGone() async throws {
    let engine = try PostgreSQLServer()
    let sample = try TestDatabase(Self.tables, on: engine)
    let client = try Self.server(sample, SecretToken())
    _ = try await client.settled("/db/entry")
    #expect(try await client.get("/db/entry").status == .ok)
    engine.stop()
    for _ in 0..<3 { #expect(try await client.get("/db/entry").status == .serviceUnavailable) }
    try engine.start()
    try Session(sample.address).execute("UPDATE entry SET name = 'later' WHERE id = 1")
    var page = try await client.get("/db/entry")
    for _ in 0..<500 where page.status != .ok {
      try await Task.sleep(for: .milliseconds(20))
      page = try await client.get("/db/entry")
    }
    #expect(page.text.contains("later"))
    #expect(try await client.settled("/db/entry").text.contains("later"))
  }
}

extension TestResponse {
  /// The numbers behind the names of writers.
  fileprivate var names: [Int: Int] {
    Dictionary(
      text.matches(of: /w([1-5]):(-?[0-9]+)/).compactMap { match in
        Int(match.output.1).flatMap { writer in Int(match.output.2).map { (writer, $0) } }
      }, uniquingKeysWith: min)
  }

  fileprivate func array() throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [[String: Any]])
  }

  fileprivate func counts(_ name: String, _ count: String, _ rows: [[String: Any]]) -> [Int: Int] {
    Dictionary(
      rows.compactMap { row in
        guard let kind = row[name] as? String, let writer = Int(kind.dropFirst()), let number = row[count] as? Int
        else {
          return nil
        }
        return (writer, number)
      }, uniquingKeysWith: min)
  }
}

extension TestClient {
  /// How many requests were answered by kept pages.
  fileprivate func hits(_ token: SecretToken) async throws -> Int {
    let line = try await get("/-/metrics", headers: ["Authorization": "Bearer \(token.text)"]).text.split(
      separator: "\n"
    ).first {
      $0.hasPrefix("tablepages_page_cache_hits_total ")
    }
    return (line?.split(separator: " ").last).flatMap { Int($0) } ?? 0
  }
}
