import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SeededNumbers
import TablePages
import Testing

/// Requests that SQLite is busy with for long, and others beside them, over a live server.
@Suite struct HeavyRequestTests {
  private static let statements = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, body TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
    INSERT INTO t SELECT i, 'row ' || i, replace(hex(zeroblob(10000)), '0', 'a') FROM n;
    """

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  /// A statement of one long stretch, and patterns that take long to be held against each text.
  private static let heavy = [
    "/sample/-/query.json?sql="
      + encoded("select " + (0..<225).map { "length(hex(zeroblob(\(800_000 + $0))))" }.joined(separator: "+")),
    "/sample/t.json?body__like=" + encoded("%" + String(repeating: "_", count: 800) + "b"),
    "/sample/t.json?body__glob=" + encoded("*" + String(repeating: "?", count: 800) + "b"),
    "/sample/t.json?_search=" + encoded(String(repeating: "a", count: 800) + "b"),
    "/sample/t.json?_where=" + encoded("body like '%' || substr(body, 1, 800) || 'b'"),
    "/sample/-/query.json?sql=" + encoded("select count(*) from t where instr(body || body, substr(body, 2) || 'b')"),
  ]

  @Test func whatTakesLongKeepsNobodyWaiting() async throws {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    var options = SQLiteDatabase.Options()
    // Beside other tests a machine may leave the quick ones without a processor for half a second.
    options.timeLimitSeconds = 2
    let database = try SQLiteDatabase.open(path: sample.path, options: options)
    try await LiveServer.with(try sample.server { $0.databases = [database] }) { live in
      let client = live.client
      try await withThrowingTaskGroup(of: Void.self) { group in
        for target in Thoroughness.some(Self.heavy + Self.heavy, quickly: Self.heavy.count) {
          group.addTask {
            let answer = try await client.get(target)
            #expect([200, 400, 503].contains(answer.status.code), "\(target.prefix(40)): \(answer.text.prefix(200))")
          }
        }
        for _ in 0..<10 {
          #expect(try await client.get("/-/health").status == .ok)
          #expect(try await client.get("/sample/t?_size=2&_nofacet=1").status == .ok)
          #expect(try await client.get("/sample/-/query.json?sql=select+1+as+one").rows().count == 1)
        }
        try await group.waitForAll()
      }
      #expect(try await client.get("/sample/-/query.json?sql=select+1+as+one").rows().count == 1)
      #expect(try await client.get("/sample/t.json?name__contains=7").status == .ok)
    }
  }

  private struct Line: CellViewModel {
    let id: RowKey
    var text: String
  }

  /// - Parameter work: where the table looks through its rows.
  private static func memoryServer(rows: Int, _ work: MemoryWork) throws -> TableServer {
    var contents = TableContents<Line>(title: "Lines")
    let text = String(repeating: "a", count: 200)
    try contents.addSection(TableSection(rows: (0..<rows).map { Line(id: RowKey($0), text: text + String($0)) }))
    let table = MemoryTable(contents, columns: [.init("text", \.text)], work: work)
    return try SiteUnderTest.server { site in
      site.databases = []
      site.mount(table, at: "/lines")
    }
  }

  @Test func largeTablesInMemoryKeepNobodyWaiting() async throws {
    let server = try Self.memoryServer(rows: 30_000, MemoryWork(timeLimitSeconds: 0.5))
    try await LiveServer.with(server) { live in
      let client = live.client
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<Thoroughness.rounds(12, quickly: 6) {
          group.addTask {
            let pattern = Self.encoded("%" + String(repeating: "_", count: 100 + number) + "b")
            let answer = try await client.get("/lines.json?_sort_desc=text&text__like=" + pattern)
            #expect([400, 503].contains(answer.status.code), "\(answer.text.prefix(200))")
          }
        }
        for _ in 0..<20 {
          #expect(try await client.get("/-/health").status == .ok)
          #expect(try await client.get("/lines?_size=2&_nofacet=1").status == .ok)
        }
        try await group.waitForAll()
      }
      // The same search of all tables has its own limits.
      #expect(try await client.get("/-/search.json?q=99999").status == .ok)
    }
  }

  @Test func aTableInMemoryThatIsAskedTooMuchSaysWhenToTryAgain() async throws {
    let client = TestClient.inProcess(try Self.memoryServer(rows: 30_000, MemoryWork(queueLimit: 0)))
    let answer = try await client.get("/lines.json?_sort=text")
    #expect(answer.status == .serviceUnavailable)
    #expect(answer["Retry-After"] != nil)
    #expect(try await client.get("/lines.json?_size=1").status == .ok)
  }

  @Test func patternsThatAreTooLongAreRefused() async throws {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    let client = TestClient.inProcess(try sample.server())
    let answer = try await client.get("/sample/t.json?body__like=" + String(repeating: "_", count: 2_000))
    #expect(answer.status == .badRequest)
    #expect(try answer.object()["error"] as? String == "The search text is too long: at most 1000 bytes.")
  }

  @Test func pagesSortedByLongValuesLeadToEachOtherInEveryFormat() async throws {
    let sample = try SampleDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
      INSERT INTO t SELECT i, hex(zeroblob(150000)) || i, CAST(zeroblob(250000) || i AS BLOB) FROM n;
      """)
    defer { sample.remove() }
    try await LiveServer.with(try sample.server()) { live in
      for sort in ["_sort=a", "_sort_desc=b", "_sort=b&_sort_desc=a"] {
        var seen: [Int] = []
        var target: String? = "/sample/t.json?\(sort)&_col=id&_size=4"
        while let current = target {
          let answer = try await live.client.get(current)
          #expect(answer.status == .ok)
          #expect((answer["Link"] ?? "").utf8.count < 1_000)
          seen += try answer.rows().compactMap { $0["id"] as? Int }
          target = (try answer.object()["next_url"] as? String).flatMap { URL(string: $0) }.map {
            $0.path + "?" + ($0.query(percentEncoded: true) ?? "")
          }
        }
        #expect(seen.count == 11 && Set(seen).count == 11, "\(sort)")
        let page = try await live.client.get("/sample/t?\(sort)&_size=4").text
        let next = try #require(page.firstMatch(of: /href="([^"]*_next=[^"]*)"/)?.1)
        #expect(try await live.client.get(String(next.replacing("&amp;", with: "&"))).status == .ok)
      }
    }
  }

  @Test func anExactCountIsWaitedForByDataAndNotByPages() async throws {
    let sample = try SampleDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000) INSERT INTO t SELECT i FROM n;
      """)
    defer { sample.remove() }
    let client = TestClient.inProcess(try sample.server())
    let json = try await client.get("/sample/t.json?_count=exact&_extra=count,count_truncated&_size=1&id__gt=5")
      .object()
    #expect(json["count"] as? Int == 24_995)
    #expect(json["count_truncated"] as? Bool == false)
  }
}
